/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The table of a 0-day report: metrics of two to four commits, as means with a rounded spread. A
 * block begins with a line of '=', names its axes and commits, and has its columns below a line of
 * dashes. What was measured on which machine stands above it.
 */
#include "ingest/format.h"

#include <math.h>
#include <string.h>

#include "ingest/lkp_names.h"
#include "lib/num.h"

enum { COLUMNS_MAX = 9, RULE_MIN = 60, DASHES_MIN = 10, ABOVE_MAX = 200 };

/* One block. */
struct block {
	struct text *text;
	struct sink *sink;
	size_t rule;                       /* its line of '=' */
	struct slice commits[COLUMNS_MAX]; /* as the table heads its columns */
	size_t columns;
	struct slice testcase; /* "" = the axes do not tell */
};

/* A cell of a row: NaN = not told. */
struct cell {
	double value, spread_percent;
};

static struct slice line_at(const struct block *b, size_t i)
{
	return i < b->text->count ? slice_trim(b->text->lines[i].s) : SLICE_NONE;
}

/* The next line of the block's depth; text->count at the end. */
static size_t below(const struct block *b, size_t i)
{
	return i < b->text->count ? b->text->lines[i].next : b->text->count;
}

static bool is_all(struct slice s, char c, size_t least)
{
	size_t n = s.n;

	if (s.p == NULL)
		return false;
	while (n > 0 && s.p[n - 1] == c)
		n--;
	return n == 0 && s.n >= least;
}

static size_t skip_blank(const struct block *b, size_t i)
{
	while (i < b->text->count && line_at(b, i).n == 0)
		i = below(b, i);
	return i;
}

static void take(const struct block *b, size_t i)
{
	b->text->lines[i].taken = true;
}

static enum err tell(const struct block *b, size_t i, struct slice run, const char *key,
		     struct slice value, struct error *err)
{
	struct record r = record_init(RECORD_META);

	if (value.n == 0)
		return OK;
	r.line = b->text->lines[i].line_no;
	r.run = run;
	r.key = slice_str(key);
	r.value_text = value;
	return sink_emit(b->sink, &r, err);
}

/* The same of all columns, as each is a run of its own. */
static enum err tell_all(const struct block *b, size_t i, const char *key, struct slice value,
			 struct error *err)
{
	enum err e = OK;

	for (size_t c = 0; e == OK && c < b->columns; c++)
		e = tell(b, i, b->commits[c], key, value, err);
	return e;
}

/* ---- axes ---- */

static size_t count_parts(struct slice s)
{
	struct slice part;
	size_t n = 0;

	while (slice_split(&s, '/', &part))
		n++;
	return n;
}

/* What an axis is as a fact; others are parameters. */
static const char *fact_of_axis(struct arena *arena, struct slice key)
{
	if (slice_is(key, "compiler"))
		return "kernel.compiler";
	if (slice_is(key, "tbox_group"))
		return "machine.name";
	if (slice_is(key, "kconfig"))
		return "kernel.kconfig";
	if (slice_is(key, "testcase"))
		return "benchmark.name";
	return arena_cstr(arena, arena_printf(arena, "parameter.%.*s", SLICE_FMT(key)));
}

/* "key/key/key:" and below it "value/value/value". */
static enum err read_axes(struct arena *arena, struct block *b, size_t keys_at, size_t values_at,
			  struct error *err)
{
	struct slice keys = line_at(b, keys_at), values = line_at(b, values_at), key, value;
	enum err e = OK;

	keys.n -= slice_ends(keys, ":");
	take(b, keys_at);
	take(b, values_at);
	if (count_parts(keys) != count_parts(values))
		return sink_diagnostic(b->sink, b->text->lines[values_at].line_no, err,
				       "expected as many values as axes above them");
	while (e == OK && slice_split(&keys, '/', &key) && slice_split(&values, '/', &value)) {
		if (slice_is(key, "testcase"))
			b->testcase = value;
		e = tell_all(b, values_at, fact_of_axis(arena, key), value, err);
	}
	return e;
}

/* ---- the machine, above the first block ---- */

/* "104 threads 2 sockets (Skylake) with 192G memory" */
static enum err read_machine(struct arena *arena, const struct block *b, size_t i,
			     struct slice text, struct error *err)
{
	struct slice rest = text, number = slice_field(&rest), cpu;
	uint64_t threads, sockets, memory;
	size_t open = slice_find_char(text, '('), close = slice_rfind_char(text, ')');
	enum err e = OK;

	if (num_uint(number, &threads) && slice_is(slice_field(&rest), "threads"))
		e = tell_all(b, i, "machine.threads", number, err);
	number = slice_field(&rest);
	if (e == OK && num_uint(number, &sockets) && slice_is(slice_field(&rest), "sockets"))
		e = tell_all(b, i, "machine.sockets", number, err);
	if (e == OK && open < close && close < text.n) {
		cpu = (struct slice){ text.p + open + 1, close - open - 1 };
		e = tell_all(b, i, "machine.cpu", cpu, err);
	}
	rest = slice_skip(text, slice_find(text, " with ") + 6);
	if (e == OK && num_size(slice_field(&rest), &memory))
		e = tell_all(b, i, "machine.memory_bytes",
			     arena_printf(arena, "%llu", (unsigned long long)memory), err);
	return e;
}

/* The nearest "test machine:" above the block, and below the block before. */
static enum err read_above(struct arena *arena, const struct block *b, struct error *err)
{
	size_t i = b->text->lines[b->rule].previous;

	for (int n = 0; n < ABOVE_MAX && i < b->text->count; n++) {
		struct slice line = line_at(b, i);

		if (b->text->lines[i].taken)
			return OK;
		if (slice_take(&line, "test machine:"))
			return read_machine(arena, b, i, slice_trim(line), err);
		i = b->text->lines[i].previous;
	}
	return OK;
}

/* ---- commits and columns ---- */

/* The columns of a line of dashes. */
static size_t dashes(struct slice line)
{
	struct slice word;
	size_t n = 0;

	while ((word = slice_field(&line)).n > 0) {
		if (!is_all(word, '-', DASHES_MIN))
			return 0;
		n++;
	}
	return n <= COLUMNS_MAX ? n : 0;
}

static bool is_commit(struct slice word)
{
	for (size_t i = 0; i < word.n; i++)
		if (!((word.p[i] >= '0' && word.p[i] <= '9') ||
		      (word.p[i] >= 'a' && word.p[i] <= 'f')))
			return false;
	return word.n >= 7 && word.n <= 40;
}

/* The line below "commit:" that lists a column: "0a1b2c3d4e ("subject")" or "v6.1 <---- text". */
static struct slice commit_of(struct slice line, struct slice *subject)
{
	struct slice name = slice_field(&line);
	size_t open = slice_find(line, "(\""), close = slice_find(line, "\")");

	*subject = open + 2 < close && close < line.n
			   ? (struct slice){ line.p + open + 2, close - open - 2 }
			   : SLICE_NONE;
	return name;
}

/*
 * The lines below "commit:" at i, up to a blank one or the table's head; the line behind them.
 */
static size_t read_commits(struct block *b, size_t i, struct slice subjects[COLUMNS_MAX],
			   size_t lines[COLUMNS_MAX])
{
	take(b, i);
	for (i = below(b, i); line_at(b, i).n > 0 && b->columns < COLUMNS_MAX; i = below(b, i)) {
		if (dashes(line_at(b, below(b, i))) > 0)
			break;
		take(b, i);
		lines[b->columns] = i;
		b->commits[b->columns] = commit_of(line_at(b, i), &subjects[b->columns]);
		b->columns++;
	}
	return i;
}

static enum err tell_commits(const struct block *b, const struct slice subjects[COLUMNS_MAX],
			     const size_t lines[COLUMNS_MAX], struct error *err)
{
	enum err e = OK;

	for (size_t c = 0; e == OK && c < b->columns; c++) {
		if (is_commit(b->commits[c]))
			e = tell(b, lines[c], b->commits[c], "kernel.commit", b->commits[c], err);
		if (e == OK)
			e = tell(b, lines[c], b->commits[c], "kernel.subject", subjects[c], err);
	}
	return e;
}

/* ---- rows ---- */

/* A plus-minus sign in UTF-8, as quoted-printable leaves it, or in ASCII. */
static bool take_sign(struct slice *rest)
{
	struct slice s = slice_trim(*rest);

	if (!slice_take(&s, "\302\261") && !slice_take(&s, "\261") && !slice_take(&s, "+-"))
		return false;
	*rest = s;
	return true;
}

/* "412345", "389001 ± 3%", "4.11 ±223%" off *rest. */
static bool take_cell(struct slice *rest, struct cell *cell)
{
	struct slice s = *rest, word = slice_field(&s), after = s;

	cell->spread_percent = RECORD_NO_NUMBER;
	if (!num_double(word, &cell->value))
		return false;
	if (take_sign(&after)) {
		word = slice_field(&after);
		if (!slice_ends(word, "%") ||
		    !num_double(slice_head(word, word.n - 1), &cell->spread_percent))
			return false;
		s = after;
	}
	*rest = s;
	return true;
}

/* "-5.7%", "+1.9": against the first column; the values say it better. */
static bool take_change(struct slice *rest)
{
	struct slice s = *rest, word = slice_field(&s);
	double change;

	if (word.n < 2 || (word.p[0] != '+' && word.p[0] != '-'))
		return false;
	word.n -= slice_ends(word, "%");
	if (!num_double(word, &change))
		return false;
	*rest = s;
	return true;
}

static bool read_cells(struct slice line, size_t columns, struct cell *cells, struct slice *name)
{
	if (!take_cell(&line, &cells[0]))
		return false;
	for (size_t c = 1; c < columns; c++)
		if (!take_change(&line) || !take_cell(&line, &cells[c]))
			return false;
	*name = slice_trim(line);
	return true;
}

static enum err emit_row(const struct block *b, size_t i, struct slice name,
			 const struct cell *cells, struct error *err)
{
	struct record r = record_init(RECORD_SAMPLE);
	enum err e = OK;

	r.line = b->text->lines[i].line_no;
	r.benchmark = b->testcase.n > 0 ? b->testcase : lkp_program(name);
	r.metric = name;
	r.better = lkp_better(name);
	for (size_t c = 0; e == OK && c < b->columns; c++) {
		r.run = b->commits[c];
		r.statistic = SLICE("mean");
		r.value = cells[c].value;
		e = sink_emit(b->sink, &r, err);
		if (e != OK || isnan(cells[c].spread_percent))
			continue;
		r.statistic = SLICE("stddev_percent");
		r.value = cells[c].spread_percent;
		e = sink_emit(b->sink, &r, err);
	}
	return e;
}

/* A row whose name, or end, a mail program has put on the next line. */
static bool read_wrapped(struct arena *arena, const struct block *b, size_t *i, struct cell *cells,
			 struct slice *name)
{
	size_t next = below(b, *i);
	struct slice more = line_at(b, next);

	if (more.n == 0 || !read_cells(arena_printf(arena, "%.*s  %.*s", SLICE_FMT(line_at(b, *i)),
						    SLICE_FMT(more)),
				       b->columns, cells, name))
		return false;
	take(b, *i);
	*i = next;
	return name->n > 0;
}

/* "fail:runs" tables count failures: "3:6   -50%   0:6   boot_failures". */
static bool is_fail_row(struct slice line)
{
	struct slice word = slice_field(&line), left;
	uint64_t number;

	return slice_split(&word, ':', &left) && num_uint(left, &number) && num_uint(word, &number);
}

static enum err read_rows(struct arena *arena, const struct block *b, size_t i, struct error *err)
{
	enum err e = OK;

	while (e == OK && line_at(b, i).n > 0 && !b->text->lines[i].taken) {
		struct cell cells[COLUMNS_MAX];
		struct slice name = SLICE_NONE;
		size_t first = i;

		if (!(read_cells(line_at(b, i), b->columns, cells, &name) && name.n > 0) &&
		    !read_wrapped(arena, b, &i, cells, &name)) {
			if (!is_fail_row(line_at(b, i)))
				return OK;
			name = SLICE_NONE;
		}
		take(b, i);
		if (name.n > 0)
			e = emit_row(b, first, name, cells, err);
		i = below(b, i);
	}
	return e;
}

/* The line of dashes below the commits, and behind it the two heads of "%stddev": rows follow. */
static size_t find_rows(struct block *b, size_t i)
{
	size_t n = 0;

	for (int k = 0; k < 4 && i < b->text->count && n == 0; k++) {
		i = skip_blank(b, i);
		n = dashes(line_at(b, i));
		if (i < b->text->count)
			take(b, i);
		i = below(b, i);
	}
	if (n != b->columns || n < 2)
		return b->text->count;
	for (int k = 0; k < 2 && i < b->text->count; k++) {
		struct slice line = line_at(b, i);

		if (slice_find(line, "%stddev") == line.n &&
		    slice_find_char(line, '\\') == line.n &&
		    slice_find(line, "fail:runs") == line.n && slice_find_char(line, '|') == line.n)
			break;
		take(b, i);
		i = below(b, i);
	}
	return i;
}

static enum err read_block(struct arena *arena, struct text *text, size_t rule, struct sink *sink,
			   struct error *err)
{
	struct block b = { .text = text, .sink = sink, .rule = rule };
	struct slice subjects[COLUMNS_MAX];
	size_t lines[COLUMNS_MAX], keys = below(&b, rule), values = below(&b, keys), commits, rows;
	enum err e;

	commits = skip_blank(&b, below(&b, values));
	if (!slice_ends(line_at(&b, keys), ":") || !slice_is(line_at(&b, commits), "commit:"))
		return OK;
	take(&b, rule);
	rows = find_rows(&b, read_commits(&b, commits, subjects, lines));
	if (rows == text->count)
		return sink_diagnostic(sink, text->lines[commits].line_no, err,
				       "expected a table with a column for each commit");
	e = read_above(arena, &b, err);
	if (e == OK)
		e = read_axes(arena, &b, keys, values, err);
	if (e == OK)
		e = tell_commits(&b, subjects, lines, err);
	return e == OK ? read_rows(arena, &b, rows, err) : e;
}

static enum err lkp_report_prose(struct arena *arena, struct text *text, struct sink *sink,
				 struct error *err)
{
	enum err e = OK;

	for (size_t i = 0; e == OK && i < text->count; i++)
		if (!text->lines[i].taken && is_all(slice_trim(text->lines[i].s), '=', RULE_MIN))
			e = read_block(arena, text, i, sink, err);
	return e;
}

const struct format fmt_lkp_report = {
	.name = "lkp-report",
	.summary = "0-day's table of metrics by commit, in a mail",
	.tool = "lkp-tests, mails of 2020 to 2026",
	.prose = lkp_report_prose,
};
