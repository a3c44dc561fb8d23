/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * CPU of statistics, in milliseconds: 1,000 metrics of 2 * 10 samples judged as one family (without
 * and with ties), and the changes of a series of 1,000 points. Prints a line each: name, ms.
 */
#include <math.h>
#include <stdio.h>
#include <time.h>

#include "lib/ediv.h"
#include "lib/verdict.h"

enum { METRICS = 1000, N = 10, POINTS = 1000, ROUNDS = 5 };

static double cpu_ms(void)
{
	struct timespec now;

	(void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

/* A number between 0 and 1 that depends on i alone. */
static double noise(uint64_t i)
{
	i = (i + 1) * 0x9e3779b97f4a7c15;
	i = (i ^ (i >> 30)) * 0xbf58476d1ce4e5b9;
	return (double)((i ^ (i >> 27)) >> 11) * 0x1p-53;
}

/* Values are multiples of step: a coarse one makes ties. */
static double judge(struct arena *arena, double step)
{
	struct verdict *rows = ARENA_ARRAY(arena, METRICS, struct verdict);
	struct verdict **family = ARENA_ARRAY(arena, METRICS, struct verdict *);
	double *values = ARENA_ARRAY(arena, (size_t)METRICS * 2 * N, double);
	double start;

	for (size_t i = 0; i < (size_t)METRICS * 2 * N; i++)
		values[i] = round((100 + noise(i)) / step) * step;
	start = cpu_ms();
	for (size_t i = 0; i < METRICS; i++) {
		struct verdict_side a = { values + i * 2 * N, NULL, N };
		struct verdict_side b = { values + i * 2 * N + N, NULL, N };

		rows[i] = verdict_of(arena, &a, &b, BETTER_LOWER, NAN);
		family[i] = &rows[i];
	}
	verdict_decide(arena, family, METRICS);
	return cpu_ms() - start;
}

static double find(struct arena *arena)
{
	const struct ediv_options options = { 0.001, 0.01 };
	double *logs = ARENA_ARRAY(arena, POINTS, double), start;
	size_t count;

	for (size_t i = 0; i < POINTS; i++)
		logs[i] = log(100 + (double)(i / 30 % 2) * 5 + noise(i));
	start = cpu_ms();
	(void)ediv_find(arena, logs, POINTS, &options, &count);
	return cpu_ms() - start;
}

static void least(double *best, double now)
{
	*best = fmin(*best, now);
}

int main(void)
{
	double best[3] = { INFINITY, INFINITY, INFINITY };
	struct arena arena;

	arena_init(&arena);
	for (int i = 0; i < ROUNDS; i++) {
		arena_reset(&arena);
		least(&best[0], judge(&arena, 1e-9));
		least(&best[1], judge(&arena, 0.1));
		least(&best[2], find(&arena));
	}
	arena_release(&arena);
	printf("verdicts %.3f\nties %.3f\nchanges %.3f\n", best[0], best[1], best[2]);
	return 0;
}
