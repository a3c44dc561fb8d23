/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/peer_math.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "lib/num.h"
#include "lib/slice.h"

double peer_pdiff(double value, double base)
{
	if (value == base || value == 0)
		return 0;
	if (base == 0 || isnan(base))
		return 100;
	return value * 100 / base - 100;
}

double peer_pndiff(double value, double base)
{
	if (value == base)
		return 0;
	if (value == 0)
		return 100;
	if (base == 0)
		return -99;
	return 100 - value * 100 / base;
}

double peer_rdiff(double value, double base)
{
	if (base == 0 || isnan(base))
		return 0;
	if (value == 0 || isnan(value))
		return 1;
	return value / base;
}

double peer_cidiff(double value, struct peer_interval in, double base, struct peer_interval base_in)
{
	double diff = value - base;
	double sum = value < base ? in.high - value + base - base_in.low
				  : value - in.low + base_in.high - base;

	return sum == 0 ? diff : diff / sum;
}

double peer_amean(const double *xs, size_t n)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += xs[i];
	return n == 0 ? NAN : sum / (double)n;
}

double peer_hmean(const double *xs, size_t n)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++) {
		if (!(xs[i] > 0))
			return NAN;
		sum += 1 / xs[i];
	}
	return n == 0 ? NAN : (double)n / sum;
}

/* pow itself, as the peer calls it; the compiler would multiply, and may round otherwise. */
static double power(double base, double exponent)
{
	volatile double hidden = exponent;

	return pow(base, hidden);
}

double peer_root(double product, size_t n)
{
	return power(product, 1 / (double)n);
}

double peer_geomean(const double *xs, size_t n)
{
	double product = 1;

	for (size_t i = 0; i < n; i++)
		product *= xs[i];
	return n == 0 ? NAN : peer_root(product, n);
}

double peer_squares(const double *xs, size_t n, double mean)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += power(xs[i] - mean, 2);
	return sum;
}

double peer_stddev(const double *xs, size_t n, double mean, bool harmonic)
{
	double sum = 0;

	if (n < 2 || isnan(mean))
		return NAN;
	if (!harmonic)
		return sqrt(peer_squares(xs, n, mean) / (double)(n - 1));
	for (size_t i = 0; i < n; i++)
		sum += power(1 / xs[i] - 1 / mean, 2);
	return sqrt(sum * power(mean, 4) / (double)n);
}

double peer_coeffvar(double stddev, double mean)
{
	if (mean == 0 || isnan(mean))
		return 0;
	return (isnan(stddev) ? 0 : stddev) * 100 / mean;
}

size_t peer_percent_count(size_t n, double percent)
{
	size_t count = (size_t)((double)n * percent / 100);

	return count < 1 ? 1 : count;
}

/* Where the peer's bisection ends: an element that equals target, else the first above it. */
static ptrdiff_t bisect(const double *xs, size_t n, double target)
{
	ptrdiff_t low = 0, high = (ptrdiff_t)n - 1;

	while (low <= high) {
		ptrdiff_t mid = (low + high) / 2;

		if (xs[mid] < target)
			low = mid + 1;
		else if (xs[mid] > target)
			high = mid - 1;
		else
			return mid;
	}
	return low;
}

double peer_samples_in(const double *xs, size_t n, double low, double high)
{
	ptrdiff_t first = bisect(xs, n, low);
	ptrdiff_t last = bisect(xs, n, high);

	if (last == (ptrdiff_t)n || xs[last] > high)
		last--;
	return (double)(last - first + 1);
}

/* A number as text, and back; what cannot be read stays what it was. */
static double through(const char *format, int digits, double value)
{
	char text[400];
	double read = value;

	(void)snprintf(text, sizeof(text), format, digits, value);
	if (!num_double(slice_str(text), &read))
		return value;
	return read == 0 ? 0 : read;
}

double peer_through_text(double value)
{
	return through("%.*g", 15, value);
}

/*
 * What R prints of x by default: 7 significant digits, those behind the last that is not 0 left
 * out, without an exponent unless that is shorter. All digits before a point are printed.
 */
static double through_r(double x)
{
	char text[32];
	int64_t exponent;
	int digits = 7, behind, fixed, scientific;

	(void)snprintf(text, sizeof(text), "%.6e", fabs(x));
	if (x == 0 || !num_int(slice_skip(slice_str(text), sizeof("1.234567e") - 1), &exponent))
		return x;
	while (digits > 1 && text[digits] == '0')
		digits--;
	behind = digits - 1 > exponent ? digits - 1 - (int)exponent : 0;
	fixed = (exponent > 0 ? (int)exponent + 1 : 1) + (behind > 0 ? behind + 1 : 0);
	scientific = (digits > 1 ? digits + 1 : 1) + (llabs(exponent) >= 100 ? 5 : 4);
	return fixed <= scientific ? through("%.*f", behind, x) : through("%.*e", digits - 1, x);
}

/* qnorm(0.975) of R. */
static const double QUANTILE_975 = 1.9599639845400536;

struct peer_interval peer_mean_interval(double mean, double stddev)
{
	double half = through_r(peer_through_text(stddev) * QUANTILE_975);

	if (isnan(mean) || isnan(half))
		return (struct peer_interval){ 0 };
	return (struct peer_interval){ true, mean - half, mean + half };
}

static double log_factorial(double n)
{
	int sign;

	return lgamma_r(n + 1, &sign);
}

/* Smallest k with P(X <= k) >= p, X binomial with n trials of probability q, 0 < q < 1. */
static size_t binomial_quantile(double p, size_t n, double q)
{
	double sum = 0, trials = (double)n;

	for (size_t k = 0; k < n; k++) {
		double hits = (double)k;

		sum += exp(log_factorial(trials) - log_factorial(hits) -
			   log_factorial(trials - hits) + hits * log(q) +
			   (trials - hits) * log1p(-q));
		if (sum >= p * (1 - 1e-14))
			return k;
	}
	return n;
}

struct peer_interval peer_percentile_interval(const double *xs, size_t n, double percent)
{
	double q = percent / 100;

	if (n == 0)
		return (struct peer_interval){ .known = true };
	return (struct peer_interval){
		true,
		xs[binomial_quantile(0.025, n - 1, q)],
		xs[binomial_quantile(0.975, n - 1, q)],
	};
}
