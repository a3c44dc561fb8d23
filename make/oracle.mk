# SPDX-License-Identifier: GPL-2.0-or-later
# Our statistics against R's. Needs r-base-core and r-cran-exactranktests; rewrites tests/data/statistics.
$(BUILD)/tests/oracle/%: $(BUILD)/tests/oracle/%.o $(BUILD)/lib.a
	@$(CC) $(SAN) -o $@ $^ $(LDLIBS_lib)

check-oracle: $(BUILD)/tests/oracle/answer $(BUILD)/tests/oracle/simulate ## hold verdicts against R, and count false alarms
	@Rscript tests/oracle/check.R tests/data/statistics $(BUILD)/tests/oracle/answer
	@$(BUILD)/tests/oracle/simulate

.PHONY: check-oracle
