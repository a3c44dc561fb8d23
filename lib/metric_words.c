/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/metric_words.h"

#include <strings.h>

#include "lib/buf.h"

enum { LISTED_MAX = 8, LISTED_BYTES = 360 };
enum fit { FIT_NOT, FIT_PARTS, FIT_WORDS, FIT_WHOLE, FIT_COUNT };

struct slice metric_words(struct arena *arena, const struct metric *metric)
{
	const struct slice labels = metric->labels;
	struct slice out;
	struct buf buf;

	buf_init(&buf);
	buf_add(&buf, metric->benchmark);
	buf_adds(&buf, metric->benchmark.n > 0 ? " " : "");
	buf_add(&buf, metric->name);
	buf_adds(&buf, labels.n > 0 ? " " : "");
	for (size_t i = 0; i < labels.n; i++)
		if (labels.p[i] == '\\' && i + 1 < labels.n)
			buf_addc(&buf, labels.p[++i]);
		else
			buf_addc(&buf, labels.p[i] == ',' ? ' ' : labels.p[i]);
	out = arena_slice(arena, buf_slice(&buf));
	buf_release(&buf);
	return out;
}

static bool alike(struct slice a, struct slice b)
{
	return a.n == b.n && strncasecmp(a.p, b.p, a.n) == 0;
}

static bool holds(struct slice text, struct slice part)
{
	for (size_t i = 0; i + part.n <= text.n; i++)
		if (strncasecmp(text.p + i, part.p, part.n) == 0)
			return true;
	return false;
}

/* The value of "key=value", else all of it. */
static struct slice value_of(struct slice word)
{
	size_t at = slice_find_char(word, '=');

	return at < word.n ? slice_skip(word, at + 1) : word;
}

static bool says(struct slice word, struct slice own)
{
	return alike(word, own) || alike(word, value_of(own));
}

static bool is_among(struct slice word, struct slice text)
{
	struct slice own;

	while ((own = slice_field(&text)).n > 0)
		if (says(word, own))
			return true;
	return false;
}

/* Each word of the metric is said by one of the words. */
static bool is_whole(struct slice metric, struct slice words)
{
	struct slice own;

	while ((own = slice_field(&metric)).n > 0) {
		struct slice rest = words, word;
		bool said = false;

		while ((word = slice_field(&rest)).n > 0)
			said = said || says(word, own);
		if (!said)
			return false;
	}
	return true;
}

static enum fit fit_of(struct arena *arena, const struct metric *metric, struct slice words)
{
	struct slice own = metric_words(arena, metric), rest = words, word;
	bool all = true, parts = true;

	while ((word = slice_field(&rest)).n > 0) {
		bool is_word = is_among(word, own) || alike(word, metric->unit);

		all = all && is_word;
		parts = parts && (is_word || holds(own, word));
	}
	if (all)
		return is_whole(own, words) ? FIT_WHOLE : FIT_WORDS;
	return parts ? FIT_PARTS : FIT_NOT;
}

/* "'a b', 'a c' and 12 more" of those that fit so. */
static struct slice list_of(struct arena *arena, const struct column *column, struct slice words,
			    enum fit fit)
{
	size_t listed = 0, more = 0;
	struct slice out;
	struct buf buf;

	buf_init(&buf);
	for (size_t i = 0; i < column->cell_count; i++) {
		const struct column_cell *cell = &column->cells[i];

		if (cell->statistic.n > 0 ||
		    (fit != FIT_NOT && fit_of(arena, &cell->metric, words) != fit))
			continue;
		if (listed == LISTED_MAX || buf.n > LISTED_BYTES) {
			more++;
			continue;
		}
		buf_addf(&buf, "%s'%.*s'", listed++ > 0 ? ", " : "",
			 SLICE_FMT(slice_head(metric_words(arena, &cell->metric), 100)));
	}
	if (more > 0)
		buf_addf(&buf, " and %zu more", more);
	out = arena_slice(arena, buf_slice(&buf));
	buf_release(&buf);
	return out;
}

static enum err not_found(struct arena *arena, const struct column *column, struct slice words,
			  struct error *err)
{
	struct slice list = list_of(arena, column, words, FIT_NOT);

	if (list.n == 0)
		return error_set(err, ERR_NOT_FOUND, "it holds no samples");
	return error_set(err, ERR_NOT_FOUND, "no metric '%.*s' among: %.*s",
			 SLICE_FMT(slice_head(words, 64)), SLICE_FMT(list));
}

enum err metric_by_words(struct arena *arena, const struct column *column, struct slice words,
			 const struct column_cell **out, struct error *err)
{
	const struct column_cell *first[FIT_COUNT] = { NULL };
	size_t counts[FIT_COUNT] = { 0 };
	enum fit best = FIT_NOT;

	for (size_t i = 0; i < column->cell_count; i++) {
		const struct column_cell *cell = &column->cells[i];
		enum fit fit;

		if (cell->statistic.n > 0)
			continue;
		fit = fit_of(arena, &cell->metric, words);
		if (counts[fit]++ == 0)
			first[fit] = cell;
		best = fit > best ? fit : best;
	}
	if (best == FIT_NOT)
		return not_found(arena, column, words, err);
	if (counts[best] > 1)
		return error_set(err, ERR_CONFLICT, "metric '%.*s' may be %.*s",
				 SLICE_FMT(slice_head(words, 64)),
				 SLICE_FMT(list_of(arena, column, words, best)));
	*out = first[best];
	return OK;
}
