/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Tables with a header line: a number a line, or a column a run (docs/formats.md, "csv"). */
#include <string.h>

#include "ingest/dict.h"
#include "ingest/format.h"
#include "lib/buf.h"
#include "lib/num.h"

enum { COLUMNS_MAX = 256, ROW_BYTES_MAX = INPUT_LINE_MAX };

/* Columns of the long shape that have a meaning; every other one is a label. */
enum column { KERNEL, CONFIG, BENCHMARK, METRIC, UNIT, BETTER, SAMPLE, VALUE, STATISTIC, OTHER };
static const char *const known[] = {
	[KERNEL] = "kernel", [CONFIG] = "config", [BENCHMARK] = "benchmark",
	[METRIC] = "metric", [UNIT] = "unit",     [BETTER] = "better",
	[SAMPLE] = "sample", [VALUE] = "value",   [STATISTIC] = "statistic",
};

/* What a sweep goes over: the first column of the wide shape, labels of the long one. */
static const char *const sweeps[] = {
	"clients", "connections", "cgroups", "cpus",  "depth",   "groups",  "jobs",
	"nodes",   "pairs",       "size",    "tasks", "threads", "workers",
};

struct row {
	struct slice fields[COLUMNS_MAX];
	size_t count;
};

struct csv {
	struct arena *arena;
	struct input *input;
	const struct format_options *options;
	struct sink *sink;
	char separator;
	struct buf bytes; /* of the current row */
	size_t line;      /* on which it began */
	struct row row, header;
	enum column columns[COLUMNS_MAX];
	struct dict runs;
	size_t run_count;
};

/* ---- rows ---- */

static enum column column_of(struct slice name)
{
	size_t i = 0;

	while (i < ARRAY_SIZE(known) && !slice_is(name, known[i]))
		i++;
	return (enum column)i;
}

static bool is_sweep(struct slice name)
{
	for (size_t i = 0; i < ARRAY_SIZE(sweeps); i++)
		if (slice_is(name, sweeps[i]))
			return true;
	return false;
}

/* Whether a quote is open at the end of a line, when it was or was not at its start. */
static bool is_open(struct slice line, char separator, bool open)
{
	for (size_t i = 0; i < line.n; i++) {
		if (line.p[i] != '"')
			continue;
		if (open && i + 1 < line.n && line.p[i + 1] == '"')
			i++;
		else if (open || i == 0 || line.p[i - 1] == separator)
			open = !open;
	}
	return open;
}

/* Cuts a field off *rest, unquoted within the bytes themselves. False when there is none left. */
static bool cut_field(char **rest, const char *end, char separator, struct slice *field)
{
	char *from = *rest, *to = *rest;
	bool quoted = from < end && *from == '"';

	if (from > end)
		return false;
	field->p = to;
	for (from += quoted; from < end && (quoted || *from != separator); from++) {
		if (quoted && *from == '"') {
			if (from + 1 == end || from[1] != '"') {
				quoted = false;
				continue;
			}
			from++;
		}
		*to++ = *from;
	}
	field->n = (size_t)(to - field->p);
	*field = slice_trim(*field);
	*rest = from + 1; /* behind the end after the last one */
	return true;
}

/* False when there are too many fields. */
static bool cut_row(char *bytes, size_t n, char separator, struct row *row)
{
	const char *end;
	struct slice field;

	row->count = 0;
	if (bytes == NULL)
		return true; /* of a file without a line */
	end = bytes + n;
	while (cut_field(&bytes, end, separator, &field)) {
		if (row->count == COLUMNS_MAX)
			return false;
		row->fields[row->count++] = field;
	}
	return true;
}

/* The next row that is not blank, into csv->row; *got = false at the end. */
static enum err next_row(struct csv *csv, bool *got, struct error *err)
{
	struct slice line;
	bool open = false;

	buf_clear(&csv->bytes);
	while ((open || slice_trim(buf_slice(&csv->bytes)).n == 0) &&
	       input_line(csv->input, &line)) {
		if (!open) {
			buf_clear(&csv->bytes);
			csv->line = csv->input->line_no;
		} else {
			buf_addc(&csv->bytes, '\n');
		}
		buf_add(&csv->bytes, line);
		open = is_open(line, csv->separator, open);
		if (csv->bytes.n > ROW_BYTES_MAX)
			break;
	}
	if (open)
		return error_set_line(err, ERR_INPUT, csv->line, "a quote that does not end");
	*got = slice_trim(buf_slice(&csv->bytes)).n > 0;
	if (!cut_row(csv->bytes.data, csv->bytes.n, csv->separator, &csv->row))
		return error_set_line(err, ERR_LIMIT, csv->line, "more than %d columns",
				      COLUMNS_MAX);
	return input_status(csv->input, err);
}

/* ---- what it is ---- */

enum shape { SHAPE_NONE, SHAPE_LONG, SHAPE_WIDE };

/* In a strict one every name must be known; else those that are not are labels. */
static enum shape shape_of(const struct row *header, bool strict)
{
	bool has[OTHER + 1] = { false }, all_known = true;

	for (size_t i = 0; i < header->count; i++) {
		enum column column = column_of(header->fields[i]);

		has[column] = true;
		all_known &= column != OTHER || is_sweep(header->fields[i]);
		if (header->fields[i].n == 0)
			return SHAPE_NONE;
	}
	if (has[METRIC] && has[VALUE])
		return all_known || !strict ? SHAPE_LONG : SHAPE_NONE;
	if (header->count < 2 || all_known || (strict && !is_sweep(header->fields[0])))
		return SHAPE_NONE;
	return SHAPE_WIDE;
}

/* Numbers or nothing in every column of the wide shape. */
static bool is_numeric(const struct row *row, size_t columns)
{
	double value;

	for (size_t i = 0; i < row->count; i++)
		if (row->fields[i].n > 0 && i > 0 && !num_double(row->fields[i], &value))
			return false;
	return row->count == columns;
}

static char separator_of(struct slice line)
{
	static const char separators[] = { '\t', ';', ',' };

	for (size_t i = 0; i < ARRAY_SIZE(separators); i++)
		if (slice_find_char(line, separators[i]) < line.n)
			return separators[i];
	return ',';
}

static void skip_mark(struct slice *line)
{
	(void)slice_take(line, "\xef\xbb\xbf"); /* spreadsheets write one */
}

/* will-it-scale's header begins with a sweep as well, but its columns are no runs. */
static bool is_of_a_tool(struct slice head)
{
	return slice_starts(head, "tasks,processes,processes_idle,");
}

static int csv_detect(struct slice head)
{
	static const size_t line_bytes_max = 8 * 1024;
	struct buf bytes[2];
	struct row rows[2] = { { .count = 0 }, { .count = 0 } };
	struct slice line = SLICE_NONE;
	enum shape shape;
	char separator;

	skip_mark(&head);
	if (is_of_a_tool(head))
		return 0;
	separator = separator_of(slice_head(head, slice_find_char(head, '\n')));
	for (size_t i = 0; i < 2; i++) {
		buf_init(&bytes[i]);
		if (!slice_line(&head, &line) || line.n > line_bytes_max)
			line = SLICE_NONE;
		buf_add(&bytes[i], line);
		if (line.n > 0 && !cut_row(bytes[i].data, bytes[i].n, separator, &rows[i]))
			rows[i].count = 0;
	}
	shape = shape_of(&rows[0], true);
	if (shape == SHAPE_WIDE && !is_numeric(&rows[1], rows[0].count))
		shape = SHAPE_NONE;
	buf_release(&bytes[0]);
	buf_release(&bytes[1]);
	return shape == SHAPE_NONE ? 0 : 90;
}

/* ---- long ---- */

static struct slice field_of(const struct csv *csv, enum column column)
{
	for (size_t i = 0; i < csv->row.count; i++)
		if (csv->columns[i] == column)
			return csv->row.fields[i];
	return SLICE_NONE;
}

static enum err emit_fact(const struct csv *csv, struct slice run, const char *key,
			  struct slice value, struct error *err)
{
	struct record r = record_init(RECORD_META);

	r.line = csv->line;
	r.run = run;
	r.key = slice_str(key);
	r.value_text = value;
	return value.n > 0 ? sink_emit(csv->sink, &r, err) : OK;
}

/* Facts of a run at its first line. */
static enum err begin_run(struct csv *csv, struct slice run, struct error *err)
{
	struct slice kept;
	enum err e;

	if (dict_find(&csv->runs, run) != DICT_NONE)
		return OK;
	kept = arena_slice(csv->arena, run);
	(void)dict_add(&csv->runs, kept); /* its index means nothing */
	if (++csv->run_count > csv->options->runs)
		return error_set_line(err, ERR_LIMIT, csv->line, "more than %llu runs (--max-runs)",
				      (unsigned long long)csv->options->runs);
	e = emit_fact(csv, run, "run.format", SLICE("csv"), err);
	if (e == OK)
		e = emit_fact(csv, run, "kernel.release", field_of(csv, KERNEL), err);
	return e == OK ? emit_fact(csv, run, "run.variant", field_of(csv, CONFIG), err) : e;
}

/* KERNEL-CONFIG; empty when neither is told. */
static struct slice run_of(const struct csv *csv, char *bytes, size_t capacity)
{
	struct slice kernel = field_of(csv, KERNEL), config = field_of(csv, CONFIG);
	int n = snprintf(bytes, capacity, "%.*s%s%.*s", SLICE_FMT(kernel),
			 kernel.n > 0 && config.n > 0 ? "-" : "", SLICE_FMT(config));

	return (struct slice){ bytes, (size_t)n < capacity ? (size_t)n : capacity - 1 };
}

static size_t labels_of(const struct csv *csv, struct label *labels)
{
	size_t count = 0;

	for (size_t i = 0; i < csv->row.count; i++)
		if (csv->columns[i] == OTHER && csv->row.fields[i].n > 0)
			labels[count++] =
				(struct label){ csv->header.fields[i], csv->row.fields[i] };
	return count;
}

static enum better better_of(const struct csv *csv, struct slice told)
{
	enum better better = told.n > 0 ? better_parse(told) : csv->options->better;

	return better == BETTER_UNKNOWN ? BETTER_NONE : better;
}

/* The number, or that there is none. False when it is neither. */
static bool take_value(struct slice text, struct record *r)
{
	if (text.n == 0)
		r->status = SLICE("failed");
	else if (!num_double(text, &r->value))
		return false;
	return true;
}

static enum err take_long(struct csv *csv, struct error *err)
{
	struct record r = record_init(RECORD_SAMPLE);
	struct label labels[RECORD_LABELS_MAX];
	char name[1024];
	enum err e;

	r.line = csv->line;
	r.run = run_of(csv, name, sizeof(name));
	r.benchmark = field_of(csv, BENCHMARK);
	r.metric = field_of(csv, METRIC);
	r.unit = field_of(csv, UNIT);
	r.better = better_of(csv, field_of(csv, BETTER));
	r.statistic = field_of(csv, STATISTIC);
	r.labels = labels;
	r.label_count = labels_of(csv, labels);
	if (r.metric.n == 0)
		return sink_diagnostic(csv->sink, csv->line, err, "expected a metric");
	if (!take_value(field_of(csv, VALUE), &r))
		return sink_diagnostic(csv->sink, csv->line, err,
				       "expected a number with a decimal point, got '%.*s'",
				       SLICE_FMT(slice_head(field_of(csv, VALUE), 40)));
	e = begin_run(csv, r.run, err);
	return e == OK ? sink_emit(csv->sink, &r, err) : e;
}

/* ---- wide ---- */

static enum err take_wide(struct csv *csv, struct error *err)
{
	const struct label label = { csv->header.fields[0], csv->row.fields[0] };
	enum err e = OK;

	for (size_t i = 1; e == OK && i < csv->row.count; i++) {
		struct record r = record_init(RECORD_SAMPLE);

		r.line = csv->line;
		r.run = csv->header.fields[i];
		r.metric = SLICE("value");
		r.better = better_of(csv, SLICE_NONE);
		r.labels = &label;
		r.label_count = 1;
		if (csv->row.fields[i].n == 0)
			continue;
		if (num_double(csv->row.fields[i], &r.value))
			e = sink_emit(csv->sink, &r, err);
		else
			e = sink_diagnostic(csv->sink, csv->line, err,
					    "expected a number with a decimal point, got '%.*s'",
					    SLICE_FMT(slice_head(csv->row.fields[i], 40)));
	}
	return e;
}

/* ---- the file ---- */

/* The header lives as long as the file; csv->row only until the next. */
static enum err keep_header(struct csv *csv, enum shape shape, struct error *err)
{
	size_t labels = 0;

	csv->header.count = csv->row.count;
	for (size_t i = 0; i < csv->row.count; i++) {
		csv->header.fields[i] = arena_slice(csv->arena, csv->row.fields[i]);
		csv->columns[i] = column_of(csv->header.fields[i]);
		labels += csv->columns[i] == OTHER;
	}
	if (shape == SHAPE_LONG && labels > RECORD_LABELS_MAX)
		return error_set_line(err, ERR_LIMIT, csv->line, "more than %d labels of a metric",
				      RECORD_LABELS_MAX);
	if (shape == SHAPE_WIDE && csv->header.count - 1 > csv->options->runs)
		return error_set_line(err, ERR_LIMIT, csv->line, "more than %llu runs (--max-runs)",
				      (unsigned long long)csv->options->runs);
	return OK;
}

static enum err take_rows(struct csv *csv, enum shape shape, struct error *err)
{
	bool got = true;
	enum err e;

	while ((e = next_row(csv, &got, err)) == OK && got) {
		if (csv->row.count != csv->header.count)
			e = sink_diagnostic(csv->sink, csv->line, err, "%zu fields below %zu names",
					    csv->row.count, csv->header.count);
		else
			e = shape == SHAPE_LONG ? take_long(csv, err) : take_wide(csv, err);
		if (e != OK)
			break;
	}
	return e;
}

static enum err read_table(struct csv *csv, struct error *err)
{
	enum shape shape;
	bool got;
	enum err e = next_row(csv, &got, err);

	if (e != OK)
		return e;
	skip_mark(&csv->row.fields[0]);
	shape = shape_of(&csv->row, false);
	if (shape == SHAPE_NONE)
		return error_set_line(err, ERR_INPUT, csv->line,
				      "expected a header: metric and value, or a sweep and runs");
	e = keep_header(csv, shape, err);
	return e == OK ? take_rows(csv, shape, err) : e;
}

static enum err csv_parse(struct arena *arena, struct input *input,
			  const struct format_options *options, struct sink *sink,
			  struct error *err)
{
	struct csv *csv = ARENA_NEW(arena, struct csv);
	struct slice head = input_head(input);
	enum err e;

	*csv = (struct csv){ .arena = arena, .input = input, .options = options, .sink = sink };
	csv->separator = separator_of(slice_head(head, slice_find_char(head, '\n')));
	dict_init(&csv->runs, arena);
	buf_init(&csv->bytes);
	e = read_table(csv, err);
	buf_release(&csv->bytes);
	return e;
}

const struct format fmt_csv = {
	.name = "csv",
	.summary = "tables: metric and value a line, or a sweep and a column a run",
	.tool = "scripts and spreadsheets",
	.detect = csv_detect,
	.parse = csv_parse,
};
