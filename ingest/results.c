/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/results.h"

#include "ingest/run_heading.h"
#include "lib/num.h"

enum { ITERATION_MAX = 1000 * 1000 };

void results_label(struct results *results, const char *key, struct slice value)
{
	size_t i = 0;

	while (i < results->label_count && !slice_is(results->labels[i].key, key))
		i++;
	if (i == RESULTS_LABELS_MAX)
		return;
	if (value.n > 0) {
		results->labels[i] = (struct label){ slice_str(key), value };
		results->label_count += i == results->label_count;
	} else if (i < results->label_count) {
		results->labels[i] = results->labels[--results->label_count];
	}
}

struct record results_sample(const struct results *results, struct slice metric, const char *unit,
			     enum better better)
{
	struct record r = record_init(RECORD_SAMPLE);

	r.line = results->line;
	r.run = results->run;
	r.benchmark = results->benchmark;
	r.iteration = results->iteration;
	r.metric = metric;
	r.labels = results->labels;
	r.label_count = results->label_count;
	r.unit = slice_str(unit);
	r.better = better;
	return r;
}

enum err results_emit(const struct results *results, const char *metric, double value,
		      const char *unit, enum better better, struct error *err)
{
	struct record r = results_sample(results, slice_str(metric), unit, better);

	r.value = value;
	return sink_emit(results->sink, &r, err);
}

bool results_lkp_line(struct results *results, struct slice line)
{
	struct slice s = slice_trim(line);
	int64_t number;

	if (slice_take(&s, "Instance: ") && num_int(s, &number) && number >= 1) {
		results_label(results, "instance", s);
		results->iteration = 0;
		return true;
	}
	if (!slice_take(&s, "Iterations: ") || !num_int(s, &number) || number < 1 ||
	    number > ITERATION_MAX)
		return false;
	results->iteration = (int)number;
	return true;
}

bool results_is_dated(struct slice line)
{
	static const char shape[] = "0000-00-00 00:00:00 ";

	if (line.n < sizeof(shape) - 1)
		return false;
	for (size_t i = 0; i < sizeof(shape) - 1; i++) {
		bool is_digit = line.p[i] >= '0' && line.p[i] <= '9';

		if (shape[i] == '0' ? !is_digit : line.p[i] != shape[i])
			return false;
	}
	return true;
}

void results_heading(struct results *results, const struct text *text, size_t i)
{
	struct slice run = run_heading(text, i);

	if (run.n > 0)
		results->run = run;
}

struct slice results_line(struct arena *arena, const struct text *text, size_t i, const char *end,
			  size_t *last)
{
	struct slice s = slice_trim(text->lines[i].s), joined;
	size_t below = text_row_below(text, i);

	*last = i;
	if (slice_find(s, end) < s.n || below >= text->count || text->lines[below].taken)
		return s;
	joined = arena_printf(arena, "%.*s %.*s", SLICE_FMT(s),
			      SLICE_FMT(slice_trim(text->lines[below].s)));
	if (slice_find(joined, end) == joined.n)
		return s;
	*last = below;
	return joined;
}

void results_take(struct text *text, size_t i, size_t last)
{
	text->lines[i].taken = true;
	text->lines[last].taken = true;
}

bool results_word_above(const struct text *text, size_t i, const char *word, int lines)
{
	for (int k = 0; k < lines; k++) {
		i = run_line_above(text, i);
		if (i >= text->count)
			return false;
		if (slice_find(text->lines[i].s, word) < text->lines[i].s.n)
			return true;
	}
	return false;
}
