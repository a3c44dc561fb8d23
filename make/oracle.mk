# SPDX-License-Identifier: GPL-2.0-or-later
# Our statistics against R's (r-base-core, r-cran-exactranktests; rewrites tests/data/statistics) and
# SciPy's (python3-scipy), whichever is there.
$(BUILD)/tests/oracle/%: $(BUILD)/tests/oracle/%.o $(BUILD)/lib.a
	@$(CC) $(SAN) -o $@ $^ $(LDLIBS_lib)

# Debian's own, as that is the one that python3-scipy is for.
PYTHON ?= /usr/bin/python3

check-oracle: $(BUILD)/tests/oracle/answer $(BUILD)/tests/oracle/simulate ## hold verdicts against R and SciPy, and count false alarms
	@if Rscript -e 'library(exactRankTests)' > /dev/null 2>&1; then \
		Rscript tests/oracle/check.R tests/data/statistics $(BUILD)/tests/oracle/answer; \
	else echo "R: not compared, install r-base-core and r-cran-exactranktests"; fi
	@if $(PYTHON) -c 'import scipy' 2> /dev/null; then \
		$(PYTHON) tests/oracle/check_scipy.py $(BUILD)/tests/oracle/answer; \
	else echo "SciPy: not compared, install python3-scipy"; fi
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
