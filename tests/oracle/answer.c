/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Our verdicts on data sets that come on standard input, one a line: the values of a and of b,
 * blanks between values, a tab between sides. One line each on standard output: method, p, effect,
 * lo, hi, A12, with tabs between. tests/oracle/check.R holds them against R's.
 */
#include <stdio.h>
#include <stdlib.h>

#include "lib/num.h"
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

int main(void)
{
	struct arena arena;
	char *line = NULL;
	size_t size = 0;
	ssize_t n;

	arena_init(&arena);
	while ((n = getline(&line, &size, stdin)) > 0) {
		answer(&arena, slice_trim_end((struct slice){ line, (size_t)n }));
		arena_reset(&arena);
	}
	free(line);
	arena_release(&arena);
	return 0;
}
