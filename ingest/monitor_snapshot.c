/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Files of a whole iteration: tests-timestamp and the snapshots of tests-sysstate. */
#include "ingest/monitor.h"

/* Takes "MARK :: " and the benchmark's name; what follows it may be the rest of a longer name. */
static bool take_mark(struct slice *line, const char *mark, struct slice benchmark)
{
	struct slice rest = *line;

	if (!slice_take(&rest, mark) || rest.n < benchmark.n ||
	    !slice_eq(slice_head(rest, benchmark.n), benchmark))
		return false;
	*line = slice_skip(rest, benchmark.n);
	return true;
}

static bool is_mark(struct slice line, const char *mark, const char *file)
{
	return slice_take(&line, mark) && slice_starts(line, file);
}

/* The part that a line opens or closes, or false. */
static bool turns_part(struct snapshot *snapshot, struct slice line)
{
	if (is_mark(line, "file start :: ", snapshot->from))
		snapshot->part = SNAPSHOT_BEFORE;
	else if (is_mark(line, "file end :: ", snapshot->from))
		snapshot->part = SNAPSHOT_AFTER;
	else if (is_mark(line, "file start :: ", snapshot->until) ||
		 is_mark(line, "file end :: ", snapshot->until))
		snapshot->part = SNAPSHOT_NONE;
	else
		return false;
	return true;
}

bool snapshot_line(struct snapshot *snapshot, struct monitor_reading *reading, struct slice line)
{
	struct slice rest = line;

	/* All marks hold "::", and no file of /proc that is read here does. */
	if (slice_find(slice_head(line, 16), " :: ") == slice_head(line, 16).n)
		return snapshot->in_test && snapshot->part != SNAPSHOT_NONE;
	if (take_mark(&rest, "test begin :: ", reading->benchmark)) {
		snapshot->in_test = true;
	} else if (take_mark(&rest, "test end :: ", reading->benchmark)) {
		snapshot->in_test = snapshot->runs_on;
	} else if (take_mark(&rest, "time :: ", reading->benchmark)) {
		struct perl_words words;

		perl_split(line, &words);
		snapshot->elapsed = arena_slice(reading->arena, perl_word(&words, 7));
	} else if (snapshot->in_test) {
		(void)turns_part(snapshot, line); /* the other marks mean nothing here */
	}
	return false;
}

/*
 * time :: stream 0.90 user 0.20 system 1.84 elapsed
 * The tables of 2015 had one more blank behind their names.
 */
static enum err duration_line(struct monitor_reading *reading, void *data, struct slice line,
			      struct error *err)
{
	static const char *const names[] = { "User", "System", "Elapsed" };
	const char *blank = reading->revision == PEER_2015 ? " " : "";
	struct perl_words words;

	(void)data;
	(void)err;
	if (!take_mark(&line, "time :: ", reading->benchmark) || !slice_take(&line, " "))
		return OK;
	perl_split(line, &words);
	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		monitor_add(reading, arena_printf(reading->arena, "%s%s", names[i], blank),
			    perl_word(&words, 2 * i));
	return OK;
}

enum err monitor_read_duration(struct monitor_reading *reading, struct error *err)
{
	return monitor_lines(reading, "tests-timestamp", false, duration_line, NULL, err);
}
