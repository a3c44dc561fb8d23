/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How often memcgperf verdict is wrong when it looks again and again until it is sure, and how many
 * iterations that takes: kernels as good as good, and as bad as bad, under four kinds of noise.
 * Prints the second table of docs/bisect.md.
 *     simulate_bisect [KERNELS]
 */
#include <stdio.h>

#include "lib/bisect.h"
#include "lib/num.h"
#include "tests/oracle/noises.h"

enum { KERNELS = 4000, MAX = 50, REFERENCE_MOST = 20 };

static const double ERROR = 0.01;
static const double DOUBT = 3; /* standard deviations of the count that are let pass */

struct tally {
	size_t wrong, unsure, iterations;
};

/* Each iteration is looked at, as with --run. */
static void judge(struct arena *arena, const struct bisect *rule, double (*draw)(void),
		  double factor, enum bisect_word truth, struct tally *tally)
{
	struct bisect_answer answer = { .word = BISECT_UNSURE };
	double values[MAX];
	size_t n = 0;

	while (n < MAX && answer.word == BISECT_UNSURE) {
		values[n++] = factor * draw();
		answer = bisect_look(arena, rule, values, n);
	}
	tally->wrong += answer.word != BISECT_UNSURE && answer.word != truth;
	tally->unsure += answer.word == BISECT_UNSURE;
	tally->iterations += n;
}

/* References that cannot be told apart are refused, and measured again. Returns how often. */
static size_t draw_rule(struct arena *arena, double (*draw)(void), size_t n, double factor,
			struct bisect *out)
{
	const struct bisect_options options = { .error = ERROR, .max = MAX };
	double good[REFERENCE_MOST], bad[REFERENCE_MOST];
	const struct verdict_side a = { .values = good, .n = n }, b = { .values = bad, .n = n };
	struct error err;
	size_t drawn = 0;

	do {
		arena_reset(arena);
		drawn++;
		for (size_t i = 0; i < n; i++) {
			good[i] = draw();
			bad[i] = factor * draw();
		}
	} while (bisect_begin(arena, &a, &b, &options, out, &err) != OK);
	return drawn;
}

/* Of all pairs of references, those that were refused included: no answer of them is wrong. */
static bool is_kept(size_t wrong, size_t drawn)
{
	double n = (double)drawn;

	return (double)wrong <= n * ERROR + DOUBT * sqrt(n * ERROR * (1 - ERROR));
}

static bool print_row(const char *name, double (*draw)(void), size_t n, double factor, size_t count)
{
	struct tally good = { 0 }, bad = { 0 };
	size_t drawn = 0;
	struct arena arena;
	struct bisect rule;

	arena_init(&arena);
	for (size_t i = 0; i < count; i++) {
		drawn += draw_rule(&arena, draw, n, factor, &rule);
		judge(&arena, &rule, draw, 1, BISECT_GOOD, &good);
		judge(&arena, &rule, draw, factor, BISECT_BAD, &bad);
	}
	arena_release(&arena);
	printf("| %s | %zu | %.0f %% | %.2f %% | %.2f %% | %.1f %% | %.1f | %.1f |\n", name, n,
	       100 * (factor - 1), 100 * (double)good.wrong / (double)count,
	       100 * (double)bad.wrong / (double)count,
	       100 * (double)(good.unsure + bad.unsure) / (double)(2 * count),
	       (double)good.iterations / (double)count, (double)bad.iterations / (double)count);
	return is_kept(good.wrong, drawn) && is_kept(bad.wrong, drawn);
}

int main(int argc, char **argv)
{
	static const double factors[] = { 1.03, 1.05, 1.1 };
	static const size_t ns[] = { 10, 20 };
	int64_t count = KERNELS;
	bool holds = true;

	if (argc > 1 && (!num_int(slice_str(argv[1]), &count) || count < 1))
		return 2;
	printf("| noise | n | culprit | good called bad | bad called good | unsure | iterations, "
	       "good "
	       "| bad |\n| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n");
	for (size_t i = 0; i < ARRAY_SIZE(noises); i++)
		for (size_t k = 0; k < ARRAY_SIZE(ns); k++)
			for (size_t f = 0; f < ARRAY_SIZE(factors); f++)
				holds = print_row(noises[i].name, noises[i].draw, ns[k], factors[f],
						  (size_t)count) &&
					holds;
	printf("\n%s: at most 1 answer in 100 is wrong\n", holds ? "holds" : "FAILS");
	return holds ? 0 : 1;
}
