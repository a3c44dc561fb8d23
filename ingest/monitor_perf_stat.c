/* SPDX-License-Identifier: GPL-2.0-or-later */
/* perf stat at intervals (monitor perf-time-stat): "  1,234      page-faults ...". */
#include "ingest/monitor.h"

static bool is_count(struct slice word)
{
	for (size_t i = 0; i < word.n; i++)
		if (slice_find_char(SLICE("0123456789,."), word.p[i]) == 12)
			return false;
	return word.n > 0;
}

/* The letters and dashes that a word begins with. */
static struct slice event_of(struct slice word)
{
	size_t n = 0;

	while (n < word.n && ((word.p[n] >= 'a' && word.p[n] <= 'z') ||
			      (word.p[n] >= 'A' && word.p[n] <= 'Z') || word.p[n] == '-'))
		n++;
	return slice_head(word, n);
}

/* Without the ',' between groups of digits. */
static struct slice ungrouped(struct arena *arena, struct slice count)
{
	char *digits = arena_cstr(arena, count);
	size_t n = 0;

	for (size_t i = 0; i < count.n; i++)
		if (count.p[i] != ',')
			digits[n++] = count.p[i];
	return (struct slice){ digits, n };
}

/* The first count with a name behind it; another word may stand before (but not at the start). */
static void take_event(struct monitor_reading *reading, struct slice line)
{
	struct perl_words words;

	perl_split(line, &words);
	for (size_t i = 1; i + 1 < words.count; i++) {
		struct slice event = event_of(perl_word(&words, i + 1));

		if (!is_count(perl_word(&words, i)) || event.n == 0)
			continue;
		if (reading->heading.n == 0 || slice_eq(event, reading->heading))
			monitor_add(reading, event,
				    ungrouped(reading->arena, perl_word(&words, i)));
		return;
	}
}

static enum err perf_stat_line(struct monitor_reading *reading, void *data, struct slice line,
			       struct error *err)
{
	bool *is_reading = data;

	(void)err;
	if (slice_starts(line, "time: "))
		*is_reading = false;
	if (slice_find(line, "Performance counter stats for") < line.n)
		*is_reading = true;
	else if (*is_reading && slice_find(line, "seconds time elapsed") == line.n)
		take_event(reading, line);
	return OK;
}

enum err monitor_read_perf_stat(struct monitor_reading *reading, struct error *err)
{
	bool is_reading = false;

	return monitor_lines(reading, "perf-time-stat", true, perf_stat_line, &is_reading, err);
}
