/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/ranksum.h"

#include <math.h>
#include <string.h>

#include "lib/stats.h"

enum {
	FEW = 16,       /* differences that are sorted rather than halved */
	TAIL_PART = 40, /* a tail of the interval is 1 / 40 */
};

static const double TAIL_Z = 1.959963984540054; /* normal quantile of 1 - 1 / 40 */

/* ln of the orders that are counted: times 1,000 they fit 128 bits. 50 and 50 values have 67. */
static const double ORDERS_LOG_MAX = 75;

/* What one walk over both samples tells. */
struct merged {
	double u;
	double tie_cubes; /* sum of t^3 - t over groups of t equal values */
	bool ties;
};

/* How many of xs[from..n) equal value. */
static size_t equals(const double *xs, size_t from, size_t n, double value)
{
	size_t count = 0;

	while (from + count < n && xs[from + count] == value)
		count++;
	return count;
}

static struct merged merge(const double *a, size_t m, const double *b, size_t n)
{
	struct merged out = { 0 };

	for (size_t i = 0, k = 0; i < m || k < n;) {
		double value = k == n || (i < m && a[i] < b[k]) ? a[i] : b[k];
		size_t in_a = equals(a, i, m, value), in_b = equals(b, k, n, value);
		double t = (double)(in_a + in_b);

		out.u += (double)in_b * ((double)i + (double)in_a / 2);
		out.tie_cubes += t * t * t - t;
		out.ties = out.ties || t > 1;
		i += in_a;
		k += in_b;
	}
	return out;
}

double ranksum_u(const double *a, size_t m, const double *b, size_t n)
{
	return merge(a, m, b, n).u;
}

/* Counts of orders: those of 50 and 50 values are 1e29. */
typedef unsigned __int128 orders_t;

/*
 * How many of the orders of m and n values without ties give U = 0 .. most, most < m * n:
 * coefficients of the product over i <= m of (1 - q^(n + i)) / (1 - q^i).
 */
static orders_t *orders_of(struct arena *arena, size_t m, size_t n, size_t most)
{
	orders_t *counts = ARENA_ARRAY(arena, most + 1, orders_t);

	counts[0] = 1;
	for (size_t i = 1; i <= m; i++) {
		for (size_t k = most; k >= n + i; k--)
			counts[k] -= counts[k - n - i];
		for (size_t k = i; k <= most; k++)
			counts[k] += counts[k - i];
	}
	return counts;
}

static orders_t binomial(size_t of, size_t pick)
{
	orders_t out = 1;

	for (size_t i = 1; i <= pick; i++)
		out = out * (of - pick + i) / i;
	return out;
}

/* p of U by counting, and the rank of the interval. */
static void exact(struct arena *arena, size_t m, size_t n, struct ranksum *out)
{
	size_t few = m < n ? m : n, many = m < n ? n : m, half = m * n / 2;
	double low = fmin(out->u, (double)(m * n) - out->u);
	orders_t *counts = orders_of(arena, few, many, half);
	orders_t all = binomial(m + n, few), sum = 0, tail = 0;

	for (size_t k = 0; k <= half; k++) {
		sum += counts[k];
		if (sum * TAIL_PART <= all)
			out->interval_rank = k + 1;
		if ((double)k <= low)
			tail = sum;
	}
	out->p = (double)fminl(1, 2 * (long double)tail / (long double)all);
}

/* The rank by counting; counts has U = 0 .. m * n / 2. */
static size_t counted_rank(const orders_t *counts, size_t half, orders_t all, double level,
			   double *tail)
{
	long double most = (long double)level * (long double)all;
	orders_t sum = 0;
	size_t rank = 0;

	while (rank <= half && (long double)(sum + counts[rank]) <= most)
		sum += counts[rank++];
	*tail = (double)((long double)sum / (long double)all);
	return rank;
}

/* Standard deviation of U under the null hypothesis, with its correction for ties. */
static double deviation(size_t m, size_t n, double tie_cubes)
{
	double pairs = (double)m * (double)n, all = (double)(m + n);

	return sqrt(pairs / 12 * (all + 1 - tie_cubes / (all * (all - 1))));
}

static double normal_p(double u, size_t m, size_t n, double tie_cubes)
{
	double away = fabs(u - (double)m * (double)n / 2);
	double sigma = deviation(m, n, tie_cubes);

	if (sigma == 0 || away <= 0.5)
		return 1;
	return erfc((away - 0.5) / sigma / sqrt(2));
}

static size_t normal_rank(size_t m, size_t n)
{
	double rank = (double)m * (double)n / 2 + 0.5 - TAIL_Z * deviation(m, n, 0);

	return rank < 1 ? 0 : (size_t)rank;
}

/* P(U <= rank - 1) by the normal distribution, with its correction for continuity. */
static double normal_tail(size_t m, size_t n, size_t rank)
{
	double away = (double)m * (double)n / 2 - ((double)rank - 0.5);

	return erfc(away / deviation(m, n, 0) / sqrt(2)) / 2;
}

static double factorial_log(size_t n)
{
	int sign;

	return lgamma_r((double)n + 1, &sign);
}

static double orders_log(size_t m, size_t n)
{
	return factorial_log(m + n) - factorial_log(m) - factorial_log(n);
}

size_t ranksum_rank(struct arena *arena, size_t m, size_t n, double level, double *tail)
{
	size_t few = m < n ? m : n, many = m < n ? n : m, half = m * n / 2;
	size_t low = 0, high = half + 1;

	if (orders_log(few, many) < ORDERS_LOG_MAX)
		return counted_rank(orders_of(arena, few, many, half), half, binomial(m + n, few),
				    level, tail);
	while (low + 1 < high) {
		size_t middle = low + (high - low) / 2;

		if (normal_tail(m, n, middle) <= level)
			low = middle;
		else
			high = middle;
	}
	*tail = low > 0 ? normal_tail(m, n, low) : 0;
	return low;
}

/* Twice the mid-rank of each of the m + n values, those of a first. */
static void double_ranks(const double *a, size_t m, const double *b, size_t n, size_t *out)
{
	for (size_t i = 0, k = 0; i < m || k < n;) {
		double value = k == n || (i < m && a[i] < b[k]) ? a[i] : b[k];
		size_t in_a = equals(a, i, m, value), in_b = equals(b, k, n, value);
		size_t rank = 2 * (i + k) + in_a + in_b + 1;

		for (size_t j = 0; j < in_a; j++)
			out[i++] = rank;
		for (size_t j = 0; j < in_b; j++)
			out[m + k++] = rank;
	}
}

/*
 * p of the mid-ranks of the smaller side by all ways to choose them: ways[j][s] = in how many j of
 * the values seen so far have the sum s.
 */
static double permuted_p(struct arena *arena, const double *a, size_t m, const double *b, size_t n)
{
	size_t ranks[RANKSUM_TIES_MAX], all = m + n, few = m < n ? m : n;
	size_t sums = all * (all + 1) + 1, seen = 0;
	const size_t *own = m <= n ? ranks : ranks + m;
	double *ways = ARENA_ARRAY(arena, (few + 1) * sums, double);
	double below = 0, above = 0;
	size_t sum = 0;

	double_ranks(a, m, b, n, ranks);
	ways[0] = 1;
	for (size_t i = 0; i < all; i++) {
		seen += ranks[i];
		for (size_t j = i < few ? i + 1 : few; j >= 1; j--) {
			double *to = ways + j * sums + ranks[i];
			const double *from = ways + (j - 1) * sums;

			for (size_t s = 0; s + ranks[i] <= seen; s++)
				to[s] += from[s];
		}
	}
	for (size_t i = 0; i < few; i++)
		sum += own[i];
	for (size_t s = 0; s < sums; s++) {
		below += s <= sum ? ways[few * sums + s] : 0;
		above += s >= sum ? ways[few * sums + s] : 0;
	}
	return fmin(1, 2 * fmin(below, above) / (double)binomial(all, few));
}

struct ranksum ranksum_test(struct arena *arena, const double *a, size_t m, const double *b,
			    size_t n)
{
	struct arena_mark mark = arena_mark(arena);
	struct merged merged = merge(a, m, b, n);
	struct ranksum out = { .u = merged.u, .p = NAN, .ties = merged.ties };
	bool few = m <= RANKSUM_EXACT_MAX && n <= RANKSUM_EXACT_MAX;

	if (few)
		exact(arena, m, n, &out);
	else
		out.interval_rank = normal_rank(m, n);
	if (merged.ties && m + n <= RANKSUM_TIES_MAX) {
		out.p = permuted_p(arena, a, m, b, n);
	} else if (merged.ties || !few) {
		out.approx = true;
		out.p = normal_p(out.u, m, n, merged.tie_cubes);
	}
	arena_rewind(arena, mark);
	return out;
}

/* Doubles as integers in the same order, and back. */
static int64_t order_of(double x)
{
	int64_t bits;

	memcpy(&bits, &x, sizeof(bits));
	return bits < 0 ? INT64_MIN - bits : bits;
}

static double of_order(int64_t order)
{
	int64_t bits = order < 0 ? INT64_MIN - order : order;
	double x;

	memcpy(&x, &bits, sizeof(x));
	return x;
}

/* How many differences are at most limit. Rounding keeps their order, so both indices only rise. */
static size_t count_up_to(const double *a, size_t m, const double *b, size_t n, double limit)
{
	size_t count = 0;

	for (size_t i = 0, k = 0; k < n; k++) {
		while (i < m && b[k] - a[i] > limit)
			i++;
		count += m - i;
	}
	return count;
}

/* The differences from low to high, of which there are at most FEW, in order. */
static void sort_between(const double *a, size_t m, const double *b, size_t n, double low,
			 double high, double *out)
{
	size_t count = 0;

	for (size_t i = 0, k = 0; k < n; k++) {
		while (i < m && b[k] - a[i] > high)
			i++;
		for (size_t j = i; j < m && b[k] - a[j] >= low; j++)
			out[count++] = b[k] - a[j];
	}
	stats_sort(out, count);
}

double ranksum_difference(const double *a, size_t m, const double *b, size_t n, size_t rank)
{
	int64_t low = order_of(b[0] - a[m - 1]), high = order_of(b[n - 1] - a[0]);
	size_t below = 0, up_to_high = m * n; /* differences below low, and up to high */
	double few[FEW];

	while (low < high && up_to_high - below > FEW) {
		int64_t middle = (low & high) + ((low ^ high) >> 1);
		size_t count = count_up_to(a, m, b, n, of_order(middle));

		if (count >= rank) {
			high = middle;
			up_to_high = count;
		} else {
			low = middle + 1;
			below = count;
		}
	}
	if (low == high)
		return of_order(low);
	sort_between(a, m, b, n, of_order(low), of_order(high), few);
	return few[rank - below - 1];
}

double ranksum_shift(const double *a, size_t m, const double *b, size_t n)
{
	size_t pairs = m * n;
	double low = ranksum_difference(a, m, b, n, (pairs + 1) / 2);

	if (pairs % 2 == 1)
		return low;
	return low / 2 + ranksum_difference(a, m, b, n, pairs / 2 + 1) / 2;
}
