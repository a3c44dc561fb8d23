/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Histograms of bcc and libbpf-tools: funclatency, biolatency, runqlat, argdist -H and others,
 * with labels above and an average below. Checked with bcc since 2016 and libbpf-tools 0.26.
 */
#include "ingest/format.h"

#include "ingest/bcc_context.h"
#include "ingest/dict.h"
#include "lib/num.h"

enum { LABELS_MAX = 8, LINES_ABOVE = 4, STRANGE_BITS = 63 };

/* One depth of a text. */
struct scan {
	struct arena *arena;
	struct text *text;
	struct sink *sink;
	struct error *err;
	struct bcc_context context;
	struct dict seen; /* metric and labels of each histogram, and how often it came */
	int64_t *prints;
	size_t print_count, print_capacity;
	/* of the last histogram */
	struct slice metric, unit;
	double time_s;
	int64_t print;
};

struct table {
	struct slice unit;
	struct label labels[LABELS_MAX];
	size_t label_count;
	struct bucket *buckets;
	size_t count, capacity;
	bool linear;
};

/* ---- labels ---- */

static void add_label(struct table *table, struct slice key, struct slice value)
{
	if (table->label_count < LABELS_MAX && value.n > 0)
		table->labels[table->label_count++] = (struct label){ key, value };
}

static struct slice lower(struct arena *arena, struct slice s)
{
	char *out = arena_cstr(arena, s);

	for (size_t i = 0; i < s.n; i++)
		if (out[i] >= 'A' && out[i] <= 'Z')
			out[i] = (char)(out[i] + 'a' - 'A');
	return (struct slice){ out, s.n };
}

/* "9043 pingpong": the number, then a name. */
static void add_task(struct table *table, struct slice key, struct slice value)
{
	struct slice number = slice_field(&value);

	add_label(table, key, number);
	add_label(table, SLICE("comm"), bcc_unquote(value));
}

/* "f [6556]": a function, and the process when there is one. */
static void add_function(struct table *table, struct slice value)
{
	size_t bracket = slice_find(value, " [");
	struct slice pid = slice_trim_end(slice_skip(value, bracket + 2));

	add_label(table, SLICE("function"), bcc_unquote(slice_head(value, bracket)));
	if (slice_ends(pid, "]"))
		add_label(table, SLICE("pid"), slice_head(pid, pid.n - 1));
}

/* "disk = vda", "Bucket disk = 'xvdb'"; false when it is no label. */
static bool add_pair(struct scan *scan, struct table *table, struct slice s)
{
	size_t equals = slice_find(s, " = ");
	struct slice key = slice_trim(slice_head(s, equals)), value = slice_skip(s, equals + 3);

	if (equals == s.n)
		return false;
	(void)slice_take(&key, "Bucket ");
	key = lower(scan->arena, key);
	value = slice_trim(value);
	if (slice_is(key, "process name"))
		add_label(table, SLICE("comm"), bcc_unquote(value));
	else if (slice_is(key, "pid") || slice_is(key, "tid"))
		add_task(table, key, value);
	else if (slice_is(key, "function"))
		add_function(table, value);
	else if (slice_find_char(key, ' ') == key.n)
		add_label(table, key, bcc_unquote(value));
	else
		return false;
	return true;
}

/* Pairs are parted by tabs. */
static bool add_pairs(struct scan *scan, struct table *table, struct slice line)
{
	struct slice part;
	bool any = false;

	while (slice_split(&line, '\t', &part))
		any = add_pair(scan, table, part) || any;
	return any;
}

/* What the lines right above the head say. */
static void look_above(struct scan *scan, size_t head, struct table *table)
{
	const struct text *text = scan->text;
	size_t i = head;

	for (int k = 0; k < LINES_ABOVE; k++) {
		struct slice s;

		i = text->lines[i].previous;
		if (i >= text->count || text->lines[i].taken)
			return;
		s = bcc_content(text, i);
		if (slice_is(scan->context.tool, "argdist") || bcc_is_probe(s)) {
			double time_s;

			if (s.n == 0 || bcc_time(s, &time_s))
				return;
			add_label(table, SLICE("probe"), s);
			scan->context.tool = SLICE("argdist");
		} else if (!add_pairs(scan, table, s)) {
			return;
		}
		text->lines[i].taken = true;
	}
}

static bool has_label(const struct table *table, const char *key)
{
	for (size_t i = 0; i < table->label_count; i++)
		if (slice_is(table->labels[i].key, key))
			return true;
	return false;
}

/* ---- rows ---- */

/* "     usecs               : count     distribution": what the values are, in *unit. */
static bool is_head(struct slice line, struct slice *unit)
{
	size_t colon = slice_find(line, ": count ");

	if (colon == line.n || !slice_is(slice_trim(slice_skip(line, colon + 8)), "distribution"))
		return false;
	*unit = slice_trim(slice_head(line, colon));
	return true;
}

static bool is_bar(struct slice s)
{
	for (size_t i = 0; i < s.n; i++)
		if (s.p[i] != '*' && s.p[i] != '|' && s.p[i] != '+' && s.p[i] != ' ')
			return false;
	return true;
}

static bool take_number(struct slice s, double *out)
{
	uint64_t value;

	if (!num_uint(s, &value))
		return false;
	*out = (double)value;
	return true;
}

/* "low -> high : count |***|", or "low : count |***|" of a linear one. */
static bool take_row(struct slice line, struct bucket *out, bool *linear)
{
	size_t colon = slice_find_char(line, ':');
	struct slice bounds = slice_head(line, colon), rest = slice_skip(line, colon + 1), word;

	if (colon == line.n || !take_number(slice_field(&bounds), &out->lo))
		return false;
	word = slice_field(&bounds);
	*linear = word.n == 0;
	if (*linear)
		out->hi = out->lo + 1;
	else if (!slice_is(word, "->") || !take_number(slice_field(&bounds), &out->hi))
		return false;
	else
		out->hi++;
	if (slice_trim(bounds).n > 0 || !num_int(slice_field(&rest), &out->count))
		return false;
	return is_bar(slice_trim(rest)) && out->lo < out->hi;
}

/* Rows of a table are of one kind and rise. */
static bool goes_on(const struct table *table, const struct bucket *bucket, bool linear)
{
	return table->count == 0 ||
	       (linear == table->linear && bucket->lo > table->buckets[table->count - 1].lo);
}

/* The last line of the rows below line i. */
static size_t take_rows(struct scan *scan, size_t i, struct table *table)
{
	const struct text *text = scan->text;

	for (size_t n = text->lines[i].next; n < text->count; n = text->lines[n].next) {
		struct slice s = bcc_content(text, n);
		struct bucket bucket;
		bool linear;

		if (s.n > 0 && take_row(s, &bucket, &linear) && goes_on(table, &bucket, linear)) {
			ARENA_PUSH(scan->arena, table->buckets, table->count, table->capacity,
				   bucket);
			table->linear = linear;
		} else if (s.n == 0 || table->count == 0 || !is_bar(s)) {
			break;
		}
		i = n;
	}
	return i;
}

/* ---- records ---- */

static double greatest_divisor(double a, double b)
{
	uint64_t x = (uint64_t)a, y = (uint64_t)b;

	while (y != 0) {
		uint64_t rest = x % y;

		x = y;
		y = rest;
	}
	return (double)x;
}

/* Rows of a linear one have their low end alone: all are as wide as the distances allow. */
static enum err set_width(struct scan *scan, struct table *table, size_t line)
{
	double width = 0;

	if (!table->linear || table->count == 0)
		return OK;
	for (size_t i = 1; i < table->count; i++)
		width = greatest_divisor(table->buckets[i].lo - table->buckets[i - 1].lo, width);
	if (width < 1 || slice_is(scan->context.tool, "runqlen"))
		width = 1;
	for (size_t i = 0; i < table->count; i++)
		table->buckets[i].hi = table->buckets[i].lo + width;
	return width > 1 ? sink_diagnostic(scan->sink, line, scan->err,
					   "buckets of %.0f: guessed from their distances", width)
			 : OK;
}

static struct slice metric_of(const struct scan *scan)
{
	if (scan->context.tool.n == 0 && scan->context.functions)
		return SLICE("funclatency");
	return scan->context.tool;
}

/* How often a histogram of these labels came. */
static int64_t print_of(struct scan *scan, const struct table *table)
{
	struct slice key;
	struct buf buf;
	size_t i;

	buf_init(&buf);
	buf_add(&buf, scan->metric);
	for (i = 0; i < table->label_count; i++)
		buf_addf(&buf, "\n%.*s=%.*s", SLICE_FMT(table->labels[i].key),
			 SLICE_FMT(table->labels[i].value));
	key = arena_slice(scan->arena, buf_slice(&buf));
	buf_release(&buf);
	i = dict_add(&scan->seen, key);
	if (i == scan->print_count)
		ARENA_PUSH(scan->arena, scan->prints, scan->print_count, scan->print_capacity,
			   (int64_t)0);
	return ++scan->prints[i];
}

static struct slice unit_of(struct slice head)
{
	struct slice unit = bcc_unit(head);

	return unit.n > 0 ? unit : head;
}

/* The histogram whose head is line i; its last line in *last. */
static enum err take_histogram(struct scan *scan, size_t i, struct slice unit, size_t *last)
{
	struct record r = record_init(RECORD_HISTOGRAM);
	struct table table = { .unit = unit };
	enum err e;

	*last = take_rows(scan, i, &table);
	r.line = scan->text->lines[i].line_no;
	look_above(scan, i, &table);
	scan->metric = metric_of(scan);
	if (scan->context.function.n > 0 && !has_label(&table, "function"))
		add_label(&table, SLICE("function"), scan->context.function);
	add_label(&table, SLICE("what"), scan->context.what);
	if (table.count == 0)
		return sink_diagnostic(scan->sink, r.line, scan->err, "a histogram without rows");
	e = set_width(scan, &table, r.line);
	r.metric = scan->metric;
	r.unit = scan->unit = unit_of(unit);
	r.labels = table.labels;
	r.label_count = table.label_count;
	r.time_s = scan->time_s = scan->context.time_s;
	r.print = scan->print = print_of(scan, &table);
	r.buckets = table.buckets;
	r.bucket_count = table.count;
	return e == OK ? sink_emit(scan->sink, &r, scan->err) : e;
}

/* Cuts "NAME N UNIT" off *s. */
static bool take_part(struct slice *s, const char *name, double *out, struct slice *unit)
{
	struct slice word;

	if (!slice_take(s, name) || !take_number(slice_field(s), out))
		return false;
	word = slice_field(s);
	while (word.n > 0 && word.p[word.n - 1] == ',')
		word.n--;
	*unit = bcc_unit(word);
	*s = slice_trim(*s);
	return true;
}

/* "avg = 13746 nsecs, total: 6543360 nsecs, count: 476" */
static bool is_average(struct slice s, struct record *r)
{
	struct slice unit;
	uint64_t count;
	double average, total;

	if (!take_part(&s, "avg = ", &average, &r->unit) ||
	    !take_part(&s, "total: ", &total, &unit) || !slice_take(&s, "count: ") ||
	    !num_uint(slice_trim(s), &count) || count > INT64_MAX)
		return false;
	r->value = average;
	r->total = total;
	r->n = (int64_t)count;
	return true;
}

static enum err take_average(struct scan *scan, size_t i, const struct record *average)
{
	struct record r = *average;
	struct label function = { SLICE("function"), scan->context.function };

	r.line = scan->text->lines[i].line_no;
	r.metric = scan->metric.n > 0 ? scan->metric : metric_of(scan);
	r.statistic = SLICE("mean");
	r.labels = &function;
	r.label_count = function.value.n > 0;
	r.time_s = scan->context.time_s;
	if (scan->print > 0)
		r.print = scan->print;
	if (r.value >= (double)((uint64_t)1 << STRANGE_BITS) ||
	    r.total >= (double)((uint64_t)1 << STRANGE_BITS))
		return sink_diagnostic(scan->sink, r.line, scan->err,
				       "an average from a subtraction that went below 0");
	return sink_emit(scan->sink, &r, scan->err);
}

static void take_lines(struct text *text, size_t first, size_t last)
{
	for (size_t i = first; i < text->count; i = text->lines[i].next) {
		text->lines[i].taken = true;
		if (i == last)
			break;
	}
}

static enum err scan_line(struct scan *scan, size_t i, size_t *last)
{
	struct record r = record_init(RECORD_SAMPLE);
	struct slice s = bcc_content(scan->text, i), unit;
	enum err e;

	*last = i;
	if (is_head(s, &unit)) {
		e = take_histogram(scan, i, unit, last);
	} else if (slice_starts(s, "avg = ") && is_average(s, &r)) {
		e = take_average(scan, i, &r);
	} else {
		(void)bcc_context_line(&scan->context, s); /* most lines tell nothing */
		return OK;
	}
	take_lines(scan->text, i, *last);
	return e;
}

static enum err histogram_prose(struct arena *arena, struct text *text, struct sink *sink,
				struct error *err)
{
	enum err e = OK;

	for (size_t first = 0; e == OK && first < text->count; first++) {
		struct scan scan = { .arena = arena, .text = text, .sink = sink, .err = err };

		if (text->lines[first].previous < text->count)
			continue; /* not the first line of its depth */
		scan.context = bcc_context_init();
		dict_init(&scan.seen, arena);
		for (size_t i = first; e == OK && i < text->count; i = text->lines[i].next)
			if (!text->lines[i].taken)
				e = scan_line(&scan, i, &i);
	}
	return e;
}

const struct format fmt_bcc_histogram = {
	.name = "bcc-histogram",
	.summary = "histograms of bcc and libbpf-tools, and their averages",
	.tool = "bcc since 2016, libbpf-tools 0.26",
	.prose = histogram_prose,
};
