# SPDX-License-Identifier: GPL-2.0-or-later
# What makes programs meet full disks and want of memory, preloaded into them: tests/crash/faults.c.
FAULTS := $(BUILD)/tests/crash/faults.so
$(FAULTS): tests/crash/faults.c
	@mkdir -p $(@D)
	@echo "  LD    $@"
	@$(CC) -std=gnu17 $(CFLAGS) $(WARN) $(SAN) -D_GNU_SOURCE -fPIC -shared -o $@ $< -lsqlite3 -ldl

# As root of names of its own: it mounts small disks. ONLY="PART..." runs some of kill, calls, memory,
# full and readonly; CRASH_SEED= repeats moments.
check-crash: all $(FAULTS) ## stop programs at any moment, on any fault, and count what is left
	@MEMCGPERF=$(CURDIR)/$(BUILD)/memcgperf MEMCGPERFD=$(CURDIR)/$(BUILD)/memcgperfd \
		CRASH_FAULTS=$(CURDIR)/$(FAULTS) \
		unshare --map-root-user --mount node tests/crash/run.mjs $(ONLY)

.PHONY: check-crash
