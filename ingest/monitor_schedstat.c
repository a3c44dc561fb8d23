/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * /proc/schedstat before and after a test: wake-ups, and how select_idle_sibling searched. The peer
 * does not look where a test ends: those that follow it in the file are added.
 */
#include "ingest/monitor.h"

/* Counters of a "cpuN" line, in its order from word 10 on; ttwu are words 5 and 6. */
enum counter {
	SEARCH,
	DOMAIN_SEARCH,
	SCANNED,
	FAILED,
	RECENT_HIT,
	RECENT_MISS,
	CORE_SEARCH,
	CORE_MISS,
	TTWU_COUNT,
	TTWU_LOCAL,
	COUNTERS
};

enum { WORD_TTWU_COUNT = 5, WORD_TTWU_LOCAL = 6, WORD_SEARCH = 10 };

struct schedstat {
	struct snapshot snapshot;
	double version;
	double sum[COUNTERS]; /* after - before, over all processors */
};

/* How many of the counters from SEARCH on a version of the file has. */
static size_t counters_of(double version)
{
	if (version >= 18)
		return CORE_MISS + 1;
	if (version >= 17)
		return RECENT_MISS + 1;
	return version >= 16 ? FAILED + 1 : 0;
}

static void take_processor(struct schedstat *stat, const struct perl_words *words)
{
	double sign = stat->snapshot.part == SNAPSHOT_BEFORE ? -1 : 1;
	size_t count = counters_of(stat->version);

	if (stat->version < 15)
		return;
	stat->sum[TTWU_COUNT] += sign * perl_value(perl_word(words, WORD_TTWU_COUNT));
	stat->sum[TTWU_LOCAL] += sign * perl_value(perl_word(words, WORD_TTWU_LOCAL));
	for (size_t i = 0; i < count; i++)
		stat->sum[i] += sign * perl_value(perl_word(words, WORD_SEARCH + i));
}

static enum err schedstat_line(struct monitor_reading *reading, void *data, struct slice line,
			       struct error *err)
{
	struct schedstat *stat = data;
	struct perl_words words;

	(void)err;
	if (!snapshot_line(&stat->snapshot, reading, line))
		return OK;
	perl_split(line, &words);
	if (slice_is(perl_word(&words, 0), "version"))
		stat->version = perl_value(perl_word(&words, 1));
	else if (slice_starts(perl_word(&words, 0), "cpu"))
		take_processor(stat, &words);
	return OK;
}

static double percent(double part, double whole, double without)
{
	return whole == 0 ? without : part * 100 / whole;
}

static enum err schedstat_rows(struct monitor_reading *reading, double *sum, struct error *err)
{
	double fast = sum[SEARCH] - sum[DOMAIN_SEARCH];
	double domain_scanned = sum[SCANNED] - fast;
	double recent = sum[RECENT_HIT] + sum[RECENT_MISS];
	const struct {
		const char *name;
		double value;
	} rows[] = {
		{ "TTWU Count", sum[TTWU_COUNT] },
		{ "TTWU Local", sum[TTWU_LOCAL] },
		{ "SIS Search", sum[SEARCH] },
		{ "SIS Domain Search", sum[DOMAIN_SEARCH] },
		{ "SIS Scanned", sum[SCANNED] },
		{ "SIS Domain Scanned", domain_scanned },
		{ "SIS Failures", sum[FAILED] },
		{ "SIS Core Search", sum[CORE_SEARCH] },
		{ "SIS Core Hit", sum[CORE_SEARCH] - sum[CORE_MISS] },
		{ "SIS Core Miss", sum[CORE_MISS] },
		{ "SIS Recent Used Hit", sum[RECENT_HIT] },
		{ "SIS Recent Used Miss", sum[RECENT_MISS] },
		{ "SIS Recent Attempts", recent },
		{ "SIS Search Efficiency", percent(sum[SEARCH], sum[SCANNED], 100) },
		{ "SIS Domain Search Eff",
		  sum[SCANNED] == 0 ? 100 : percent(sum[DOMAIN_SEARCH], domain_scanned, 0) },
		{ "SIS Fast Success Rate", percent(fast, sum[SEARCH], 100) },
		{ "SIS Success Rate", percent(sum[SEARCH] - sum[FAILED], sum[SEARCH], 100) },
		{ "SIS Recent Success Rate", percent(sum[RECENT_HIT], recent, 0) },
	};

	if (sum[SCANNED] != 0 && domain_scanned == 0)
		return error_set(err, ERR_INPUT, "schedstat: no domain was scanned");
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		monitor_add_value(reading, slice_str(rows[i].name), rows[i].value);
	return OK;
}

enum err monitor_read_schedstat(struct monitor_reading *reading, struct error *err)
{
	struct schedstat stat = { .snapshot = { .from = "/proc/schedstat",
						.until = "/proc/diskstats",
						.runs_on = true } };
	enum err e = monitor_lines(reading, "tests-sysstate", false, schedstat_line, &stat, err);

	return e == OK ? schedstat_rows(reading, stat.sum, err) : e;
}
