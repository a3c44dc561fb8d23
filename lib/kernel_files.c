/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/kernel_files.h"

static bool is_any(struct slice s, const char *const *names, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (slice_is(s, names[i]))
			return true;
	return false;
}

static bool starts_any(struct slice s, const char *const *names, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (slice_starts(s, names[i]))
			return true;
	return false;
}

enum kernel_file kernel_file(struct slice name)
{
	static const char *const fields[] = {
		"memory.stat",
		"memory.events",
		"memory.events.local",
		"memory.swap.events",
		"memory.oom_control",
		"cgroup.stat",
		"vmstat",
		"cgroup.events",
		"cpu.stat",
	};

	static const char *const ones[] = {
		"current",
		"high",
		"low",
		"max",
		"min",
		"peak",
		"group",
		"writeback",
		"usage_in_bytes",
		"limit_in_bytes",
		"failcnt",
		"max_usage_in_bytes",
		"swappiness",
		"use_hierarchy",
		"soft_limit_in_bytes",
	};

	if (is_any(name, fields, ARRAY_SIZE(fields)))
		return KERNEL_FILE_FIELDS;
	if (slice_is(name, "memory.numa_stat"))
		return KERNEL_FILE_NODES;
	if (slice_is(name, "memory.pressure") || slice_is(name, "io.pressure") ||
	    slice_is(name, "cpu.pressure"))
		return KERNEL_FILE_PRESSURE;
	if (slice_is(name, "slabinfo"))
		return KERNEL_FILE_SLABS;
	if (!slice_starts(name, "memory."))
		return KERNEL_FILE_NONE;
	name = slice_skip(name, slice_rfind_char(name, '.') + 1);
	return is_any(name, ones, ARRAY_SIZE(ones)) ? KERNEL_FILE_ONE : KERNEL_FILE_NONE;
}

/* Fields of memory.stat that count, whatever the version. */
static bool is_event(struct slice field)
{
	static const char *const begins[] = {
		"pg",        "workingset_", "thp_fault_", "thp_collapse_", "thp_swpout",
		"thp_split", "zswpin",      "zswpout",    "zswpwb",        "numa_",
		"swpin",     "swpout",      "drop_",      "compact_",
	};

	(void)slice_take(&field, "total_");
	return starts_any(field, begins, ARRAY_SIZE(begins));
}

/* Files of one number that are no sizes. */
static bool is_plain_number(struct slice file)
{
	static const char *const names[] = {
		"memory.oom.group",
		"memory.swappiness",
		"memory.use_hierarchy",
		"memory.zswap.writeback",
	};

	return is_any(file, names, ARRAY_SIZE(names)) || slice_ends(file, "failcnt");
}

struct slice kernel_unit(struct slice file, struct slice field)
{
	if (slice_is(file, "memory.stat") || slice_is(file, "memory.numa_stat"))
		return is_event(field) ? SLICE_NONE : SLICE("bytes");
	if (slice_is(file, "slabinfo"))
		return slice_is(field, "objsize") ? SLICE("bytes") : SLICE_NONE;
	if (slice_ends(file, ".pressure"))
		return slice_is(field, "total") ? SLICE("usec") : SLICE("%");
	if (slice_ends(field, "_usec"))
		return SLICE("usec");
	if (kernel_file(file) == KERNEL_FILE_ONE && !is_plain_number(file))
		return SLICE("bytes");
	return SLICE_NONE;
}

bool kernel_is_counter(struct slice file, struct slice field)
{
	if (slice_is(file, "memory.stat") || slice_is(file, "memory.numa_stat"))
		return is_event(field);
	if (slice_is(file, "vmstat"))
		return !slice_starts(field, "nr_");
	if (slice_ends(file, ".pressure"))
		return slice_is(field, "total");
	return slice_starts(file, "memory.events") || slice_is(file, "memory.swap.events") ||
	       slice_is(file, "cpu.stat") || slice_ends(file, "failcnt");
}
