/* SPDX-License-Identifier: GPL-2.0-or-later */
/* vmstat(8) at intervals: one column, or a formula over columns. */
#include "ingest/monitor.h"

#include "lib/num.h"

enum {
	COLUMN_FREE = 3,
	COLUMN_US = 12,
	COLUMN_SY = 13,
	COLUMN_ST = 16,
	COLUMN_USSY,  /* us / (us + sy) */
	COLUMN_TOTAL, /* us + sy */
	COLUMN_PFREE, /* free in percent of all memory */
	COLUMNS
};

static const char *const columns[COLUMNS] = {
	"r",  "b",  "swpd", "free", "buff", "cache", "si", "so",   "bi",       "bo",
	"in", "cs", "us",   "sy",   "id",   "wa",    "st", "ussy", "totalcpu", "pfree",
};

struct vmstat {
	size_t column;
	double total_kib; /* MemTotal; 0 = not found */
};

static double ratio_of(double part, double whole)
{
	return whole == 0 ? 0 : part / whole;
}

/* The headings of the table count as zeros in a formula, and not at all in a column. */
static void take_row(struct monitor_reading *reading, const struct vmstat *vmstat,
		     const struct perl_words *words)
{
	struct slice label = slice_str(columns[vmstat->column]);
	double us = perl_value(perl_word(words, COLUMN_US));
	double sy = perl_value(perl_word(words, COLUMN_SY));
	double free = perl_value(perl_word(words, COLUMN_FREE)), value;

	switch (vmstat->column) {
	case COLUMN_USSY:
		monitor_add_value(reading, label, ratio_of(us, us + sy));
		return;
	case COLUMN_TOTAL:
		monitor_add_value(reading, label, us + sy);
		return;
	case COLUMN_PFREE:
		monitor_add_value(reading, label, ratio_of(free * 100, vmstat->total_kib));
		return;
	case COLUMN_FREE:
		monitor_add_value(reading, label, free / 1024);
		return;
	default:
		if (vmstat->column >= COLUMN_US && vmstat->column <= COLUMN_ST &&
		    num_double(perl_word(words, vmstat->column), &value) && value > 100)
			monitor_add_value(reading, label, 100);
		else
			monitor_add(reading, label, perl_word(words, vmstat->column));
	}
}

static enum err vmstat_line(struct monitor_reading *reading, void *data, struct slice line,
			    struct error *err)
{
	size_t dashes = slice_find(line, "--");
	struct perl_words words;

	(void)err;
	if (dashes < line.n) {
		line = slice_skip(line, dashes + 2);
		line = slice_trim(slice_head(line, slice_find(line, "--")));
	}
	perl_split(line, &words);
	take_row(reading, data, &words);
	return OK;
}

static enum err memory_line(struct monitor_reading *reading, void *data, struct slice line,
			    struct error *err)
{
	struct vmstat *vmstat = data;

	(void)reading;
	(void)err;
	if (vmstat->total_kib == 0 && slice_take(&line, "MemTotal:"))
		vmstat->total_kib = perl_value(slice_trim(line));
	return OK;
}

enum err monitor_read_vmstat(struct monitor_reading *reading, struct error *err)
{
	struct slice heading = reading->heading.n > 0 ? reading->heading : SLICE("sy");
	struct vmstat vmstat = { .column = 0 };
	enum err e = OK;

	while (vmstat.column < COLUMNS && !slice_is(heading, columns[vmstat.column]))
		vmstat.column++;
	if (vmstat.column == COLUMNS)
		return error_set(err, ERR_INPUT, "vmstat has no column '%.*s'",
				 SLICE_FMT(slice_head(heading, 64)));
	if (vmstat.column == COLUMN_PFREE)
		e = monitor_lines(reading, "tests-sysstate", false, memory_line, &vmstat, err);
	if (e == OK && vmstat.column == COLUMN_PFREE && vmstat.total_kib == 0)
		return error_set(err, ERR_INPUT, "tests-sysstate tells no MemTotal");
	return e == OK ? monitor_lines(reading, "vmstat", true, vmstat_line, &vmstat, err) : e;
}
