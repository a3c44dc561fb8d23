/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How often rules are wrong, and how often they find a difference of 5 %: pairs of samples under
 * four kinds of noise, A against A and A against 1.05 A. Prints the table of docs/statistics.md.
 *     simulate [PAIRS]
 * mmtests' mark and LKP's default rule are written anew from what they compute.
 */
#include <math.h>
#include <stdio.h>

#include "lib/num.h"
#include "lib/stats.h"
#include "lib/verdict.h"
#include "tests/oracle/noises.h"

enum { PAIRS = 20000, N_MOST = 20, RULES = 4 };

/* Ranges of mean +- 1.96 standard deviations that do not touch. */
static bool mmtests(const double *a, const double *b, size_t n)
{
	double mean_a, mean_b, stddev_a, stddev_b;

	stats_moments(a, n, &mean_a, &stddev_a);
	stats_moments(b, n, &mean_b, &stddev_b);
	return fabs(mean_a - mean_b) > 1.959963984540054 * (stddev_a + stddev_b);
}

/* min b > mean a and mean b > max a, or mirrored; "mean" is the upper median. */
static bool lkp(struct arena *arena, const double *a, const double *b, size_t n)
{
	double *x = ARENA_ARRAY(arena, n, double), *y = ARENA_ARRAY(arena, n, double);

	for (size_t i = 0; i < n; i++) {
		x[i] = a[i];
		y[i] = b[i];
	}
	stats_sort(x, n);
	stats_sort(y, n);
	return (y[0] > x[n / 2] && y[n / 2] > x[n - 1]) || (x[0] > y[n / 2] && x[n / 2] > y[n - 1]);
}

/* Rates of: better or worse, the test without its floor, mmtests, LKP. */
static void rates(double (*draw)(void), size_t n, double factor, int pairs, double out[RULES])
{
	struct arena arena;
	double a[N_MOST], b[N_MOST];

	arena_init(&arena);
	for (int i = 0; i < RULES; i++)
		out[i] = 0;
	for (int i = 0; i < pairs; i++) {
		struct verdict_side sides[2] = { { a, NULL, n }, { b, NULL, n } };
		struct verdict v;

		for (size_t k = 0; k < n; k++) {
			a[k] = draw();
			b[k] = factor * draw();
		}
		arena_reset(&arena);
		v = verdict_of(&arena, &sides[0], &sides[1], BETTER_LOWER, 0);
		out[0] += verdict_mark(v.word) == '*';
		out[1] += v.p <= VERDICT_ALPHA && (v.lo > 0 || v.hi < 0);
		out[2] += mmtests(a, b, n);
		out[3] += lkp(&arena, a, b, n);
	}
	for (int i = 0; i < RULES; i++)
		out[i] /= pairs;
	arena_release(&arena);
}

int main(int argc, char **argv)
{
	static const size_t ns[] = { 3, 5, 6, 10, 20 };
	int64_t pairs = PAIRS;
	bool holds = true;

	if (argc > 1 &&
	    (!num_int((struct slice){ argv[1], __builtin_strlen(argv[1]) }, &pairs) || pairs < 1))
		return 2;
	printf("| noise | n | verdict | the test alone | mmtests | LKP |\n"
	       "| --- | ---: | ---: | ---: | ---: | ---: |\n");
	for (size_t i = 0; i < ARRAY_SIZE(noises); i++)
		for (size_t k = 0; k < ARRAY_SIZE(ns); k++) {
			double alarms[RULES], power[RULES];

			rates(noises[i].draw, ns[k], 1, (int)pairs, alarms);
			rates(noises[i].draw, ns[k], 1.05, (int)pairs, power);
			printf("| %s | %zu |", noises[i].name, ns[k]);
			for (int r = 0; r < RULES; r++)
				printf(" %.3f / %.2f |", alarms[r], power[r]);
			printf("\n");
			holds = holds && (ns[k] < 5 || (alarms[0] <= 0.06 && alarms[1] <= 0.06));
		}
	printf("\n%s: false alarms of the verdict at n >= 5 are %s 6 %%\n",
	       holds ? "holds" : "FAILS", holds ? "at most" : "over");
	return holds ? 0 : 1;
}
