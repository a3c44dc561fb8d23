# memcgperf: one non-recursive makefile. `make help` lists the targets.
# SPDX-License-Identifier: GPL-2.0-or-later

PORT ?= 8080
DB ?= build/demo.db
SANITIZE ?=
JOBS ?= $(shell nproc)

comma := ,
BUILD := build$(if $(SANITIZE),/san-$(subst $(comma),-,$(SANITIZE)))

CC ?= gcc
WARN := -Wall -Wextra -Wshadow -Wvla -Wstrict-prototypes -Wmissing-prototypes \
	-Wold-style-definition -Wpointer-arith -Wwrite-strings -Wundef -Wformat=2 \
	-Walloca -Wno-format-nonliteral -Wno-missing-field-initializers
ifneq ($(CI)$(WERROR),)
WARN += -Werror
endif
ifneq ($(SANITIZE),)
SAN := -fsanitize=$(SANITIZE) -fno-omit-frame-pointer -fno-sanitize-recover=all
endif
VERSION := $(shell git describe --always --dirty 2>/dev/null || echo unknown)
CFLAGS ?= -O2 -g
ALL_CFLAGS = -std=gnu17 $(CFLAGS) -fno-common -fstack-protector-strong $(WARN) $(SAN) \
	-D_GNU_SOURCE -I. -I$(BUILD) -include lib/banned.h -MMD -MP
LDLIBS_lib := -lnettle -ljansson -lm
LDLIBS_ingest := -larchive -lzstd
LDLIBS_client := -lcurl
LDLIBS_db := -lsqlite3 -lzstd
LDLIBS_server := -lmicrohttpd -lz -lpthread

MAINS := ingest/main.c $(wildcard ingest/cmd_*.c) server/main.c
lib_SRC := $(wildcard lib/*.c)
ingest_SRC := $(filter-out $(MAINS),$(wildcard ingest/*.c))
db_SRC := $(wildcard db/*.c)
server_SRC := $(filter-out $(MAINS),$(wildcard server/*.c))

C_FILES := $(wildcard $(foreach part,lib ingest db server tests/unit/* tests/bench tests/fuzz tests/crash,\
	$(part)/*.c $(part)/*.h))

# A newer Node, where the system's is too old for the tests (tools/deps.sh).
export PATH := $(CURDIR)/build/tools/node_modules/node/bin:$(PATH)
export ASAN_OPTIONS ?= abort_on_error=1
export UBSAN_OPTIONS ?= print_stacktrace=1
export TSAN_OPTIONS ?= suppressions=$(CURDIR)/tests/tsan.supp

obj = $(patsubst %.c,$(BUILD)/%.o,$(1))

all: $(BUILD)/memcgperf $(BUILD)/memcgperfd ## build both programs

-include make/*.mk

$(BUILD)/lib/num.o: ALL_CFLAGS += -DNUM_C
$(BUILD)/%.o: %.c
	@mkdir -p $(@D)
	@echo "  CC    $<"
	@$(CC) $(ALL_CFLAGS) -c -o $@ $<

define archive
$$(BUILD)/$(1).a: $$(call obj,$$($(1)_SRC)) $$($(1)_EXTRA)
	@mkdir -p $$(@D)
	@echo "  AR    $$@"
	@rm -f $$@ && ar rcs $$@ $$^
endef
$(foreach part,lib ingest db server,$(eval $(call archive,$(part))))

$(BUILD)/memcgperf: $(call obj,ingest/main.c $(wildcard ingest/cmd_*.c)) \
		$(BUILD)/ingest.a $(BUILD)/db.a $(BUILD)/lib.a
	@echo "  LD    $@"
	@$(CC) $(SAN) -o $@ $^ $(LDLIBS_client) $(LDLIBS_db) $(LDLIBS_ingest) $(LDLIBS_lib)

$(BUILD)/memcgperfd: $(call obj,server/main.c) \
		$(BUILD)/server.a $(BUILD)/ingest.a $(BUILD)/db.a $(BUILD)/lib.a
	@echo "  LD    $@"
	@$(CC) $(SAN) -o $@ $^ $(LDLIBS_server) $(LDLIBS_db) $(LDLIBS_ingest) $(LDLIBS_lib)

# Unit tests link only what their folder may use: tests/unit/FOLDER/test_X.c.
UNIT_SRC := $(wildcard tests/unit/*/test_*.c)
UNIT := $(patsubst %.c,$(BUILD)/%,$(UNIT_SRC))
unit_lib := lib
unit_ingest := ingest lib
unit_db := db lib
unit_server := server ingest db lib
define unit
$$(BUILD)/tests/unit/$(1)/test_%: $$(BUILD)/tests/unit/$(1)/test_%.o \
		$$(foreach part,$$(unit_$(1)),$$(BUILD)/$$(part).a)
	@echo "  LD    $$@"
	@$$(CC) $$(SAN) -o $$@ $$^ $$(foreach part,$$(unit_$(1)),$$(LDLIBS_$$(part))) -lcmocka
endef
$(foreach part,lib ingest db server,$(eval $(call unit,$(part))))
.PRECIOUS: $(BUILD)/tests/unit/%.o

unit: $(UNIT) ## build and run the unit tests
	@for t in $(UNIT); do $$t || exit 1; done

deps: ## install what building and serving need
	@tools/deps.sh build

demo: deps ## build, load the bundled results, serve them on PORT
	@$(MAKE) -s -j$(JOBS) all
	@tools/demo.sh $(BUILD) $(DB) $(PORT)

run: all ## serve the database DB on PORT
	$(BUILD)/memcgperfd --db sqlite:$(DB) --port $(PORT)

# SANITIZE=address,undefined and SANITIZE=thread build below build/san-... and test that.
check: ## install what tests need, build, run every test
	@tools/deps.sh test
	@$(MAKE) -s -j$(JOBS) all $(UNIT) $(FAULTS)
	@MEMCGPERF=$(CURDIR)/$(BUILD)/memcgperf MEMCGPERFD=$(CURDIR)/$(BUILD)/memcgperfd \
		CRASH_FAULTS=$(CURDIR)/$(FAULTS) node tests/run.mjs $(UNIT)

check-long: all ## run the tests that take minutes: bombs
	@MEMCGPERF=$(CURDIR)/$(BUILD)/memcgperf MEMCGPERFD=$(CURDIR)/$(BUILD)/memcgperfd \
		node tests/run.mjs --long

# SANITIZE=thread looks for races meanwhile.
SOAK_MINUTES ?= 20
soak: all ## run readers, writers and vanishing clients against a server for SOAK_MINUTES (20)
	@MEMCGPERF=$(CURDIR)/$(BUILD)/memcgperf MEMCGPERFD=$(CURDIR)/$(BUILD)/memcgperfd \
		node tests/load/soak.mjs $(SOAK_MINUTES)

BENCH := $(patsubst %.c,$(BUILD)/%,$(wildcard tests/bench/*.c))
$(BUILD)/tests/bench/%: $(BUILD)/tests/bench/%.o $(BUILD)/lib.a
	@echo "  LD    $@"
	@$(CC) $(SAN) -o $@ $^ -lmicrohttpd $(LDLIBS_db) $(LDLIBS_lib)
.PRECIOUS: $(BUILD)/tests/bench/%.o

# ONLY="PART..." measures what is in files so called; MMTESTS= names a checkout of the peer.
bench: all $(BENCH) ## measure against peers and references, as one table
	@MEMCGPERF=$(CURDIR)/$(BUILD)/memcgperf MEMCGPERFD=$(CURDIR)/$(BUILD)/memcgperfd \
		node tests/bench/run.mjs $(ONLY)

screenshots: all ## render every page, light and dark, into docs/screenshots
	@MEMCGPERF=$(CURDIR)/$(BUILD)/memcgperf MEMCGPERFD=$(CURDIR)/$(BUILD)/memcgperfd \
		node tests/web/screenshots.mjs docs/screenshots

man: all ## write the manual pages to BUILD/man
	@tools/man.sh $(BUILD) $(BUILD)/man

PREFIX ?= /usr/local
install: man ## install programs, manual pages and completion below PREFIX
	install -D -m 755 -t $(DESTDIR)$(PREFIX)/bin $(BUILD)/memcgperf $(BUILD)/memcgperfd
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/share/man/man1 $(BUILD)/man/*.1
	install -D -m 644 contrib/completion/memcgperf.bash \
		$(DESTDIR)$(PREFIX)/share/bash-completion/completions/memcgperf
	ln -sf memcgperf $(DESTDIR)$(PREFIX)/share/bash-completion/completions/memcgperfd

lint: ## check format and common mistakes of C, JavaScript and shell
	@tools/deps.sh lint
	@$(MAKE) -s -j$(JOBS) all
	@tools/lint.sh $(BUILD)

layers: ## check which folder includes what
	@tools/layers.sh

format: ## lay out the C files anew
	clang-format -i $(C_FILES)

clean: ## remove what was built, but not the tools that deps installed
	@find build -mindepth 1 -maxdepth 1 ! -name tools -exec rm -rf {} + 2>/dev/null || true

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1	/p' $(MAKEFILE_LIST) | sort | expand -t 16

.PHONY: all unit deps demo run check check-long soak bench screenshots man install lint layers format clean help
-include $(shell find $(BUILD) -type f -name '*.d' 2>/dev/null)
