# SPDX-License-Identifier: GPL-2.0-or-later
# Our statistics against R's. Needs r-base-core and r-cran-exactranktests; rewrites tests/data/statistics.
$(BUILD)/tests/oracle/%: $(BUILD)/tests/oracle/%.o $(BUILD)/lib.a
	@$(CC) $(SAN) -o $@ $^ $(LDLIBS_lib)

check-oracle: $(BUILD)/tests/oracle/answer $(BUILD)/tests/oracle/simulate ## hold verdicts against R, and count false alarms
	@Rscript tests/oracle/check.R tests/data/statistics $(BUILD)/tests/oracle/answer
	@$(BUILD)/tests/oracle/simulate

# Our reading of logs against mmtests' own, over generated logs of every kind.
# MMTESTS= and MMTESTS_2025= name checkouts of 638401e07e70 and 096661fda3d6.
$(BUILD)/tests/oracle/mmtests_extract: $(BUILD)/tests/oracle/mmtests_extract.o \
		$(BUILD)/ingest.a $(BUILD)/lib.a
	@$(CC) $(SAN) -o $@ $^ $(LDLIBS_ingest) $(LDLIBS_lib)

check-oracle-mmtests: $(BUILD)/tests/oracle/mmtests_extract ## hold readers of benchmarks against mmtests'
	@EXTRACT=$(CURDIR)/$< node --test tests/oracle/mmtests.test.mjs

# Wrong answers of memcgperf verdict, simulated, and 100 real bisections for each row of a table.
check-bisect: all $(BUILD)/tests/oracle/simulate_bisect ## count what git bisect with memcgperf verdict finds
	@$(BUILD)/tests/oracle/simulate_bisect
	@MEMCGPERF=$(CURDIR)/$(BUILD)/memcgperf node tests/bisect/table.mjs

.PHONY: check-oracle check-oracle-mmtests check-bisect
