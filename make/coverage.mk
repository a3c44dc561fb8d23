# SPDX-License-Identifier: GPL-2.0-or-later
# Which lines the tests run: programs with gcc's counters in build/coverage, read by gcovr.
COVERAGE := build/coverage
COVERAGE_TESTS := $(foreach suite,golden cli api,$(wildcard tests/$(suite)/*.test.mjs))
coverage_UNIT = $(patsubst $(BUILD)/%,$(COVERAGE)/%,$(UNIT))

coverage: ## count the lines that unit, golden, command line and API tests run (minutes)
	@tools/deps.sh coverage
	@find $(COVERAGE) -name '*.gcda' -delete 2>/dev/null || true
	@$(MAKE) -s -j$(JOBS) BUILD=$(COVERAGE) CFLAGS="-O1 -g" \
		SAN="--coverage -fprofile-update=atomic" all $(coverage_UNIT)
	@chmod -R a+rwX $(COVERAGE) # some tests run the programs as nobody
	@umask 0; for t in $(coverage_UNIT); do \
		$$t >$(COVERAGE)/unit.log 2>&1 || { cat $(COVERAGE)/unit.log; exit 1; }; done
	@umask 0; MEMCGPERF=$(CURDIR)/$(COVERAGE)/memcgperf MEMCGPERFD=$(CURDIR)/$(COVERAGE)/memcgperfd \
		node --test --test-concurrency=2 $(COVERAGE_TESTS) >$(COVERAGE)/tests.log || \
		{ grep -A20 '^not ok' $(COVERAGE)/tests.log; exit 1; }
	@gcovr --root . --object-directory $(COVERAGE) --filter '(lib|ingest|db|server)/' \
		--json-summary $(COVERAGE)/summary.json
	@node tools/coverage.mjs $(COVERAGE)/summary.json

.PHONY: coverage
