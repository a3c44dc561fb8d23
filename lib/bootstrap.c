/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/bootstrap.h"

#include <math.h>

#include "lib/sha256.h"
#include "lib/stats.h"

enum { DRAW_MAX = 128, LOW_RANK = 50 };

static const double TURN = 6.283185307179586;

struct generator {
	uint64_t state[4];
};

static uint64_t rotated(uint64_t x, int by)
{
	return (x << by) | (x >> (64 - by));
}

static uint64_t generator_next(struct generator *generator)
{
	uint64_t *s = generator->state, out = rotated(s[1] * 5, 7) * 9, t = s[1] << 17;

	s[2] ^= s[0];
	s[3] ^= s[1];
	s[1] ^= s[2];
	s[0] ^= s[3];
	s[2] ^= t;
	s[3] = rotated(s[3], 45);
	return out;
}

/* splitmix64 */
static void generator_seed(struct generator *generator, uint64_t seed)
{
	for (int i = 0; i < 4; i++) {
		uint64_t z = seed += 0x9e3779b97f4a7c15;

		z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
		z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
		generator->state[i] = z ^ (z >> 31);
	}
}

static uint64_t seed_of(const struct bootstrap_group *groups, size_t count)
{
	struct sha256_stream stream;
	unsigned char hash[SHA256_SIZE];
	uint64_t seed = 0;

	sha256_begin(&stream);
	for (size_t i = 0; i < count; i++)
		sha256_add(&stream, (struct slice){ (const char *)groups[i].values,
						    groups[i].n * sizeof(double) });
	sha256_end(&stream, hash);
	for (int i = 7; i >= 0; i--)
		seed = seed << 8 | hash[i];
	return seed;
}

/* The mean of as many values as there are, drawn from them: two places from each number. */
static double drawn_mean(struct generator *generator, const double *values, size_t n)
{
	double sum = 0;
	size_t i;

	for (i = 0; i + 1 < n; i += 2) {
		uint64_t x = generator_next(generator);

		sum += values[(x >> 32) * n >> 32];
		sum += values[(x & UINT32_MAX) * n >> 32];
	}
	if (i < n)
		sum += values[(generator_next(generator) >> 32) * n >> 32];
	return sum / (double)n;
}

/* Box and Muller, 1958. */
static double drawn_normal(struct generator *generator)
{
	double u = ((double)(generator_next(generator) >> 11) + 1) * 0x1p-53;
	double v = (double)(generator_next(generator) >> 11) * 0x1p-53;

	return sqrt(-2 * log(u)) * cos(TURN * v);
}

static void resample(struct generator *generator, const struct bootstrap_group *group,
		     double (*sums)[BOOTSTRAP_SUMS])
{
	for (size_t i = 0; i < BOOTSTRAP_RESAMPLES; i++) {
		double now = drawn_mean(generator, group->values, group->n);

		for (int s = 0; s < BOOTSTRAP_SUMS; s++)
			sums[i][s] += group->weights[s] * now;
	}
}

/* What sums of many resampled means tend to: their normal distribution, by its Cholesky factor. */
static void resample_normal(struct generator *generator, const struct bootstrap_group *groups,
			    size_t count, double (*sums)[BOOTSTRAP_SUMS])
{
	double center[2] = { 0 }, xx = 0, xy = 0, yy = 0, a, b, c;

	for (size_t i = 0; i < count; i++) {
		const double *w = groups[i].weights;
		double n = (double)groups[i].n, mean, stddev, variance;

		stats_moments(groups[i].values, groups[i].n, &mean, &stddev);
		variance = stddev * stddev * (n - 1) / (n * n);
		center[0] += w[0] * mean;
		center[1] += w[1] * mean;
		xx += w[0] * w[0] * variance;
		xy += w[0] * w[1] * variance;
		yy += w[1] * w[1] * variance;
	}
	a = sqrt(xx);
	b = a > 0 ? xy / a : 0;
	c = sqrt(fmax(0, yy - b * b));
	for (size_t i = 0; i < BOOTSTRAP_RESAMPLES; i++) {
		double x = drawn_normal(generator), y = drawn_normal(generator);

		sums[i][0] = center[0] + a * x;
		sums[i][1] = center[1] + b * x + c * y;
	}
}

static double value_of(const struct bootstrap_group *groups, size_t count,
		       bootstrap_statistic *statistic)
{
	double sums[BOOTSTRAP_SUMS] = { 0 }, mean, stddev;

	for (size_t i = 0; i < count; i++) {
		stats_moments(groups[i].values, groups[i].n, &mean, &stddev);
		for (int s = 0; s < BOOTSTRAP_SUMS; s++)
			sums[s] += groups[i].weights[s] * mean;
	}
	return statistic(sums);
}

double bootstrap_ratio(const double sums[BOOTSTRAP_SUMS])
{
	return expm1(sums[0]);
}

double bootstrap_step(const double sums[BOOTSTRAP_SUMS])
{
	return exp(sums[0]) - exp(sums[1]);
}

struct bootstrap bootstrap_of(struct arena *arena, const struct bootstrap_group *groups,
			      size_t count, bootstrap_statistic *statistic)
{
	struct bootstrap out = { value_of(groups, count, statistic), NAN, NAN };
	double(*sums)[BOOTSTRAP_SUMS], *values;
	struct arena_mark mark = arena_mark(arena);
	struct generator generator;
	size_t all = 0;

	for (size_t i = 0; i < count; i++) {
		if (groups[i].n < BOOTSTRAP_LEAST)
			return out;
		all += groups[i].n;
	}
	sums = arena_array(arena, BOOTSTRAP_RESAMPLES, sizeof(*sums));
	values = ARENA_ARRAY(arena, BOOTSTRAP_RESAMPLES, double);
	generator_seed(&generator, seed_of(groups, count));
	if (all > DRAW_MAX)
		resample_normal(&generator, groups, count, sums);
	for (size_t i = 0; i < count && all <= DRAW_MAX; i++)
		resample(&generator, &groups[i], sums);
	for (size_t i = 0; i < BOOTSTRAP_RESAMPLES; i++)
		values[i] = statistic(sums[i]);
	out.lo = stats_select(values, BOOTSTRAP_RESAMPLES, LOW_RANK - 1);
	out.hi = stats_select(values + LOW_RANK, BOOTSTRAP_RESAMPLES - LOW_RANK,
			      BOOTSTRAP_RESAMPLES - 2 * LOW_RANK);
	arena_rewind(arena, mark);
	return out;
}
