/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/result_lines.h"

#include "lib/num.h"

#define COUNT_MAX 1e15 /* doubles up to here are whole */

bool result_number(struct slice text, double *value, struct slice *rest)
{
	size_t n = 0;

	while (n < text.n && ((text.p[n] >= '0' && text.p[n] <= '9') || text.p[n] == '.'))
		n++;
	if (!num_double(slice_head(text, n), value))
		return false;
	*rest = slice_trim(slice_skip(text, n));
	return true;
}

bool result_line(struct slice line, const char *key, double *value, struct slice *rest)
{
	return slice_take(&line, key) && result_number(slice_trim(line), value, rest);
}

int64_t result_count(double value)
{
	return value >= 1 && value < COUNT_MAX ? (int64_t)value : 0;
}

enum err result_statistic(const struct results *results, const struct result_statistic *statistic,
			  struct error *err)
{
	struct record r = results_sample(results, slice_str(statistic->metric), statistic->unit,
					 statistic->better);

	r.statistic = statistic->statistic;
	r.value = statistic->value;
	r.n = statistic->n > 0 ? statistic->n : RECORD_NO_COUNT;
	return sink_emit(results->sink, &r, err);
}
