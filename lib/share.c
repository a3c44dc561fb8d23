/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/share.h"

#include <math.h>

static const double z = 1.959963984540054; /* of 95 % of the normal distribution */
static const double samples_min = 10, points_min = 0.001;

struct share share_only(double part)
{
	return (struct share){ part, NAN, NAN };
}

struct share share_of(double count, double total)
{
	double p, middle, half, scale;

	if (!(total > 0))
		return share_only(NAN);
	p = count / total;
	scale = 1 + z * z / total;
	middle = (p + z * z / (2 * total)) / scale;
	half = z * sqrt(p * (1 - p) / total + z * z / (4 * total * total)) / scale;
	return (struct share){ p, fmax(0, middle - half), fmin(1, middle + half) };
}

struct share share_difference(struct share a, struct share b)
{
	double d = b.part - a.part;

	return (struct share){
		.part = d,
		.lo = d - hypot(b.part - b.lo, a.hi - a.part),
		.hi = d + hypot(b.hi - b.part, a.part - a.lo),
	};
}

bool share_moved(struct share difference, double count_a, double count_b)
{
	return (count_a >= samples_min || count_b >= samples_min) &&
	       fabs(difference.part) >= points_min && (difference.lo > 0 || difference.hi < 0);
}
