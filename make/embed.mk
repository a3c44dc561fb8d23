# Files in the program: see lib/embed.h.
# SPDX-License-Identifier: GPL-2.0-or-later

# $(eval $(call embed,TABLE,NAME=FILE ...)): $(BUILD)/embed/TABLE.o defines TABLE and TABLE_count.
# Add that object to X_EXTRA to have it in X.a. A file that is itself made needs its own rule.
define embed
$(BUILD)/embed/$(1).c: FORCE
	@tools/embed.sh $(1) $$@ $(2)
$(BUILD)/embed/$(1).o: $(BUILD)/embed/$(1).c $(foreach pair,$(2),$(lastword $(subst =, ,$(pair))))
	@echo "  EMBED $(1)"
	@$$(CC) $$(ALL_CFLAGS) -c -o $$@ $$<
endef
FORCE:
.PHONY: FORCE

query_FILES := $(sort $(wildcard db/query/*.sql))
migration_FILES := $(sort $(wildcard db/migrations/*.sql))
$(eval $(call embed,db_query,$(foreach f,$(query_FILES),$(basename $(notdir $(f)))=$(f))))
$(eval $(call embed,db_migration,$(foreach f,$(migration_FILES),$(basename $(notdir $(f)))=$(f))))
db_EXTRA += $(BUILD)/embed/db_query.o $(BUILD)/embed/db_migration.o

$(eval $(call embed,memcg_table,memcg_symbols.tsv=lib/memcg_symbols.tsv))
lib_EXTRA += $(BUILD)/embed/memcg_table.o
$(eval $(call embed,flame_css,flame.css=web/flame.css))
lib_EXTRA += $(BUILD)/embed/flame_css.o
