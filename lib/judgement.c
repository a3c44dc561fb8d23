/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/judgement.h"

#include <math.h>

static enum verdict_word word_of(const size_t counts[])
{
	static const enum verdict_word order[] = {
		VERDICT_WORSE,   VERDICT_UNCLEAR, VERDICT_BETTER,
		VERDICT_CHANGED, VERDICT_SMALL,   VERDICT_SAME,
	};

	for (size_t i = 0; i < ARRAY_SIZE(order); i++)
		if (counts[order[i]] > 0)
			return order[i];
	return VERDICT_UNCLEAR;
}

/* A ratio's size: half as much is as far as twice as much. */
static double size_of(const struct verdict *v)
{
	return v->is_difference ? fabs(v->effect / v->floor) * VERDICT_FLOOR
				: fabs(log1p(v->effect));
}

static const struct verdict *verdict_at(const struct comparison *comparison, size_t row,
					size_t column)
{
	return &comparison->rows[row].cells[column].verdict;
}

/* Puts it among the worst where it belongs; the least of too many goes. */
static void add_worse(const struct comparison *comparison, struct judgement *out, size_t row,
		      size_t column)
{
	double size = size_of(verdict_at(comparison, row, column));
	size_t at = out->worst_count;

	while (at > 0 && size_of(verdict_at(comparison, out->worst[at - 1].row,
					    out->worst[at - 1].column)) < size)
		at--;
	if (at == JUDGEMENT_WORST_MAX)
		return;
	if (out->worst_count < JUDGEMENT_WORST_MAX)
		out->worst_count++;
	for (size_t i = out->worst_count - 1; i > at; i--)
		out->worst[i] = out->worst[i - 1];
	out->worst[at].row = row;
	out->worst[at].column = column;
}

struct judgement judgement_of(const struct comparison *comparison)
{
	struct judgement out = { .word = VERDICT_NONE };

	for (size_t i = 0; i < comparison->row_count; i++)
		for (size_t k = 0; k < comparison->column_count; k++) {
			const struct compare_cell *cell = &comparison->rows[i].cells[k];

			if (k == comparison->baseline || cell->verdict.n_a == 0 ||
			    cell->verdict.n_b == 0 || comparison->rows[i].duration)
				continue;
			out.counts[cell->verdict.word]++;
			if (cell->verdict.word == VERDICT_WORSE)
				add_worse(comparison, &out, i, k);
		}
	out.word = word_of(out.counts);
	return out;
}
