/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/ediv.h"

#include <math.h>
#include <string.h>

#include "lib/stats.h"

static const double SPLIT_P_FACTOR = 10; /* how much weaker a place may be before it is merged */

/* Sums of |x_i - x_k| over i < rows and k < columns, for one window. */
struct distances {
	double sums[EDIV_WINDOW + 1][EDIV_WINDOW + 1];
};

static void distances_fill(struct distances *d, const double *xs, size_t n)
{
	memset(d->sums[0], 0, (n + 1) * sizeof(d->sums[0][0]));
	for (size_t i = 0; i < n; i++) {
		double row = 0;

		d->sums[i + 1][0] = 0;
		for (size_t k = 0; k < n; k++) {
			row += fabs(xs[i] - xs[k]);
			d->sums[i + 1][k + 1] = d->sums[i][k + 1] + row;
		}
	}
}

/* Over i in [a, b) and k in [c, e). */
static double block(const struct distances *d, size_t a, size_t b, size_t c, size_t e)
{
	return d->sums[b][e] - d->sums[a][e] - d->sums[b][c] + d->sums[a][c];
}

/* Q of [start, at) against [at, end). Each pair within a side counts once. */
static double statistic(const struct distances *d, size_t start, size_t at, size_t end)
{
	double n = (double)(at - start), m = (double)(end - at);
	double q = 2 / (m + n) * block(d, start, at, at, end);

	if (n > 1)
		q -= 2 * m / ((m + n) * (n - 1)) * block(d, start, at, start, at) / 2;
	if (m > 1)
		q -= 2 * n / ((m + n) * (m - 1)) * block(d, at, end, at, end) / 2;
	return q;
}

/* The best place in [start, end) of the window; 0 = none. */
static size_t candidate(const struct distances *d, size_t start, size_t end, double *out)
{
	size_t best = 0;

	*out = 0;
	for (size_t at = start + 1; at < end; at++)
		for (size_t stop = at + 1; stop <= end; stop++) {
			double q = statistic(d, start, at, stop);

			if (best == 0 || q > *out) {
				best = at;
				*out = q;
			}
		}
	return best;
}

size_t ediv_candidate(const double *xs, size_t n, double *q)
{
	struct distances d;

	n = n < EDIV_WINDOW ? n : EDIV_WINDOW;
	distances_fill(&d, xs, n);
	return candidate(&d, 0, n, q);
}

/* Student's test of the levels left and right of at. */
static struct ediv_point tested(const double *xs, size_t start, size_t at, size_t end)
{
	struct ediv_point out = { .at = at };
	size_t n = at - start, m = end - at;
	double stddev_a, stddev_b, squares, error;

	stats_moments(xs + start, n, &out.before, &stddev_a);
	stats_moments(xs + at, m, &out.after, &stddev_b);
	squares = (n > 1 ? stddev_a * stddev_a * (double)(n - 1) : 0) +
		  (m > 1 ? stddev_b * stddev_b * (double)(m - 1) : 0);
	if (n + m < 3) {
		out.p = 1;
		return out;
	}
	error = sqrt(squares / (double)(n + m - 2) * (1 / (double)n + 1 / (double)m));
	if (error == 0)
		out.p = out.before == out.after ? 1 : 0;
	else
		out.p = stats_t_p((out.after - out.before) / error, (double)(n + m - 2));
	return out;
}

struct places {
	struct ediv_point *list;
	size_t count, capacity;
};

/* Where the level around a change begins and ends, within [start, end). */
static size_t level_start(const struct places *p, size_t i, size_t start)
{
	return i == 0 ? start : p->list[i - 1].at;
}

static size_t level_end(const struct places *p, size_t i, size_t end)
{
	return i + 1 >= p->count ? end : p->list[i + 1].at;
}

static void insert(struct arena *arena, struct places *p, size_t i, struct ediv_point point)
{
	ARENA_PUSH(arena, p->list, p->count, p->capacity, point);
	memmove(&p->list[i + 1], &p->list[i], (p->count - 1 - i) * sizeof(*p->list));
	p->list[i] = point;
}

/* One more accepted change in the window that begins at xs[start]; false when there is none. */
static bool split_once(struct arena *arena, const struct distances *d, const double *xs,
		       size_t start, size_t n, double p, struct places *found)
{
	struct ediv_point best = { 0 };
	size_t place = 0;
	double most = -INFINITY;

	for (size_t i = 0; i <= found->count; i++) {
		size_t from = i == 0 ? 0 : found->list[i - 1].at;
		size_t to = i == found->count ? n : found->list[i].at;
		double q;
		size_t at = candidate(d, from, to, &q);

		if (at == 0 || q <= most)
			continue;
		most = q;
		best = tested(xs + start, from, at, to);
		place = i;
	}
	if (most == -INFINITY || !(best.p <= p))
		return false;
	insert(arena, found, place, best);
	return true;
}

/* Adds the changes of one window to those before it; *last is the last of them. */
static void split_window(struct arena *arena, struct distances *d, const double *xs, size_t start,
			 size_t n, double p, struct places *out, size_t *last)
{
	struct places found = { NULL };

	distances_fill(d, xs + start, n);
	while (split_once(arena, d, xs, start, n, p, &found))
		continue;
	*last = 0;
	for (size_t i = 0; i < found.count; i++) {
		struct ediv_point point = found.list[i];

		point.at += start;
		*last = point.at;
		if (out->count == 0 || out->list[out->count - 1].at < point.at)
			ARENA_PUSH(arena, out->list, out->count, out->capacity, point);
	}
}

static double magnitude(const struct ediv_point *point)
{
	return expm1(fabs(point->after - point->before));
}

static void test_again(const double *xs, size_t n, struct places *p, size_t i)
{
	if (i < p->count)
		p->list[i] = tested(xs, level_start(p, i, 0), p->list[i].at, level_end(p, i, n));
}

/* The place that must go first: of the largest p, else of the least magnitude; count = none. */
static size_t weakest(const struct places *p, const struct ediv_options *options)
{
	size_t by_p = 0, by_size = 0;

	for (size_t i = 1; i < p->count; i++) {
		if (p->list[i].p > p->list[by_p].p)
			by_p = i;
		if (magnitude(&p->list[i]) < magnitude(&p->list[by_size]))
			by_size = i;
	}
	if (p->count > 0 && !(p->list[by_p].p < options->p))
		return by_p;
	if (p->count > 0 && !(magnitude(&p->list[by_size]) > options->magnitude))
		return by_size;
	return p->count;
}

static void merge(const double *xs, size_t n, struct places *p, const struct ediv_options *options)
{
	size_t at;

	for (size_t i = 0; i < p->count; i++)
		test_again(xs, n, p, i);
	while ((at = weakest(p, options)) < p->count) {
		memmove(&p->list[at], &p->list[at + 1], (p->count - at - 1) * sizeof(*p->list));
		p->count--;
		if (at > 0)
			test_again(xs, n, p, at - 1);
		test_again(xs, n, p, at);
	}
}

struct ediv_point *ediv_find(struct arena *arena, const double *xs, size_t n,
			     const struct ediv_options *options, size_t *count)
{
	struct distances d;
	struct places places = { NULL };
	size_t start = 0, end = 0;

	while (end < n) {
		size_t last;

		end = n - start < EDIV_WINDOW ? n : start + EDIV_WINDOW;
		split_window(arena, &d, xs, start, end - start, SPLIT_P_FACTOR * options->p,
			     &places, &last);
		start = last > start + EDIV_STEP ? last : start + EDIV_STEP;
	}
	merge(xs, n, &places, options);
	*count = places.count;
	return places.list;
}
