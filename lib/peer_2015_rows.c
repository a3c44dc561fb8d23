/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/peer_2015_rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool all_finite(const double *xs, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!isfinite(xs[i]))
			return false;
	return true;
}

static double old_amean(const double *xs, size_t n)
{
	return all_finite(xs, n) ? peer_amean(xs, n) : NAN;
}

static double old_min(const double *xs, size_t n)
{
	double min = n == 0 ? NAN : xs[0];

	for (size_t i = 1; i < n; i++)
		if (xs[i] < min)
			min = xs[i];
	return min;
}

static double old_max(const double *xs, size_t n)
{
	double max = n == 0 ? NAN : xs[0];

	for (size_t i = 1; i < n; i++)
		if (xs[i] > max)
			max = xs[i];
	return max;
}

/* -1, which prints as 0, when a value is not above 0. */
static double old_hmean(const double *xs, size_t n)
{
	if (!all_finite(xs, n))
		return NAN;
	return n > 0 && !(old_min(xs, n) > 0) ? -1 : peer_hmean(xs, n);
}

/* With n, and around the arithmetic mean in any case. */
static double old_stddev(const double *xs, size_t n)
{
	return n == 0 ? NAN : sqrt(peer_squares(xs, n, old_amean(xs, n)) / (double)n);
}

static double old_coeffvar(const double *xs, size_t n)
{
	double mean = old_amean(xs, n);

	return mean == 0 ? 0 : old_stddev(xs, n) * 100 / mean;
}

struct old_unit old_mean_of(const struct old_unit *units, size_t n)
{
	double sum = 0;
	size_t count = 0;

	for (size_t i = 0; i < n; i++) {
		sum += units[i].known ? units[i].value : 0;
		count += units[i].known;
	}
	return (struct old_unit){ true, count == 0 || !isfinite(sum) ? NAN : sum / (double)count };
}

struct old_unit old_gmean_of(const struct old_unit *units, size_t n)
{
	double product = 1;
	size_t count = 0;

	for (size_t i = 0; i < n; i++) {
		product *= units[i].known ? units[i].value : 1;
		count += units[i].known;
	}
	return (struct old_unit){ true, count == 0 || !isfinite(product)
						? NAN
						: peer_root(product, count) };
}

static struct old_unit extreme_of(const struct old_unit *units, size_t n, int sign)
{
	struct old_unit found = units[0];

	if (!found.known)
		return (struct old_unit){ true, NAN };
	for (size_t i = 1; i < n; i++)
		if (sign * units[i].value > sign * found.value)
			found = units[i];
	return found;
}

struct old_unit old_min_of(const struct old_unit *units, size_t n)
{
	return extreme_of(units, n, -1);
}

struct old_unit old_max_of(const struct old_unit *units, size_t n)
{
	return extreme_of(units, n, 1);
}

static double old_mean(const double *xs, size_t n, bool higher)
{
	return higher ? old_hmean(xs, n) : old_amean(xs, n);
}

enum { FIVE = 5 };

static void five_statistics(const double *xs, size_t n, bool higher, double *out)
{
	out[0] = old_min(xs, n);
	out[1] = old_mean(xs, n, higher);
	out[2] = old_stddev(xs, n);
	out[3] = old_coeffvar(xs, n);
	out[4] = old_max(xs, n);
}

static double quartile(const double *sorted, size_t n, int percent)
{
	return n == 0 ? NAN : sorted[(size_t)((double)(n - 1) * (percent / 100.0) + 0.5)];
}

/* One more than that share of them. */
static double lowest_mean(const double *sorted, size_t n, int percent)
{
	size_t count = n * (size_t)percent / 100;

	return old_amean(sorted, count == 0 || count >= n ? n : count + 1);
}

static const int quartiles[] = { 25, 50, 75, 90, 93, 95, 99 };
static const int lowest[] = { 99, 95, 90, 50, 10, 5, 1 };
static const char *const variable_names[] = {
	"Min",         "1st-qrtle",   "2nd-qrtle",   "3rd-qrtle",  "Max-90%",     "Max-93%",
	"Max-95%",     "Max-99%",     "Max",         "Mean",       "Best99%Mean", "Best95%Mean",
	"Best90%Mean", "Best50%Mean", "Best10%Mean", "Best5%Mean", "Best1%Mean",
};

static int ascending(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* Sorts xs. */
static void variable_statistics(double *xs, size_t n, double *out)
{
	double mean = old_amean(xs, n);

	if (n > 0)
		qsort(xs, n, sizeof(double), ascending);
	*out++ = old_min(xs, n);
	for (size_t i = 0; i < ARRAY_SIZE(quartiles); i++)
		*out++ = quartile(xs, n, quartiles[i]);
	*out++ = old_max(xs, n);
	*out++ = mean;
	for (size_t i = 0; i < ARRAY_SIZE(lowest); i++)
		*out++ = lowest_mean(xs, n, lowest[i]);
}

struct maker {
	struct arena *arena;
	const struct peer_report *report;
	struct old_run run;
};

static double *values_of(struct maker *m, const struct peer_operation *operation)
{
	double *xs = ARENA_ARRAY(m->arena, operation->count, double);

	for (size_t i = 0; i < operation->count; i++)
		xs[i] = operation->samples[i].value;
	return xs;
}

/* Room for count values; they are the row's once it is pushed. */
static struct old_row new_row(struct maker *m, struct slice label, size_t count)
{
	return (struct old_row){
		.label = label,
		.values = ARENA_ARRAY(m->arena, count, double),
		.count = count,
		.stddev = NAN,
		.decimals = PEER_DECIMALS_OF_STYLE,
		.suffix = "",
	};
}

static void push_row(struct maker *m, struct old_row row)
{
	ARENA_PUSH(m->arena, m->run.rows, m->run.count, m->run.capacity, row);
}

static void set_columns(struct maker *m, const char *const *names, size_t count)
{
	m->run.columns = ARENA_ARRAY(m->arena, count, struct slice);
	m->run.column_count = count;
	for (size_t i = 0; i < count; i++)
		m->run.columns[i] = slice_str(names[i]);
}

/* Undefined statistics leave their place; a row of less than two values is none. */
static bool drop_nan(struct old_row *row)
{
	size_t kept = 0;

	for (size_t i = 0; i < row->count; i++)
		if (!isnan(row->values[i]))
			row->values[kept++] = row->values[i];
	row->count = kept;
	return kept > 1;
}

static void add_multiops(struct maker *m, const struct peer_operation *operation)
{
	const struct peer_style *style = &m->report->style;
	struct old_row row = new_row(m, operation->label, FIVE);

	five_statistics(values_of(m, operation), operation->count, style->higher, row.values);
	if (!style->drop_nan || drop_nan(&row))
		push_row(m, row);
}

static void add_samples(struct maker *m, const struct peer_operation *operation)
{
	for (size_t i = 0; i < operation->count; i++) {
		struct old_row row = new_row(m, operation->label, 1);

		row.values[0] = operation->samples[i].value;
		push_row(m, row);
	}
}

static void add_variable(struct maker *m, const struct peer_operation *operation)
{
	struct old_row row = new_row(m, operation->label, ARRAY_SIZE(variable_names));

	variable_statistics(values_of(m, operation), operation->count, row.values);
	push_row(m, row);
}

static void add_monitor(struct maker *m, const struct peer_operation *operation)
{
	struct old_row row = new_row(m, operation->label, 2);
	const double *xs = values_of(m, operation);

	row.values[0] = old_amean(xs, operation->count);
	row.values[1] = old_max(xs, operation->count);
	push_row(m, row);
}

static void add_plain_row(struct maker *m, const struct peer_operation *operation)
{
	struct old_row row = new_row(m, operation->label, operation->count > 0 ? 1 : 0);

	if (operation->count > 0)
		row.values[0] = operation->samples[operation->count - 1].value;
	row.decimals = operation->decimals;
	row.suffix = operation->suffix;
	push_row(m, row);
}

/* Statistics are rows, operations are columns. */
static void add_cputime(struct maker *m, const struct peer_run *run)
{
	static const char *const rows[FIVE] = { "min", "mean", "stddev", "coeffvar", "max" };
	double five[FIVE];

	m->run.columns = ARENA_ARRAY(m->arena, run->count, struct slice);
	m->run.column_count = run->count;
	for (size_t i = 0; i < FIVE; i++)
		push_row(m, new_row(m, slice_str(rows[i]), run->count));
	for (size_t column = 0; column < run->count; column++) {
		const struct peer_operation *operation = &run->operations[column];

		m->run.columns[column] = operation->label;
		five_statistics(values_of(m, operation), operation->count, false, five);
		for (size_t i = 0; i < FIVE; i++)
			m->run.rows[i].values[column] = five[i];
	}
}

/* The value that ratios are of, and the spread around it. */
static void add_ratio(struct maker *m, const struct peer_operation *operation)
{
	const struct peer_style *style = &m->report->style;
	struct old_row row = new_row(m, operation->label, 1);
	double *xs = values_of(m, operation);
	size_t n = operation->count;

	if (style->kind == PEER_SINGLEOPS) {
		add_samples(m, operation);
		return;
	}
	if (style->kind == PEER_CPUTIME && !slice_is(operation->label, "Elapsed"))
		return;
	if (style->kind == PEER_VARIABLETIME) {
		if (n > 0)
			qsort(xs, n, sizeof(double), ascending);
		row.values[0] = quartile(xs, n, 95);
	} else {
		row.values[0] = old_mean(xs, n, style->higher && style->kind != PEER_CPUTIME);
		row.stddev = style->kind == PEER_CPUTIME ? NAN : old_stddev(xs, n);
	}
	if (!style->drop_nan || !isnan(row.values[0]))
		push_row(m, row);
}

typedef void (*add_operation)(struct maker *m, const struct peer_operation *operation);

/* What a kind's rows are made by; sets the columns. */
static add_operation prepare(struct maker *m)
{
	static const char *const ratio[] = { "Ratio" };
	static const char *const two[] = { "Mean", "Max" };
	const struct peer_style *style = &m->report->style;
	const char *five[FIVE] = { "Min", style->higher ? "Hmean" : "Amean", "Stddev", "CoeffVar",
				   "Max" };
	const char *label = style->label != NULL ? style->label : "Ops";

	if (m->report->ratio) {
		set_columns(m, ratio, 1);
		return add_ratio;
	}
	switch (style->kind) {
	case PEER_SINGLEOPS:
		set_columns(m, &label, 1);
		return add_samples;
	case PEER_VARIABLETIME:
		set_columns(m, variable_names, ARRAY_SIZE(variable_names));
		return add_variable;
	case PEER_MONITOR:
		set_columns(m, two, ARRAY_SIZE(two));
		return add_monitor;
	case PEER_ROWS:
		set_columns(m, &label, 1);
		return add_plain_row;
	default:
		set_columns(m, five, FIVE);
		return add_multiops;
	}
}

/* Its modules take the list of samples for granted, but those that begin with an empty one. */
static bool fails(const struct peer_report *report, const struct peer_run *run)
{
	const struct peer_style *style = &report->style;

	if (style->keeps_empty ||
	    (style->kind != PEER_MULTIOPS && style->kind != PEER_VARIABLETIME))
		return false;
	for (size_t i = 0; i < run->count; i++)
		if (run->operations[i].count > 0)
			return false;
	return true;
}

struct old_run old_run_of(struct arena *arena, const struct peer_report *report,
			  const struct peer_filter *filter, const struct peer_run *run)
{
	enum peer_kind kind = report->style.kind;
	struct maker m = {
		.arena = arena,
		.report = report,
		.run = { .name = run->name, .named = !fails(report, run) },
	};
	add_operation add = prepare(&m);

	if (!m.run.named)
		return (struct old_run){ 0 };

	m.run.spread = report->ratio && kind != PEER_SINGLEOPS && kind != PEER_VARIABLETIME;
	if (kind == PEER_CPUTIME && !report->ratio) {
		add_cputime(&m, run);
		return m.run;
	}
	for (size_t i = 0; i < run->count; i++)
		if (peer_filter_takes(filter, report, run, &run->operations[i]))
			add(&m, &run->operations[i]);
	return m.run;
}
