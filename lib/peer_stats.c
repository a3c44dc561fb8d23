/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/peer_stats.h"

#include <math.h>
#include <stdlib.h>

/* clang-format off */
#define VALUE         { PEER_STAT_VALUE, 0, 0, NULL }
#define MIN           { PEER_STAT_MIN, 0, 0, NULL }
#define MAX           { PEER_STAT_MAX, 0, 0, NULL }
#define MEAN          { PEER_STAT_MEAN, 0, 0, NULL }
#define STDDEV        { PEER_STAT_STDDEV, 0, 0, NULL }
#define COEFFVAR      { PEER_STAT_COEFFVAR, 0, 0, NULL }
#define BEST(p)       { PEER_STAT_BEST, p, 0, NULL }
#define PERCENTILE(p) { PEER_STAT_PERCENTILE, p, 0, NULL }
/* clang-format on */

static const struct peer_statistic multiops[] = { MIN, MEAN, STDDEV, COEFFVAR, MAX, BEST(95) };
static const struct peer_statistic multiops_2025[] = { MIN, MEAN,     STDDEV,   COEFFVAR,
						       MAX, BEST(50), BEST(95), BEST(99) };
static const struct peer_statistic normalisedops[] = { MIN,    MEAN,     BEST(95), PERCENTILE(95),
						       STDDEV, COEFFVAR, MAX };
static const struct peer_statistic left_skewops[] = {
	MIN,      MEAN,           BEST(50), PERCENTILE(50), BEST(75), PERCENTILE(75),
	BEST(90), PERCENTILE(90), BEST(99), PERCENTILE(99), STDDEV,   COEFFVAR,
	MAX
};
static const struct peer_statistic singleops[] = { VALUE };
static const struct peer_statistic subselection[] = { MIN, MEAN, BEST(95), STDDEV, COEFFVAR, MAX };
static const struct peer_statistic subselection_2025[] = { MIN,      MEAN,     BEST(50),
							   BEST(90), BEST(95), BEST(99),
							   STDDEV,   COEFFVAR, MAX };
static const struct peer_statistic variabletime[] = {
	MIN,           PERCENTILE(25), PERCENTILE(50), PERCENTILE(75), PERCENTILE(1),
	PERCENTILE(5), PERCENTILE(10), PERCENTILE(90), PERCENTILE(95), PERCENTILE(99),
	MAX,           MEAN,           STDDEV,         COEFFVAR,       BEST(99),
	BEST(95),      BEST(90),       BEST(75),       BEST(50),       BEST(25),
};
static const struct peer_statistic monitor[] = { MEAN, MAX };

#define LIST(array)                      \
	{                                \
		array, ARRAY_SIZE(array) \
	}

struct peer_stat_list peer_stat_list(const struct peer_style *style, enum peer_revision revision)
{
	static const struct peer_stat_list lists[PEER_KINDS] = {
		[PEER_MULTIOPS] = LIST(multiops),
		[PEER_NORMALISEDOPS] = LIST(normalisedops),
		[PEER_NORMALISED_LEFT_SKEWOPS] = LIST(left_skewops),
		[PEER_SINGLEOPS] = LIST(singleops),
		[PEER_SUBSELECTION] = LIST(subselection),
		[PEER_VARIABLETIME] = LIST(variabletime),
		[PEER_MONITOR] = LIST(monitor),
	};

	if (style->kind == PEER_STATS)
		return (struct peer_stat_list){ style->stats, style->stat_count };
	if (revision == PEER_2025 && style->kind == PEER_MULTIOPS)
		return (struct peer_stat_list)LIST(multiops_2025);
	if (revision == PEER_2025 && style->kind == PEER_SUBSELECTION)
		return (struct peer_stat_list)LIST(subselection_2025);
	return lists[style->kind];
}

struct peer_key peer_stat_key(const struct peer_style *style, enum peer_revision revision)
{
	struct peer_key key = { .statistic = MEAN, .interval = true, .index = SIZE_MAX };
	struct peer_stat_list list = peer_stat_list(style, revision);

	if (style->kind == PEER_SINGLEOPS)
		key = (struct peer_key){ .statistic = VALUE };
	else if (style->kind == PEER_VARIABLETIME || style->kind == PEER_STATS)
		key.statistic = (struct peer_statistic)PERCENTILE(95);
	key.interval = style->kind != PEER_SINGLEOPS && style->kind != PEER_STATS &&
		       style->kind != PEER_SUBSELECTION;
	for (size_t i = 0; key.interval && i < list.count; i++)
		if (list.stats[i].stat == key.statistic.stat &&
		    list.stats[i].low == key.statistic.low)
			key.index = i;
	return key;
}

static struct slice bound_name(struct arena *arena, double bound)
{
	if (isinf(bound))
		return bound < 0 ? SLICE("min") : SLICE("max");
	return arena_printf(arena, "%.15g", bound);
}

static struct slice range_name(struct arena *arena, const struct peer_statistic *s,
			       enum peer_revision revision)
{
	struct slice low = bound_name(arena, s->low), high = bound_name(arena, s->high);
	const char *format = "Samples-[%.*s,%.*s)";

	if (s->stat == PEER_STAT_SAMPLES_PERCENT)
		format = revision == PEER_HEAD ? "samplespct-%.*s,%.*s" : "Samples%%-[%.*s,%.*s)";
	return arena_printf(arena, format, SLICE_FMT(low), SLICE_FMT(high));
}

static struct slice percentile_name(struct arena *arena, double percent,
				    enum peer_revision revision)
{
	static const char *const quartiles[] = { "1st-qrtle", "2nd-qrtle", "3rd-qrtle" };

	if (revision == PEER_HEAD)
		return arena_printf(arena, "Pctile.%.15g", percent);
	if (percent == 25 || percent == 50 || percent == 75)
		return slice_str(quartiles[(int)percent / 25 - 1]);
	return arena_printf(arena, "Max-%.15g", percent);
}

struct slice peer_stat_name(struct arena *arena, const struct peer_statistic *s,
			    const struct peer_style *style, enum peer_revision revision)
{
	if (s->name != NULL)
		return slice_str(s->name);
	switch (s->stat) {
	case PEER_STAT_VALUE:
		return slice_str(style->label != NULL ? style->label : "Ops");
	case PEER_STAT_MIN:
		return SLICE("Min");
	case PEER_STAT_MAX:
		return SLICE("Max");
	case PEER_STAT_MEAN:
		return style->higher ? SLICE("Hmean") : SLICE("Amean");
	case PEER_STAT_BEST:
		return arena_printf(arena, "B%s%c%.0f", style->higher ? "Hmean" : "Amean",
				    revision == PEER_HEAD ? '.' : '-', s->low);
	case PEER_STAT_PERCENTILE:
		return percentile_name(arena, s->low, revision);
	case PEER_STAT_STDDEV:
		return style->higher ? SLICE("HStddev") : SLICE("Stddev");
	case PEER_STAT_COEFFVAR:
		return style->higher ? SLICE("HCoeffVar") : SLICE("CoeffVar");
	case PEER_STAT_SAMPLES:
		return SLICE("Samples");
	default:
		return range_name(arena, s, revision);
	}
}

peer_diff peer_stat_diff(const struct peer_statistic *s, const struct peer_style *style)
{
	switch (s->stat) {
	case PEER_STAT_STDDEV:
	case PEER_STAT_COEFFVAR:
		return peer_pndiff;
	case PEER_STAT_SAMPLES:
	case PEER_STAT_SAMPLES_IN:
		return peer_pdiff;
	default:
		return style->higher ? peer_pdiff : peer_pndiff;
	}
}

static int ascending(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static int descending(const void *a, const void *b)
{
	return ascending(b, a);
}

struct peer_values peer_values_of(struct arena *arena, const struct peer_operation *operation,
				  const struct peer_style *style, bool spread)
{
	struct peer_values v = { .higher = style->higher, .mean = NAN, .stddev = NAN };

	if (operation == NULL || operation->count == 0)
		return v;
	v.count = operation->count;
	v.sorted = ARENA_ARRAY(arena, v.count, double);
	for (size_t i = 0; i < v.count; i++)
		v.sorted[i] = operation->samples[i].value;
	qsort(v.sorted, v.count, sizeof(double), v.higher ? descending : ascending);
	if (!spread)
		return v;
	v.mean = v.higher ? peer_hmean(v.sorted, v.count) : peer_amean(v.sorted, v.count);
	v.stddev = peer_stddev(v.sorted, v.count, v.mean, v.higher);
	return v;
}

static double best_mean(const struct peer_values *v, double percent)
{
	size_t n = v->count == 0 ? 0 : peer_percent_count(v->count, percent);

	return v->higher ? peer_hmean(v->sorted, n) : peer_amean(v->sorted, n);
}

/* For samples in ascending order: latencies, where lower is better. */
static double samples_in(const struct peer_statistic *s, const struct peer_values *v)
{
	double low = isinf(s->low) ? v->sorted[0] : s->low;
	double high = isinf(s->high) ? v->sorted[v->count - 1] : s->high;

	return peer_samples_in(v->sorted, v->count, low, high);
}

double peer_stat_value(const struct peer_statistic *s, const struct peer_values *v)
{
	if (s->stat == PEER_STAT_SAMPLES)
		return (double)v->count;
	if (s->stat == PEER_STAT_COEFFVAR)
		return peer_coeffvar(v->stddev, v->mean);
	if (v->count == 0)
		return s->stat == PEER_STAT_SAMPLES_IN ? 0 : NAN;
	switch (s->stat) {
	case PEER_STAT_VALUE:
		return v->sorted[0];
	case PEER_STAT_MIN:
		return v->sorted[v->higher ? v->count - 1 : 0];
	case PEER_STAT_MAX:
		return v->sorted[v->higher ? 0 : v->count - 1];
	case PEER_STAT_MEAN:
		return v->mean;
	case PEER_STAT_BEST:
		return best_mean(v, s->low);
	case PEER_STAT_PERCENTILE:
		return v->sorted[peer_percent_count(v->count, s->low) - 1];
	case PEER_STAT_STDDEV:
		return v->stddev;
	case PEER_STAT_SAMPLES_IN:
		return samples_in(s, v);
	default:
		return samples_in(s, v) * 100 / (double)v->count;
	}
}

struct peer_interval peer_key_interval(const struct peer_key *key, const struct peer_values *v)
{
	if (!key->interval)
		return (struct peer_interval){ 0 };
	if (key->statistic.stat == PEER_STAT_PERCENTILE)
		return peer_percentile_interval(v->sorted, v->count, key->statistic.low);
	return peer_mean_interval(v->mean, v->stddev);
}

bool peer_stat_fails(const struct peer_statistic *s, const struct peer_values *v)
{
	switch (s->stat) {
	case PEER_STAT_MEAN:
	case PEER_STAT_BEST:
	case PEER_STAT_STDDEV:
	case PEER_STAT_COEFFVAR:
		return v->higher && v->count > 0 && v->sorted[0] <= 0;
	case PEER_STAT_SAMPLES_PERCENT:
		return v->count == 0;
	case PEER_STAT_SAMPLES_IN:
		return v->count == 0 && (isinf(s->low) || isinf(s->high));
	default:
		return false;
	}
}
