# SPDX-License-Identifier: GPL-2.0-or-later
# Fuzz targets, with clang's libFuzzer: tests/fuzz/fuzz_NAME.c is a program of build/fuzz.
FUZZ_SECONDS ?= 60
FUZZ_PARTS_request := server ingest db lib
FUZZ_FLAGS := -fsanitize=address,undefined -fno-sanitize-recover=all
FUZZ_TARGETS := $(patsubst tests/fuzz/%.c,$(BUILD)/tests/fuzz/%,$(wildcard tests/fuzz/fuzz_*.c))

define fuzz_target
$$(BUILD)/tests/fuzz/fuzz_$(1): $$(BUILD)/tests/fuzz/fuzz_$(1).o \
		$$(foreach part,$$(or $$(FUZZ_PARTS_$(1)),ingest lib),$$(BUILD)/$$(part).a)
	@echo "  LD    $$@"
	@$$(CC) -fsanitize=fuzzer $$(SAN) -o $$@ $$^ \
		$$(foreach part,$$(or $$(FUZZ_PARTS_$(1)),ingest lib),$$(LDLIBS_$$(part)))
endef
$(foreach target,$(FUZZ_TARGETS),$(eval $(call fuzz_target,$(target:$(BUILD)/tests/fuzz/fuzz_%=%))))

fuzz-targets: $(FUZZ_TARGETS)

# ONLY="NAME..." runs some of them.
fuzz: all ## run each fuzz target for FUZZ_SECONDS (60), seeded with the golden cases
	@tools/deps.sh fuzz
	@$(MAKE) -s -j$(JOBS) BUILD=build/fuzz CC="$(FUZZ_CC)" SAN="$(FUZZ_FLAGS)" \
		CFLAGS="-O1 -g -fsanitize=fuzzer-no-link" fuzz-targets
	@MEMCGPERF=$(CURDIR)/$(BUILD)/memcgperf FUZZ_SECONDS=$(FUZZ_SECONDS) \
		node tests/fuzz/run.mjs $(ONLY)
FUZZ_CC ?= clang

.PHONY: fuzz fuzz-targets
