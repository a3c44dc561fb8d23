/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Tables and event logs of bcc and libbpf-tools: funccount, syscount, softirqs, slabratetop,
 * cachestat, llcstat, argdist -C, drsnoop, funcslower, runqslower, oomkill, shmsnoop.
 * Checked with bcc since 2016 and libbpf-tools 0.26.
 */
#include "ingest/format.h"

#include "ingest/bcc_context.h"
#include "ingest/dict.h"
#include "lib/buf.h"
#include "lib/num.h"

enum { COLUMNS_MAX = 12, WORDS_MAX = 64 };

/* What a column holds. */
enum kind {
	LABEL, /* one word */
	WIDE,  /* a label that may hold blanks: the one column of a table that may */
	VALUE, /* a number, or in percent */
	CLOCK, /* a time */
	SKIP,  /* one word that is no measurement */
	REST,  /* all that follows, likewise; last */
};

struct spec {
	const char *head; /* without its unit */
	enum kind kind;
	bool optional;
	const char *unit; /* where the head has none */
};

/* How the printings of a table are counted. */
enum counting { BY_HEAD, BY_ROW, EVENTS };

static const struct table {
	const char *tool;
	enum counting counting;
	bool own_tool; /* the command line may name it more exactly */
	struct spec columns[COLUMNS_MAX];
} tables[] = {
	{ "funccount", BY_HEAD, false, { { "FUNC", WIDE }, { "COUNT", VALUE } } },
	{ "syscount",
	  BY_HEAD,
	  false,
	  { { "SYSCALL", WIDE }, { "COUNT", VALUE }, { "TIME", VALUE, true } } },
	{ "syscount",
	  BY_HEAD,
	  false,
	  { { "PID", LABEL }, { "COMM", WIDE }, { "COUNT", VALUE }, { "TIME", VALUE, true } } },
	{ "softirqs", BY_HEAD, false, { { "SOFTIRQ", WIDE }, { "TOTAL", VALUE } } },
	{ "hardirqs", BY_HEAD, false, { { "HARDIRQ", WIDE }, { "TOTAL", VALUE } } },
	{ "slabratetop",
	  BY_HEAD,
	  false,
	  { { "CACHE", WIDE }, { "ALLOCS", VALUE }, { "BYTES", VALUE, false, "bytes" } } },
	{ "cachestat",
	  BY_ROW,
	  false,
	  { { "TIME", CLOCK, true },
	    { "HITS", VALUE },
	    { "MISSES", VALUE },
	    { "DIRTIES", VALUE },
	    { "HITRATIO", VALUE, true, "%" },
	    { "READ_HIT", VALUE, true, "%" },
	    { "WRITE_HIT", VALUE, true, "%" },
	    { "BUFFERS", VALUE },
	    { "CACHED", VALUE } } },
	{ "llcstat",
	  BY_HEAD,
	  false,
	  { { "PID", LABEL },
	    { "NAME", WIDE },
	    { "TID", LABEL, true },
	    { "CPU", LABEL },
	    { "REFERENCE", VALUE },
	    { "MISS", VALUE },
	    { "HIT", VALUE } } },
	{ "argdist", BY_HEAD, false, { { "COUNT", VALUE }, { "EVENT", WIDE } } },
	{ "drsnoop",
	  EVENTS,
	  false,
	  { { "TIME", CLOCK, true },
	    { "COMM", WIDE },
	    { "PID", LABEL, true },
	    { "TID", LABEL, true },
	    { "LAT", VALUE },
	    { "PAGES", VALUE, false, "pages" },
	    { "FREE", SKIP, true } } },
	{ "funcslower",
	  EVENTS,
	  false,
	  { { "TIME", CLOCK, true },
	    { "COMM", WIDE },
	    { "PID", LABEL },
	    { "LAT", VALUE },
	    { "RVAL", SKIP },
	    { "FUNC", LABEL },
	    { "ARGS", REST, true } } },
	{ "runqslower",
	  EVENTS,
	  false,
	  { { "TIME", CLOCK },
	    { "COMM", WIDE },
	    { "TID", LABEL, true },
	    { "PID", LABEL, true },
	    { "LAT", VALUE } } },
	{ "fsslower",
	  EVENTS,
	  true,
	  { { "TIME", CLOCK },
	    { "COMM", WIDE },
	    { "PID", LABEL },
	    { "T", LABEL },
	    { "BYTES", VALUE, false, "bytes" },
	    { "OFF_KB", SKIP },
	    { "LAT", VALUE },
	    { "FILENAME", REST } } },
};

/* A table as its head names it: the columns that are there, and the units of their heads. */
struct layout {
	const struct table *table;
	const struct spec *columns[COLUMNS_MAX];
	struct slice names[COLUMNS_MAX], units[COLUMNS_MAX];
	size_t count, wide; /* the place of the column that may hold blanks */
	struct slice tool, probe;
};

/* One depth of a text. */
struct scan {
	struct arena *arena;
	struct text *text;
	struct sink *sink;
	struct error *err;
	struct bcc_context context;
	struct dict tools; /* how often each had a head */
	int64_t *prints;
	size_t print_count, print_capacity;
	size_t strange, strange_line; /* values from a subtraction that went below 0 */
};

/* ---- heads ---- */

/* "LAT(ms)", "TOTAL_usecs", "HIT%": the name, and in *unit what of it is a unit. */
static struct slice head_name(struct slice word, struct slice *unit)
{
	size_t at = slice_find_char(word, '(');

	*unit = SLICE_NONE;
	if (at < word.n && slice_ends(word, ")")) {
		*unit = bcc_unit((struct slice){ word.p + at + 1, word.n - at - 2 });
		return slice_head(word, at);
	}
	if (slice_ends(word, "%")) {
		*unit = SLICE("%");
		return slice_head(word, word.n - 1);
	}
	at = slice_rfind_char(word, '_');
	if (at < word.n && slice_is(slice_skip(word, at), "_count"))
		return slice_head(word, at);
	*unit = at < word.n ? bcc_unit(slice_skip(word, at + 1)) : SLICE_NONE;
	return unit->n > 0 ? slice_head(word, at) : word;
}

/* The words of a head; "TIME (us)" is one. */
static size_t head_words(struct slice line, struct slice *words)
{
	struct slice word;
	size_t n = 0;

	while ((word = slice_field(&line)).n > 0) {
		if (n > 0 && slice_starts(word, "(") && slice_ends(word, ")"))
			words[n - 1].n = (size_t)(word.p + word.n - words[n - 1].p);
		else if (n < COLUMNS_MAX)
			words[n++] = word;
		else
			return 0;
	}
	return n;
}

static struct slice lower(struct arena *arena, const char *name)
{
	struct slice out = arena_slice(arena, slice_str(name));
	char *p = (char *)(uintptr_t)out.p;

	for (size_t i = 0; i < out.n; i++)
		if (p[i] >= 'A' && p[i] <= 'Z')
			p[i] = (char)(p[i] + 'a' - 'A');
	return out;
}

static void add_column(struct arena *arena, struct layout *layout, const struct spec *spec,
		       struct slice unit)
{
	size_t i = layout->count++;

	layout->columns[i] = spec;
	layout->names[i] = lower(arena, spec->head);
	layout->units[i] = unit.n > 0 ? unit : slice_str(spec->unit);
	if (spec->kind == WIDE)
		layout->wide = i;
}

static struct slice squeeze(struct slice word)
{
	size_t blank = slice_find_char(word, ' ');

	return slice_head(word, blank);
}

/* Whether the words are the head of the table. */
static bool fits(struct arena *arena, const struct table *table, const struct slice *words,
		 size_t count, struct layout *out)
{
	size_t used = 0;

	*out = (struct layout){ .table = table };
	for (size_t i = 0; i < COLUMNS_MAX && table->columns[i].head != NULL; i++) {
		const struct spec *spec = &table->columns[i];
		struct slice unit = SLICE_NONE, name = SLICE_NONE;

		if (used < count)
			name = squeeze(head_name(words[used], &unit));
		if (slice_is(name, spec->head)) {
			add_column(arena, out, spec, unit);
			used++;
		} else if (!spec->optional) {
			return false;
		}
	}
	return used == count;
}

static bool find_table(struct scan *scan, struct slice line, struct layout *out)
{
	struct slice words[COLUMNS_MAX];
	size_t count = head_words(line, words);

	if (count < 2 || line.p[0] < 'A' || line.p[0] > 'Z')
		return false;
	for (size_t i = 0; i < ARRAY_SIZE(tables); i++)
		if (fits(scan->arena, &tables[i], words, count, out))
			return true;
	return false;
}

/* argdist -C: a probe stands above the head, else it is another's table. */
static bool take_probe(struct scan *scan, size_t i, struct layout *layout)
{
	size_t above = scan->text->lines[i].previous;
	struct slice s;

	if (above >= scan->text->count)
		return false;
	s = bcc_content(scan->text, above);
	if (s.n == 0 || (!slice_is(scan->context.tool, "argdist") && !bcc_is_probe(s)))
		return false;
	scan->text->lines[above].taken = true;
	layout->probe = s;
	return true;
}

/* ---- rows ---- */

static bool is_hex(struct slice s)
{
	for (size_t i = 0; i < s.n; i++)
		if (!((s.p[i] >= '0' && s.p[i] <= '9') ||
		      ((s.p[i] | 0x20) >= 'a' && (s.p[i] | 0x20) <= 'f')))
			return false;
	return s.n > 0;
}

static bool cell_number(struct slice cell, double *out)
{
	if (slice_ends(cell, "%"))
		cell.n--;
	return num_double(cell, out);
}

static bool cell_time(struct slice cell, double *out)
{
	return bcc_time(cell, out) || num_double(cell, out);
}

static bool cell_fits(const struct layout *layout, size_t i, struct slice cell)
{
	const struct spec *spec = layout->columns[i];
	double number;

	switch (spec->kind) {
	case VALUE:
		return cell_number(cell, &number);
	case CLOCK:
		return cell_time(cell, &number);
	case LABEL:
		return (!slice_is(layout->names[i], "pid") && !slice_is(layout->names[i], "tid")) ||
		       num_double(cell, &number);
	case SKIP:
		return is_hex(cell) || num_double(cell, &number);
	default:
		return cell.n > 0;
	}
}

/* What words[from..to) span. */
static struct slice span(const struct slice *words, size_t from, size_t to)
{
	const char *end = words[to - 1].p + words[to - 1].n;

	return (struct slice){ words[from].p, (size_t)(end - words[from].p) };
}

/* Gives the wide column `wide` words; false when the cells are not what they should be. */
static bool deal(const struct layout *layout, const struct slice *words, size_t count, size_t wide,
		 struct slice *cells)
{
	size_t at = 0;

	for (size_t i = 0; i < layout->count; i++) {
		enum kind kind = layout->columns[i]->kind;
		size_t n = kind == WIDE ? wide : 1;

		if (kind == REST)
			n = count - at;
		if (n == 0 || at + n > count)
			return kind == REST && at == count;
		cells[i] = span(words, at, at + n);
		if (!cell_fits(layout, i, cells[i]))
			return false;
		at += n;
	}
	return at == count;
}

static bool take_cells(const struct layout *layout, struct slice line, struct slice *cells)
{
	struct slice words[WORDS_MAX];
	size_t count = 0;
	bool rest = layout->columns[layout->count - 1]->kind == REST;

	while (count < WORDS_MAX && (words[count] = slice_field(&line)).n > 0)
		count++;
	if (count + 1 < layout->count || count == WORDS_MAX)
		return false;
	if (!rest)
		return count >= layout->count &&
		       deal(layout, words, count, count + 1 - layout->count, cells);
	for (size_t wide = 1; wide + layout->count <= count + 2; wide++)
		if (deal(layout, words, count, wide, cells))
			return true;
	return false;
}

/* ---- records ---- */

static size_t row_labels(const struct layout *layout, const struct slice *cells,
			 struct label *labels)
{
	size_t n = 0;

	if (layout->probe.n > 0)
		labels[n++] = (struct label){ SLICE("probe"), layout->probe };
	for (size_t i = 0; i < layout->count; i++)
		if (layout->columns[i]->kind == LABEL || layout->columns[i]->kind == WIDE)
			labels[n++] = (struct label){ layout->names[i], cells[i] };
	return n;
}

static enum err emit_row(struct scan *scan, const struct layout *layout, const struct slice *cells,
			 struct record *r)
{
	struct label labels[COLUMNS_MAX + 1];
	enum err e = OK;

	r->labels = labels;
	r->label_count = row_labels(layout, cells, labels);
	for (size_t i = 0; i < layout->count; i++)
		if (layout->columns[i]->kind == CLOCK)
			(void)cell_time(cells[i], &r->time_s); /* it fits */
	for (size_t i = 0; e == OK && i < layout->count; i++) {
		if (layout->columns[i]->kind != VALUE)
			continue;
		(void)cell_number(cells[i], &r->value); /* it fits */
		if (r->value >= 0x1p63 ||
		    (layout->table->counting == EVENTS && r->value > 1.8e16)) {
			scan->strange++;
			scan->strange_line = r->line;
			continue;
		}
		r->metric = layout->probe.n > 0 ? SLICE("argdist")
						: arena_printf(scan->arena, "%.*s.%.*s",
							       SLICE_FMT(layout->tool),
							       SLICE_FMT(layout->names[i]));
		r->unit = layout->units[i];
		e = sink_emit(scan->sink, r, scan->err);
	}
	return e;
}

static int64_t *print_of(struct scan *scan, struct slice tool)
{
	size_t i = dict_add(&scan->tools, tool);

	if (i == scan->print_count)
		ARENA_PUSH(scan->arena, scan->prints, scan->print_count, scan->print_capacity,
			   (int64_t)0);
	return &scan->prints[i];
}

static bool is_cut(struct slice s)
{
	return slice_is(s, "[...]") || slice_is(s, "...");
}

/* The rows below the head on line i; the last line of them in *last. */
static enum err take_rows(struct scan *scan, size_t i, const struct layout *layout, size_t *last)
{
	const struct text *text = scan->text;
	int64_t *print = print_of(scan, layout->tool);
	struct slice cells[COLUMNS_MAX];
	enum err e = OK;

	*print += layout->table->counting == BY_HEAD;
	for (size_t n = text->lines[i].next; e == OK && n < text->count; n = text->lines[n].next) {
		struct record r = record_init(RECORD_SAMPLE);
		struct slice s = bcc_content(text, n);

		if (!is_cut(s) && !take_cells(layout, s, cells))
			break;
		*last = n;
		if (is_cut(s))
			continue;
		*print += layout->table->counting == BY_ROW;
		r.line = text->lines[n].line_no;
		r.time_s = scan->context.time_s;
		if (layout->table->counting != EVENTS)
			r.print = *print;
		e = emit_row(scan, layout, cells, &r);
	}
	return e;
}

static enum err take_table(struct scan *scan, size_t i, struct layout *layout, size_t *last)
{
	layout->tool = slice_str(layout->table->tool);
	if (layout->table->own_tool && scan->context.tool.n > 0)
		layout->tool = scan->context.tool;
	return take_rows(scan, i, layout, last);
}

/* ---- what is no table ---- */

/* 'Triggered by PID 3297 ("ntpd"), OOM kill of PID 22516 ("perl"), 3850642 pages, loadavg: ...' */
static bool is_oomkill(struct slice s, struct label *labels, double *pages)
{
	size_t at = slice_find(s, "Triggered by PID ");
	size_t quote;

	if (at == s.n)
		return false;
	s = slice_skip(s, at + 17);
	labels[0] = (struct label){ SLICE("trigger_pid"), slice_field(&s) };
	quote = slice_find(s, "\"), OOM kill of PID ");
	if (!slice_take(&s, " (\"") || quote < 3)
		return false;
	labels[1] = (struct label){ SLICE("trigger_comm"), slice_head(s, quote - 3) };
	s = slice_skip(s, quote - 3 + 20);
	labels[2] = (struct label){ SLICE("pid"), slice_field(&s) };
	quote = slice_find(s, "\"), ");
	if (!slice_take(&s, " (\"") || quote < 3)
		return false;
	labels[3] = (struct label){ SLICE("comm"), slice_head(s, quote - 3) };
	s = slice_skip(s, quote - 3 + 4);
	return num_double(slice_field(&s), pages) && slice_starts(s, " pages");
}

static enum err emit_oomkill(struct scan *scan, size_t line, struct slice s,
			     const struct label *labels, double pages)
{
	struct record r = record_init(RECORD_SAMPLE);

	r.line = line;
	r.metric = SLICE("oomkill.pages");
	r.unit = SLICE("pages");
	r.labels = labels;
	r.label_count = 4;
	r.value = pages;
	(void)bcc_time(s, &r.time_s); /* bcc prints one */
	return sink_emit(scan->sink, &r, scan->err);
}

/* "Total References: 518920000 Total Misses: 90265000 Hit Rate: 82.61%" */
static enum err take_totals(struct scan *scan, size_t i, struct slice s, bool *taken)
{
	static const struct {
		const char *head, *metric, *unit;
	} parts[] = {
		{ "Total References:", "llcstat.total_references", "" },
		{ "Total Misses:", "llcstat.total_misses", "" },
		{ "Hit Rate:", "llcstat.hit_rate", "%" },
	};
	struct record r = record_init(RECORD_SAMPLE);
	enum err e = OK;

	*taken = slice_starts(s, parts[0].head);
	r.line = scan->text->lines[i].line_no;
	r.time_s = scan->context.time_s;
	for (size_t k = 0; *taken && e == OK && k < ARRAY_SIZE(parts); k++) {
		s = slice_trim(s);
		if (!slice_take(&s, parts[k].head) || !cell_number(slice_field(&s), &r.value))
			return e;
		r.metric = slice_str(parts[k].metric);
		r.unit = slice_str(parts[k].unit);
		e = sink_emit(scan->sink, &r, scan->err);
	}
	return e;
}

/* "PID COMM SYS RET ARGs": only how many calls there are of each kind. */
static enum err take_shmsnoop(struct scan *scan, size_t i, size_t *last)
{
	static const char *const kinds[] = { "SHMGET", "SHMAT", "SHMDT", "SHMCTL" };
	const struct text *text = scan->text;
	struct label label = { SLICE("sys"), SLICE_NONE };
	struct record r = record_init(RECORD_SAMPLE);
	size_t calls[ARRAY_SIZE(kinds)] = { 0 };
	enum err e = OK;

	r.line = text->lines[i].line_no;
	for (size_t n = text->lines[i].next; n < text->count; n = text->lines[n].next) {
		struct slice s = bcc_content(text, n), word, number_word = slice_field(&s);
		size_t k = ARRAY_SIZE(kinds);
		double number;

		if (!num_double(number_word, &number))
			break; /* neither a time nor a PID */
		while (k == ARRAY_SIZE(kinds) && (word = slice_field(&s)).n > 0)
			for (k = 0; k < ARRAY_SIZE(kinds) && !slice_is(word, kinds[k]); k++)
				;
		if (k < ARRAY_SIZE(kinds))
			calls[k]++;
		*last = n;
	}
	r.metric = SLICE("shmsnoop.calls");
	r.labels = &label;
	r.label_count = 1;
	for (size_t k = 0; e == OK && k < ARRAY_SIZE(kinds); k++) {
		label.value = slice_str(kinds[k]);
		r.value = (double)calls[k];
		if (calls[k] > 0)
			e = sink_emit(scan->sink, &r, scan->err);
	}
	return e;
}

/* The head of bcc's trace, whose lines are free text. */
static bool is_trace(struct slice s)
{
	struct slice word = slice_field(&s);

	if (slice_is(word, "TIME"))
		word = slice_field(&s);
	if (!slice_is(word, "PID"))
		return false;
	word = slice_field(&s);
	if (slice_is(word, "TID"))
		word = slice_field(&s);
	return slice_is(word, "COMM") && slice_is(slice_field(&s), "FUNC") &&
	       (slice_trim(s).n == 0 || slice_starts(slice_trim(s), "-"));
}

static enum err take_trace(struct scan *scan, size_t i, size_t *last)
{
	const struct text *text = scan->text;
	size_t lines = 0;

	for (size_t n = text->lines[i].next; n < text->count && bcc_content(text, n).n > 0;
	     n = text->lines[n].next) {
		*last = n;
		lines++;
	}
	return sink_diagnostic(scan->sink, text->lines[i].line_no, scan->err,
			       "trace: %zu lines of free text hold no measurement", lines);
}

/* ---- lines ---- */

static void take_lines(struct text *text, size_t first, size_t last)
{
	for (size_t i = first; i < text->count; i = text->lines[i].next) {
		text->lines[i].taken = true;
		if (i == last)
			break;
	}
}

static bool is_shmsnoop(struct slice s)
{
	static const char *const words[] = { "PID", "COMM", "SYS", "RET" };

	(void)slice_take(&s, "TIME(s)");
	for (size_t i = 0; i < ARRAY_SIZE(words); i++)
		if (!slice_is(slice_field(&s), words[i]))
			return false;
	return true;
}

static enum err scan_line(struct scan *scan, size_t i, size_t *last)
{
	struct slice s = bcc_content(scan->text, i);
	size_t line = scan->text->lines[i].line_no;
	struct layout layout;
	struct label labels[4];
	double pages;
	bool taken = true;
	enum err e;

	*last = i;
	if (find_table(scan, s, &layout) &&
	    (!slice_is(slice_str(layout.table->tool), "argdist") || take_probe(scan, i, &layout)))
		e = take_table(scan, i, &layout, last);
	else if (is_shmsnoop(s))
		e = take_shmsnoop(scan, i, last);
	else if (is_trace(s))
		e = take_trace(scan, i, last);
	else if (is_oomkill(s, labels, &pages))
		e = emit_oomkill(scan, line, s, labels, pages);
	else
		e = take_totals(scan, i, s, &taken);
	if (taken)
		take_lines(scan->text, i, *last);
	else
		(void)bcc_context_line(&scan->context, s); /* most lines tell nothing */
	return e;
}

static enum err scan_depth(struct scan *scan, size_t first)
{
	enum err e = OK;

	scan->context = bcc_context_init();
	dict_init(&scan->tools, scan->arena);
	for (size_t i = first; e == OK && i < scan->text->count; i = scan->text->lines[i].next)
		if (!scan->text->lines[i].taken)
			e = scan_line(scan, i, &i);
	if (e == OK && scan->strange > 0)
		e = sink_diagnostic(scan->sink, scan->strange_line, scan->err,
				    "%zu values from a subtraction that went below 0 are left out",
				    scan->strange);
	return e;
}

static enum err table_prose(struct arena *arena, struct text *text, struct sink *sink,
			    struct error *err)
{
	enum err e = OK;

	for (size_t first = 0; e == OK && first < text->count; first++) {
		struct scan scan = { .arena = arena, .text = text, .sink = sink, .err = err };

		if (text->lines[first].previous >= text->count)
			e = scan_depth(&scan, first);
	}
	return e;
}

const struct format fmt_bcc_table = {
	.name = "bcc-table",
	.summary = "tables and event logs of bcc and libbpf-tools",
	.tool = "bcc since 2016, libbpf-tools 0.26",
	.prose = table_prose,
};
