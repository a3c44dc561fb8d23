# The files of web/ and of its packages in memcgperfd, each with its gzip and brotli form.
# SPDX-License-Identifier: GPL-2.0-or-later

# What charts load, as NAME=FILE; empty before npm has brought it.
chart_FILES := chart.umd.min.js=node_modules/chart.js/dist/chart.umd.min.js \
	chart-LICENSE.md=node_modules/chart.js/LICENSE.md \
	chart-annotation.min.js=node_modules/chartjs-plugin-annotation/dist/chartjs-plugin-annotation.min.js \
	chart-annotation-LICENSE.md=node_modules/chartjs-plugin-annotation/LICENSE.md \
	chart-error-bars.min.js=node_modules/chartjs-chart-error-bars/build/index.umd.min.js \
	chart-error-bars-LICENSE.md=node_modules/chartjs-chart-error-bars/LICENSE
asset_WEB := $(sort $(wildcard web/*.html web/*.css web/*.js web/*.svg web/app/*.js))
asset_PAIRS := $(foreach f,$(asset_WEB),$(patsubst web/%,%,$(f))=$(f)) \
	$(foreach p,$(chart_FILES),$(if $(wildcard $(lastword $(subst =, ,$(p)))),vendor/$(p))) \
	openapi.json=server/openapi.json

# NAME=FILE -> NAME.gz=BUILD/assets/NAME.gz; only what has an address of its own.
asset_SENT := $(filter %.css %.js %.svg %.md,$(asset_PAIRS))
asset_packed = $(foreach p,$(asset_SENT),$(firstword $(subst =, ,$(p))).$(1)=$(BUILD)/assets/$(firstword $(subst =, ,$(p))).$(1))

define pack
$(BUILD)/assets/$(1).gz: $(2)
	@mkdir -p $$(@D)
	@gzip -9nc $$< >$$@
$(BUILD)/assets/$(1).br: $(2)
	@mkdir -p $$(@D)
	@brotli -q 11 -fo $$@ $$<
endef
$(foreach p,$(asset_SENT),$(eval $(call pack,$(firstword $(subst =, ,$(p))),$(lastword $(subst =, ,$(p))))))

# The documentation as Markdown and HTML, by tools/docs.mjs; none before npm has brought its library.
doc_NAMES := $(if $(wildcard node_modules/marked),$(basename $(notdir $(wildcard docs/*.md))) reference index)
doc_FILES := $(foreach n,$(doc_NAMES),$(n).md $(n).html)
$(BUILD)/docs/.made: tools/docs.mjs server/openapi.json $(wildcard docs/*.md) package-lock.json
	@node tools/docs.mjs $(@D)
	@touch $@
$(addprefix $(BUILD)/docs/,$(doc_FILES)): $(BUILD)/docs/.made ;
doc_PAIRS := $(foreach f,$(doc_FILES),docs/$(f)=$(BUILD)/docs/$(f))

$(eval $(call embed,server_assets,$(asset_PAIRS) $(doc_PAIRS) $(call asset_packed,gz) $(call asset_packed,br)))
server_EXTRA += $(BUILD)/embed/server_assets.o

$(BUILD)/server/api_index.o $(BUILD)/server/main.o: $(BUILD)/version.h
