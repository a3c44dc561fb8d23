/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/stats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double PI = 3.14159265358979323846;

enum { FRACTION_STEPS_MAX = 20000, SOLVE_STEPS_MAX = 200, SORT_FEW = 4096 };

static int double_cmp(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* Shell's method with Ciura's gaps, 2001: faster than qsort's calls until values are many. */
static void sort_few(double *values, size_t n)
{
	static const uint16_t gaps[] = { 1750, 701, 301, 132, 57, 23, 10, 4, 1 };

	for (size_t g = 0; g < ARRAY_SIZE(gaps); g++) {
		size_t gap = gaps[g];

		for (size_t i = gap; i < n; i++) {
			double value = values[i];
			size_t k = i;

			for (; k >= gap && values[k - gap] > value; k -= gap)
				values[k] = values[k - gap];
			values[k] = value;
		}
	}
}

void stats_sort(double *values, size_t n)
{
	if (n <= SORT_FEW)
		sort_few(values, n);
	else
		qsort(values, n, sizeof(*values), double_cmp);
}

static void swap(double *a, double *b)
{
	double kept = *a;

	*a = *b;
	*b = kept;
}

double stats_select(double *values, size_t n, size_t rank)
{
	ptrdiff_t k = (ptrdiff_t)rank, first = 0, last = (ptrdiff_t)n - 1;

	while (first < last) {
		double pivot = values[k];
		ptrdiff_t i = first, j = last;

		while (i <= j) {
			while (values[i] < pivot)
				i++;
			while (values[j] > pivot)
				j--;
			if (i <= j)
				swap(&values[i++], &values[j--]);
		}
		if (j < k)
			first = i;
		if (i > k)
			last = j;
	}
	return values[k];
}

double stats_median_sorted(const double *sorted, size_t n)
{
	return n % 2 == 1 ? sorted[n / 2] : sorted[n / 2 - 1] / 2 + sorted[n / 2] / 2;
}

/* The largest of n >= 1 values. */
static double largest(const double *values, size_t n)
{
	double out = values[0];

	for (size_t i = 1; i < n; i++)
		out = values[i] > out ? values[i] : out;
	return out;
}

double stats_median(struct arena *arena, const double *values, size_t n)
{
	struct arena_mark mark = arena_mark(arena);
	double *copy = ARENA_ARRAY(arena, n, double), middle;

	memcpy(copy, values, n * sizeof(*values));
	middle = stats_select(copy, n, n / 2);
	if (n % 2 == 0)
		middle = largest(copy, n / 2) / 2 + middle / 2;
	arena_rewind(arena, mark);
	return middle;
}

static double spread_of(const double *values, size_t n, double mean)
{
	long double sum = 0;

	for (size_t i = 0; i < n; i++) {
		long double d = (long double)values[i] - mean;

		sum += d * d;
	}
	return n < 2 ? NAN : (double)sqrtl(sum / (n - 1));
}

void stats_moments(const double *values, size_t n, double *mean, double *stddev)
{
	long double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += values[i];
	*mean = n == 0 ? NAN : (double)(sum / n);
	*stddev = spread_of(values, n, *mean);
}

struct stats stats_of(struct arena *arena, const double *values, size_t n)
{
	struct stats out = { n, NAN, NAN, NAN, NAN, NAN, NAN };
	long double sum = 0, inverse = 0;

	if (n == 0)
		return out;
	out.min = out.max = values[0];
	for (size_t i = 0; i < n; i++) {
		sum += values[i];
		inverse += values[i] > 0 ? 1 / (long double)values[i] : NAN;
		out.min = fmin(out.min, values[i]);
		out.max = fmax(out.max, values[i]);
	}
	out.mean = (double)(sum / n);
	out.hmean = (double)(n / inverse);
	out.stddev = spread_of(values, n, out.mean);
	out.median = stats_median(arena, values, n);
	return out;
}

/* gamma(a + 1/2) / gamma(a). Source: NIST DLMF 5.11.13, its terms to a^-7, for large a. */
static double gamma_half_ratio(double a)
{
	double i = 1 / a, i2 = i * i;

	if (a < 60)
		return tgamma(a + 0.5) / tgamma(a);
	return sqrt(a) *
	       exp(i * (-1.0 / 8 + i2 * (1.0 / 192 + i2 * (-1.0 / 640 + i2 * 17.0 / 14336))));
}

/* A divisor that the continued fraction can go on from. */
static double not_zero(double x)
{
	return fabs(x) < 1e-300 ? 1e-300 : x;
}

/*
 * The continued fraction of the incomplete beta function, by Lentz's method as Thompson and
 * Barnett give it (J. Comput. Phys. 64, 1986). Source of the fraction: NIST DLMF 8.17.22.
 * Converges fast for x < (a + 1) / (a + b + 2).
 */
static double beta_fraction(double a, double b, double x)
{
	double c = 1, d = 1 / not_zero(1 - (a + b) * x / (a + 1)), f = d;

	for (int m = 1; m <= FRACTION_STEPS_MAX; m++) {
		double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
		double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
		double step;

		d = 1 / not_zero(1 + even * d);
		c = not_zero(1 + even / c);
		f *= c * d;
		d = 1 / not_zero(1 + odd * d);
		c = not_zero(1 + odd / c);
		step = c * d;
		f *= step;
		if (fabs(step - 1) < 1e-15)
			break;
	}
	return f;
}

/*
 * P(|T| > t), and P(|T| <= t) through *inside; each keeps its relative precision when small.
 * *front is x^a y^(1/2) / B(a, 1/2), which is also t times T's density at t.
 */
static double t_outside(double t, double df, double *inside, double *front)
{
	double a = df / 2, t2 = t * t / df;
	double x = 1 / (1 + t2), y = t2 / (1 + t2);
	double outside;

	*front = exp(-a * log1p(t2)) * sqrt(y) * gamma_half_ratio(a) / sqrt(PI);
	if (x < (a + 1) / (a + 2.5)) {
		outside = *front / a * beta_fraction(a, 0.5, x);
		*inside = 1 - outside;
	} else {
		*inside = 2 * *front * beta_fraction(0.5, a, y);
		outside = 1 - *inside;
	}
	return outside;
}

double stats_t_p(double t, double df)
{
	double inside, front;

	if (isnan(t) || !(df > 0))
		return NAN;
	return isinf(t) ? 0 : fmin(1, t_outside(fabs(t), df, &inside, &front));
}

/*
 * One step of Newton's method for ln P = ln target as a function of ln t, where P is the smaller
 * of P(|T| > t) and P(|T| <= t): nearly a line in both, so it takes a handful. Returns the new t;
 * *above says on which side of the solution t was.
 */
static double t_newton(double t, double df, double outside, double inside, bool *above)
{
	double now_inside, front, now_outside = t_outside(t, df, &now_inside, &front);
	double slope = 2 * front, excess;

	if (outside < inside) {
		excess = log(outside / now_outside);
		slope /= now_outside;
	} else {
		excess = log(now_inside / inside);
		slope /= now_inside;
	}
	*above = excess > 0;
	return t * exp(-excess / slope);
}

double stats_t_quantile(double p, double df)
{
	double inside = fabs(2 * p - 1), outside = 2 * fmin(p, 1 - p);
	double lo = 0x1p-60, hi = 0x1p500, t = 2, next = 0;

	if (!(p > 0 && p < 1 && df > 0))
		return NAN;
	if (inside == 0)
		return 0;
	for (int i = 0; i < SOLVE_STEPS_MAX; i++) {
		bool above;

		next = t_newton(t, df, outside, inside, &above);
		if (above)
			hi = t;
		else
			lo = t;
		if (fabs(next - t) <= t * 1e-8)
			break; /* what is left is the square of the step */
		if (!(next >= lo && next <= hi))
			next = sqrt(lo) * sqrt(hi);
		t = next;
	}
	return p < 0.5 ? -next : next;
}

struct welch stats_welch(double mean_a, double stddev_a, size_t n_a, double mean_b, double stddev_b,
			 size_t n_b)
{
	struct welch out = { mean_b - mean_a, NAN, NAN, NAN };
	double error_a, error_b, error, share;

	if (n_a < 2 || n_b < 2)
		return out;
	error_a = stddev_a / sqrt((double)n_a);
	error_b = stddev_b / sqrt((double)n_b);
	error = hypot(error_a, error_b);
	if (error == 0) {
		out.half_width = 0;
		out.p = out.difference == 0 ? 1 : 0;
		return out;
	}
	share = error_a / error * (error_a / error);
	out.df = 1 / (share * share / (double)(n_a - 1) +
		      (1 - share) * (1 - share) / (double)(n_b - 1));
	out.half_width = error * stats_t_quantile(0.975, out.df);
	out.p = stats_t_p(out.difference / error, out.df);
	return out;
}

/* Sum of squared deviations from the mean. */
static double squares(const struct stats *stats)
{
	return stats->n < 2 ? 0 : stats->stddev * stats->stddev * (double)(stats->n - 1);
}

void stats_pool(struct stats *into, const struct stats *other)
{
	size_t n = into->n + other->n;
	double part, between, sum;

	if (other->n == 0)
		return;
	if (into->n == 0) {
		*into = *other;
		return;
	}
	part = (double)other->n / (double)n;
	between = other->mean - into->mean;
	sum = squares(into) + squares(other) + between * between * part * (double)into->n;
	into->hmean = (double)n / ((double)into->n / into->hmean + (double)other->n / other->hmean);
	into->mean += between * part;
	into->stddev = sqrt(sum / (double)(n - 1));
	into->min = fmin(into->min, other->min);
	into->max = fmax(into->max, other->max);
	into->median = NAN;
	into->n = n;
}
