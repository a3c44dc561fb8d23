/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Our verdicts on data sets that come on standard input, one a line: the values of a and of b,
 * blanks between values, a tab between sides. One line each on standard output: method, p, effect,
 * lo, hi, A12, with tabs between. A line "share", "COUNT TOTAL" and "COUNT TOTAL" is answered by
 * the intervals of both shares, the change and its interval. tests/oracle/check.R holds verdicts
 * against R's, check_scipy.py both against SciPy's.
 */
#include <stdio.h>
#include <stdlib.h>

#include "lib/num.h"
#include "lib/share.h"
#include "lib/verdict.h"

static size_t values_of(struct arena *arena, struct slice text, double **out)
{
	size_t count = 0, capacity = 0;
	struct slice word;

	*out = NULL;
	while ((word = slice_field(&text)).n > 0) {
		double value;

		if (!num_double(word, &value)) {
			(void)fprintf(stderr, "'%.*s' is no number\n", SLICE_FMT(word));
			exit(1);
		}
		ARENA_PUSH(arena, *out, count, capacity, value);
	}
	return count;
}

static void answer(struct arena *arena, struct slice line)
{
	struct slice rest = line, part;
	struct verdict_side sides[2] = { { NULL }, { NULL } };
	struct verdict v;
	double *values;

	for (size_t i = 0; i < 2 && slice_split(&rest, '\t', &part); i++) {
		sides[i].n = values_of(arena, part, &values);
		sides[i].values = values;
	}
	v = verdict_of(arena, &sides[0], &sides[1], BETTER_LOWER, 0);
	printf("%s\t%.17g\t%.17g\t%.17g\t%.17g\t%.17g\n", verdict_method_name(v.method), v.p,
	       v.effect, v.lo, v.hi, v.a12);
}

static void answer_share(struct arena *arena, struct slice sides)
{
	struct share shares[2] = { share_only(0), share_only(0) }, d;
	struct slice part;
	double *values;

	for (size_t i = 0; i < 2 && slice_split(&sides, '\t', &part); i++)
		if (values_of(arena, part, &values) == 2)
			shares[i] = share_of(values[0], values[1]);
	d = share_difference(shares[0], shares[1]);
	printf("%.17g\t%.17g\t%.17g\t%.17g\t%.17g\t%.17g\t%.17g\n", shares[0].lo, shares[0].hi,
	       shares[1].lo, shares[1].hi, d.part, d.lo, d.hi);
}

static void answer_line(struct arena *arena, struct slice line)
{
	if (slice_starts(line, "share\t"))
		answer_share(arena, slice_skip(line, sizeof("share\t") - 1));
	else
		answer(arena, line);
}

int main(void)
{
	struct arena arena;
	char *line = NULL;
	size_t size = 0;
	ssize_t n;

	arena_init(&arena);
	while ((n = getline(&line, &size, stdin)) > 0) {
		answer_line(&arena, slice_trim_end((struct slice){ line, (size_t)n }));
		arena_reset(&arena);
	}
	free(line);
	arena_release(&arena);
	return 0;
}
