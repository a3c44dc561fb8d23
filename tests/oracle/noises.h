/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Four kinds of noise around 100, as the tables of docs/statistics.md and docs/bisect.md have them.
 */
#ifndef TESTS_ORACLE_NOISES_H
#define TESTS_ORACLE_NOISES_H

#include <math.h>
#include <stdint.h>

static uint64_t noise_seed = 20261201;

/* Above 0 and below 1. Source: splitmix64, Steele, Lea and Flood 2014. */
static inline double noise_uniform(void)
{
	uint64_t z = noise_seed += 0x9e3779b97f4a7c15;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
	z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
	return ((double)((z ^ (z >> 31)) >> 11) + 0.5) * 0x1p-53;
}

static inline double noise_gauss(void)
{
	return sqrt(-2 * log(noise_uniform())) * cos(6.283185307179586 * noise_uniform());
}

static inline double noise_normal(void)
{
	return 100 * (1 + 0.02 * noise_gauss());
}

static inline double noise_outliers(void)
{
	double x = 100 * (1 + 0.01 * noise_gauss());

	return noise_uniform() < 0.15 ? x + 15 * -log(noise_uniform()) : x;
}

static inline double noise_lognormal(void)
{
	return 100 * exp(0.05 * noise_gauss());
}

static inline double noise_two_modes(void)
{
	return (noise_uniform() < 0.5 ? 100 : 106) * (1 + 0.01 * noise_gauss());
}

static const struct {
	const char *name;
	double (*draw)(void);
} noises[] = {
	{ "normal, CV 2 %", noise_normal },
	{ "normal 1 %, 15 % slow outliers", noise_outliers },
	{ "log-normal 5 %", noise_lognormal },
	{ "two modes, 6 % apart", noise_two_modes },
};

#endif
