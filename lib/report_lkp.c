/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A comparison in the columns of a 0-day report, as lkp-tests' compare prints them: means, their
 * deviation where it is over 2 %, the change against the first column. Lines are as wide as they
 * are there, and begin without indent.
 */
#include <math.h>
#include <stdlib.h>

#include "lib/num.h"
#include "lib/report_parts.h"

enum { VALUE = 10, CHANGE = 10, SPREAD = 6, FIRST = VALUE + SPREAD, OTHER = FIRST + CHANGE + 1 };
enum { COMMIT_SHORT = 10, COMMIT_LEAST = 7, RULE = 89 };

/* Begins the keys of facts that are parameters of a benchmark. */
#define PARAMETER "parameter."
/* What a pasted report of 0-day tells of a deviation. */
#define SPREAD_STATISTIC "stddev_percent"

struct lkp {
	struct buf *buf;
	struct arena *arena;
	const struct comparison *comparison;
	size_t order[COMPARE_COLUMNS_MAX]; /* the baseline first */
	struct slice ids[COMPARE_COLUMNS_MAX];
	bool by_commit; /* ids are commits */
};

static const struct column *column_at(const struct lkp *l, size_t place)
{
	return &l->comparison->columns[l->order[place]];
}

static struct slice fact_of(const struct column *column, const char *key)
{
	for (size_t i = 0; i < column->fact_count; i++)
		if (slice_is(column->facts[i].key, key))
			return column->facts[i].value;
	return SLICE_NONE;
}

/* What all columns say under a key; "" when they differ. */
static struct slice common_fact(const struct lkp *l, const char *key)
{
	struct slice value = fact_of(column_at(l, 0), key);

	for (size_t i = 1; i < l->comparison->column_count; i++)
		if (!slice_eq(fact_of(column_at(l, i), key), value))
			return SLICE_NONE;
	return value;
}

/* "gcc-14" of "gcc-14 (Debian 14.2.0) 14.2.0, GNU ld 2.44". */
static struct slice common_compiler(const struct lkp *l)
{
	struct slice compiler = common_fact(l, "kernel.compiler");

	return slice_field(&compiler);
}

static struct slice common_machine(const struct lkp *l)
{
	struct slice name = column_at(l, 0)->machine;

	for (size_t i = 1; i < l->comparison->column_count; i++)
		if (!slice_eq(column_at(l, i)->machine, name))
			return SLICE_NONE;
	return slice_is(name, "unknown") ? SLICE_NONE : name;
}

/* ---- what the columns are called ---- */

static bool is_commit(struct slice text)
{
	for (size_t i = 0; i < text.n; i++)
		if (!((text.p[i] >= '0' && text.p[i] <= '9') ||
		      (text.p[i] >= 'a' && text.p[i] <= 'f')))
			return false;
	return text.n >= COMMIT_LEAST && text.n <= 40;
}

/* A run's name as one word. */
static struct slice word_of(struct arena *arena, struct slice name)
{
	char *out = arena_cstr(arena, report_ascii(arena, name));
	size_t n = report_ascii(arena, name).n;

	for (size_t i = 0; i < n; i++)
		if (out[i] == ' ' || out[i] == '/')
			out[i] = '_';
	if (n == 0 || out[0] == '-' || out[0] == '>' || out[0] == '#')
		return arena_printf(arena, "_%s", out);
	return (struct slice){ out, n };
}

static bool is_taken(const struct lkp *l, size_t count, struct slice id)
{
	for (size_t i = 0; i < count; i++)
		if (slice_eq(l->ids[i], id))
			return true;
	return false;
}

/* By commits where each column has one of its own, else by names of runs. */
static void name_columns(struct lkp *l)
{
	size_t count = l->comparison->column_count;

	l->by_commit = true;
	for (size_t i = 0; i < count; i++) {
		struct slice commit = fact_of(column_at(l, i), "kernel.commit");

		l->ids[i] = slice_head(commit, COMMIT_SHORT);
		l->by_commit = l->by_commit && is_commit(commit) && !is_taken(l, i, l->ids[i]);
	}
	for (size_t i = 0; i < count && !l->by_commit; i++) {
		l->ids[i] = word_of(l->arena, column_at(l, i)->name);
		if (is_taken(l, i, l->ids[i]))
			l->ids[i] = arena_printf(l->arena, "%.*s~%c", SLICE_FMT(l->ids[i]),
						 report_letter(l->order[i]));
	}
}

/* ---- the blocks above the table ---- */

static void add_line(const struct lkp *l, const char *key, struct slice value)
{
	value = report_ascii(l->arena, value);
	if (value.n > 0)
		buf_addf(l->buf, "%s: %.*s\n", key, SLICE_FMT(value));
}

static struct slice memory_of(struct arena *arena, const struct column *column)
{
	uint64_t bytes;

	if (!num_uint(fact_of(column, "machine.memory_bytes"), &bytes) || bytes < MiB)
		return SLICE_NONE;
	if (bytes < GiB)
		return arena_printf(arena, " with %lluM memory", (unsigned long long)(bytes / MiB));
	return arena_printf(arena, " with %lluG memory",
			    (unsigned long long)((bytes + GiB / 2) / GiB));
}

/* What a kernel finds of a machine's memory differs by its own size, which rounding hides. */
static struct slice memory_text(const struct lkp *l)
{
	struct slice memory = memory_of(l->arena, column_at(l, 0));

	for (size_t i = 1; i < l->comparison->column_count; i++)
		if (!slice_eq(memory_of(l->arena, column_at(l, i)), memory))
			return SLICE_NONE;
	return memory;
}

/* "104 threads 2 sockets (Skylake) with 192G memory", else the machine's name. */
static struct slice machine_text(const struct lkp *l)
{
	struct slice threads = common_fact(l, "machine.threads");
	struct slice sockets = common_fact(l, "machine.sockets");
	struct slice cpu = common_fact(l, "machine.cpu"), memory = memory_text(l);
	const char *open = cpu.n > 0 ? " (" : "", *close = cpu.n > 0 ? ")" : "";

	if (threads.n == 0 || sockets.n == 0)
		return common_machine(l);
	return arena_printf(l->arena, "%.*s threads %.*s sockets%s%.*s%s%.*s", SLICE_FMT(threads),
			    SLICE_FMT(sockets), open, SLICE_FMT(cpu), close, SLICE_FMT(memory));
}

/* A commit with its subject; of the column under test, which is the last. */
static struct slice tested_text(const struct lkp *l)
{
	const struct column *last = column_at(l, l->comparison->column_count - 1);
	struct slice commit = fact_of(last, "kernel.commit");
	struct slice subject = fact_of(last, "kernel.subject");

	if (!l->by_commit || subject.n == 0)
		return l->by_commit ? commit : SLICE_NONE;
	return arena_printf(l->arena, "%.*s (\"%.*s\")", SLICE_FMT(commit), SLICE_FMT(subject));
}

static void add_parameters(const struct lkp *l)
{
	const struct column *base = column_at(l, 0);
	bool any = false;

	for (size_t i = 0; i < base->fact_count; i++) {
		struct slice key = base->facts[i].key;
		struct slice value = common_fact(l, arena_cstr(l->arena, key));

		if (value.n == 0 || !slice_take(&key, PARAMETER))
			continue;
		if (!any)
			buf_adds(l->buf, "parameters:\n\n");
		any = true;
		buf_addf(l->buf, "\t%.*s: %.*s\n", SLICE_FMT(report_ascii(l->arena, key)),
			 SLICE_FMT(report_ascii(l->arena, value)));
	}
}

static void add_head(const struct lkp *l)
{
	size_t before = l->buf->n;

	add_line(l, "commit", tested_text(l));
	if (l->comparison->group_count > 0)
		add_line(l, "testcase", l->comparison->groups[0].benchmark);
	add_line(l, "compiler", common_compiler(l));
	add_line(l, "test machine", machine_text(l));
	add_parameters(l);
	if (l->buf->n > before)
		buf_addc(l->buf, '\n');
}

/* ---- axes ---- */

struct axes {
	struct arena *arena;
	struct label *list;
	size_t count, capacity;
};

/* A value may hold no '/', which stands between them. */
static void add_axis(struct axes *axes, struct slice key, struct slice value)
{
	struct label axis = { report_ascii(axes->arena, key), report_ascii(axes->arena, value) };
	char *text = arena_cstr(axes->arena, axis.value);

	for (size_t i = 0; i < axis.value.n; i++)
		if (text[i] == '/')
			text[i] = '_';
	axis.value.p = text;
	if (axis.value.n > 0 && axis.key.n > 0 && slice_find_char(axis.key, '/') == axis.key.n)
		ARENA_PUSH(axes->arena, axes->list, axes->count, axes->capacity, axis);
}

static int axis_cmp(const void *a, const void *b)
{
	return slice_cmp(((const struct label *)a)->key, ((const struct label *)b)->key);
}

static struct axes axes_of(const struct lkp *l, struct slice benchmark)
{
	struct axes axes = { .arena = l->arena };
	const struct column *base = column_at(l, 0);

	for (size_t i = 0; i < base->fact_count; i++) {
		struct slice key = base->facts[i].key;
		struct slice value = common_fact(l, arena_cstr(l->arena, key));

		if (slice_take(&key, PARAMETER))
			add_axis(&axes, key, value);
	}
	add_axis(&axes, SLICE("compiler"), common_compiler(l));
	add_axis(&axes, SLICE("kconfig"), common_fact(l, "kernel.kconfig"));
	add_axis(&axes, SLICE("tbox_group"), common_machine(l));
	add_axis(&axes, SLICE("testcase"), benchmark);
	if (axes.count == 0)
		add_axis(&axes, SLICE("tbox_group"), SLICE("unknown"));
	if (axes.count > 1)
		qsort(axes.list, axes.count, sizeof(*axes.list), axis_cmp);
	return axes;
}

static void add_axes(const struct lkp *l, struct slice benchmark)
{
	struct axes axes = axes_of(l, benchmark);

	buf_fill(l->buf, '=', RULE);
	buf_addc(l->buf, '\n');
	for (size_t i = 0; i < axes.count; i++)
		buf_addf(l->buf, "%s%.*s", i > 0 ? "/" : "", SLICE_FMT(axes.list[i].key));
	buf_adds(l->buf, ":\n  ");
	for (size_t i = 0; i < axes.count; i++)
		buf_addf(l->buf, "%s%.*s", i > 0 ? "/" : "", SLICE_FMT(axes.list[i].value));
	buf_adds(l->buf, "\n\n");
}

/* ---- commits and the table's head ---- */

/* What a column was, behind its id. */
static struct slice about_text(const struct lkp *l, size_t place)
{
	const struct column *column = column_at(l, place);
	struct slice subject = fact_of(column, "kernel.subject");
	struct slice kernel = report_kernel(column), label = report_label(column);

	if (l->by_commit && subject.n > 0)
		return arena_printf(l->arena, " (\"%.*s\")", SLICE_FMT(subject));
	if (slice_starts(kernel, arena_cstr(l->arena, l->ids[place])))
		kernel = SLICE_NONE;
	if (kernel.n == 0 && label.n == 0)
		return SLICE_NONE;
	return arena_printf(l->arena, " <---- %.*s%s%.*s", SLICE_FMT(kernel),
			    kernel.n > 0 && label.n > 0 ? " " : "", SLICE_FMT(label));
}

static void add_commits(const struct lkp *l)
{
	buf_adds(l->buf, "commit: \n");
	for (size_t i = 0; i < l->comparison->column_count; i++)
		buf_addf(l->buf, "  %.*s\n",
			 SLICE_FMT(report_ascii(
				 l->arena, arena_printf(l->arena, "%.*s%.*s", SLICE_FMT(l->ids[i]),
							SLICE_FMT(about_text(l, i))))));
	buf_addc(l->buf, '\n');
}

static void add_table_head(const struct lkp *l)
{
	size_t count = l->comparison->column_count;

	for (size_t i = 0; i < count; i++) {
		struct slice id =
			l->by_commit ? fact_of(column_at(l, i), "kernel.commit") : l->ids[i];
		size_t width = i == 0 ? FIRST : OTHER;

		report_right(l->buf, slice_head(id, width), width);
		buf_addc(l->buf, ' ');
	}
	buf_addc(l->buf, '\n');
	for (size_t i = 0; i < count; i++) {
		buf_fill(l->buf, '-', i == 0 ? FIRST : OTHER);
		buf_addc(l->buf, ' ');
	}
	buf_adds(l->buf, "\n         %stddev");
	for (size_t i = 1; i < count; i++)
		buf_adds(l->buf, "     %change         %stddev");
	buf_adds(l->buf, "\n             \\  ");
	for (size_t i = 1; i < count; i++)
		buf_adds(l->buf, "        |                \\  ");
	buf_addc(l->buf, '\n');
}

/* ---- rows ---- */

/* "proc-vmstat.pgfault": a name of LKP's own begins with the program that gave it. */
static bool has_program(struct slice name)
{
	size_t dot = slice_find_char(name, '.'), n = 0;

	while (n < dot && (name.p[n] == '-' || (name.p[n] >= 'a' && name.p[n] <= 'z')))
		n++;
	return n == dot && n > 1 && dot + 1 < name.n;
}

/* "pft.faults/cpu-1.hmean" */
static struct slice metric_text(const struct lkp *l, const struct compare_row *row)
{
	struct slice benchmark = row->metric.benchmark, statistic = row->statistic;
	struct slice name = metric_title(l->arena, &row->metric);

	if (benchmark.n > 0 && !has_program(row->metric.name))
		name = arena_printf(l->arena, "%.*s.%.*s", SLICE_FMT(benchmark), SLICE_FMT(name));
	if (statistic.n > 0 && !slice_is(statistic, "mean"))
		name = arena_printf(l->arena, "%.*s.%.*s", SLICE_FMT(name), SLICE_FMT(statistic));
	return report_ascii(l->arena, name);
}

static void add_value(struct buf *buf, double value)
{
	if (fabs(value) < 1000)
		buf_addf(buf, "%*.2f", VALUE, value);
	else if (fabs(value) > 1e8)
		buf_addf(buf, "%*.4g", VALUE, value);
	else
		buf_addf(buf, "%*.0f", VALUE, trunc(value));
}

static int spread_cmp(const void *key, const void *element)
{
	const struct column_cell *cell = element;
	int order = metric_cmp(key, &cell->metric);

	return order != 0 ? order : slice_cmp(SLICE(SPREAD_STATISTIC), cell->statistic);
}

/* In percent of the mean: of samples, dividing by n; of a mean, as whoever made it told. */
static double spread_of(const struct lkp *l, const struct compare_row *row, size_t place)
{
	const struct stats *stats = &row->cells[l->order[place]].stats;
	const struct column *column = column_at(l, place);
	const struct column_cell *told;
	double n = (double)stats->n;

	if (stats->n > 1)
		return stats->mean == 0 ? 0 : 100 * stats->stddev * sqrt((n - 1) / n) / stats->mean;
	told = bsearch(&row->metric, column->cells, column->cell_count, sizeof(*told), spread_cmp);
	return told != NULL && slice_is(row->statistic, "mean") ? told->values[0] : 0;
}

/* Told when it is over 2 %. */
static void add_spread(struct buf *buf, double percent)
{
	if (percent > 2)
		buf_addf(buf, " \302\261%*.0f%%", SPREAD - 3, trunc(percent));
	else
		buf_fill(buf, ' ', SPREAD);
}

/* Of names that are shares themselves the difference in points, else in percent. */
static void add_change(struct buf *buf, bool in_points, double base, double value)
{
	double change = in_points || value == base
				? value - base
				: 100 * (value - base) / (base != 0 ? base : 1e-100);

	buf_addf(buf, fabs(change) < 1e5 ? "%+*.1f" : "%+*.2g", CHANGE, change);
	buf_adds(buf, in_points ? "  " : "% ");
}

static bool is_whole(const struct lkp *l, const struct compare_row *row)
{
	for (size_t i = 0; i < l->comparison->column_count; i++)
		if (!row->cells[i].present)
			return false;
	return true;
}

static void add_row(const struct lkp *l, const struct compare_row *row)
{
	struct slice name = metric_text(l, row);
	bool in_points = slice_starts(name, "perf-profile") || slice_ends(name, "%");
	double base = row->cells[l->order[0]].stats.mean;

	for (size_t i = 0; i < l->comparison->column_count; i++) {
		const struct stats *stats = &row->cells[l->order[i]].stats;

		if (i > 0)
			add_change(l->buf, in_points, base, stats->mean);
		add_value(l->buf, stats->mean);
		add_spread(l->buf, spread_of(l, row, i));
	}
	buf_addf(l->buf, "  %.*s\n", SLICE_FMT(name));
}

/* Rows with a hole have no place in such a table; how many there are. */
static size_t add_group(const struct lkp *l, const struct compare_group *group)
{
	size_t left_out = 0;

	add_axes(l, group->benchmark);
	add_commits(l);
	add_table_head(l);
	for (size_t i = group->first; i < group->first + group->count; i++) {
		const struct compare_row *row = &l->comparison->rows[i];

		if (slice_is(row->statistic, SPREAD_STATISTIC))
			continue; /* it stands beside the mean */
		if (is_whole(l, row))
			add_row(l, row);
		else
			left_out++;
	}
	buf_addc(l->buf, '\n');
	return left_out;
}

/* Metrics that were left out may then be deviations, which are not missed. */
static bool has_spreads(const struct comparison *comparison)
{
	for (size_t i = 0; i < comparison->column_count; i++)
		for (size_t k = 0; k < comparison->columns[i].cell_count; k++)
			if (slice_is(comparison->columns[i].cells[k].statistic, SPREAD_STATISTIC))
				return true;
	return false;
}

void report_compare_lkp(struct buf *buf, const struct comparison *comparison,
			const struct report_options *options)
{
	struct arena arena;
	struct lkp l = { .buf = buf, .arena = &arena, .comparison = comparison };
	size_t left_out = has_spreads(comparison) ? 0 : comparison->left_out;

	arena_init(&arena);
	l.order[0] = comparison->baseline;
	for (size_t i = 0, n = 1; i < comparison->column_count; i++)
		if (i != comparison->baseline)
			l.order[n++] = i;
	name_columns(&l);
	add_head(&l);
	for (size_t i = 0; i < comparison->group_count; i++)
		left_out += add_group(&l, &comparison->groups[i]);
	if (left_out > 0)
		buf_addf(buf, "%zu metric%s left out, which some column lacks.\n", left_out,
			 left_out == 1 ? "" : "s");
	report_link(buf, "", options->link);
	arena_release(&arena);
}
