/* SPDX-License-Identifier: GPL-2.0-or-later */
/* turbostat at intervals: the lines that sum up all processors. */
#include "ingest/monitor.h"

#include <stdlib.h>

struct column {
	struct slice name;
	size_t word;
};

struct turbostat {
	struct column columns[PERL_WORDS_MAX];
	size_t count;
	bool has_heading;
};

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* "C1%", "C1E%", "CPU%c6" anywhere in a name. */
static bool is_state(struct slice name)
{
	size_t cpu = slice_find(name, "CPU%c");

	if (cpu + 5 < name.n && is_digit(name.p[cpu + 5]))
		return true;
	for (size_t i = 0; i + 2 < name.n; i++) {
		size_t k = i + 2;

		if (name.p[i] != 'C' || !is_digit(name.p[i + 1]))
			continue;
		while (k < name.n && name.p[k] >= 'A' && name.p[k] <= 'Z')
			k++;
		if (k < name.n && name.p[k] == '%')
			return true;
	}
	return false;
}

static bool is_wanted(struct slice name)
{
	static const char *const names[] = { "CorWatt", "PkgWatt", "%Busy",
					     "Busy%",   "POLL%",   "Avg_MHz" };

	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (slice_is(name, names[i]))
			return true;
	return is_state(name);
}

static int by_name(const void *a, const void *b)
{
	return slice_cmp(((const struct column *)a)->name, ((const struct column *)b)->name);
}

/* Whether a word is followed by another. */
static bool has_pair(const struct perl_words *words, const char *first, const char *second)
{
	for (size_t i = 0; i + 1 < words->count; i++)
		if (slice_is(perl_word(words, i), first) &&
		    slice_starts(perl_word(words, i + 1), second))
			return true;
	return false;
}

static void take_heading(struct monitor_reading *reading, struct turbostat *stat,
			 const struct perl_words *words)
{
	for (size_t i = 0; i < words->count; i++)
		if (is_wanted(perl_word(words, i)))
			stat->columns[stat->count++] =
				(struct column){ arena_slice(reading->arena, perl_word(words, i)),
						 i };
	qsort(stat->columns, stat->count, sizeof(stat->columns[0]), by_name);
	stat->has_heading = true;
}

/* Time stamps of the monitor may stand before the line; all words count with them. */
static enum err turbostat_line(struct monitor_reading *reading, void *data, struct slice line,
			       struct error *err)
{
	struct turbostat *stat = data;
	struct perl_words words;
	size_t first;

	(void)err;
	perl_split(slice_trim(line), &words);
	if (!stat->has_heading &&
	    (has_pair(&words, "Core", "CPU") || has_pair(&words, "CPU", "Avg_MHz")))
		take_heading(reading, stat, &words);
	first = slice_is(perl_word(&words, 3), "--") ? 4 : 0;
	if (!slice_is(perl_word(&words, first), "-"))
		return OK;
	for (size_t i = 0; i < stat->count; i++)
		if (reading->heading.n == 0 || slice_eq(reading->heading, stat->columns[i].name))
			monitor_add(reading, stat->columns[i].name,
				    perl_word(&words, stat->columns[i].word));
	return OK;
}

enum err monitor_read_turbostat(struct monitor_reading *reading, struct error *err)
{
	struct turbostat stat = { 0 };

	return monitor_lines(reading, "turbostat", true, turbostat_line, &stat, err);
}

/* ---- kcache-slabs: totals of allocations and frees between "time:" lines ---- */

struct slabs {
	bool begun;
	double allocs, frees;
};

static double rate_of(struct slice line)
{
	struct slice word = SLICE_NONE, next;

	while ((next = slice_field(&line)).n > 0)
		word = next;
	return perl_value(word); /* without the "/sec" behind it */
}

static bool is_total(struct slice line, const char *first, const char *second)
{
	return slice_take(&line, "total ") &&
	       (slice_starts(line, first) || slice_starts(line, second));
}

static enum err slabs_line(struct monitor_reading *reading, void *data, struct slice line,
			   struct error *err)
{
	struct slabs *slabs = data;
	struct slice text = slice_trim(line);
	struct slice wanted = slice_head(reading->heading, slice_find_char(reading->heading, '-'));

	(void)err;
	if (slice_starts(text, "time: ")) {
		if (slabs->begun) {
			monitor_add_value(reading, SLICE("allocs"), slabs->allocs);
			monitor_add_value(reading, SLICE("frees"), slabs->frees);
		}
		*slabs = (struct slabs){ .begun = true };
	} else if (is_total(text, "kmem_cache_alloc", "kmallocs")) {
		slabs->allocs += wanted.n == 0 || slice_is(wanted, "allocs") ? rate_of(text) : 0;
	} else if (is_total(text, "kmem_cache_frees", "kfrees")) {
		slabs->frees += wanted.n == 0 || slice_is(wanted, "frees") ? rate_of(text) : 0;
	}
	return OK;
}

enum err monitor_read_slabs(struct monitor_reading *reading, struct error *err)
{
	struct slabs slabs = { 0 };

	return monitor_lines(reading, "kcache-slabs", true, slabs_line, &slabs, err);
}
