/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * perf kmem stat: tables of call sites or objects with '|' between the cells, for slab and page
 * allocator, and their summaries.
 */
#include "ingest/format.h"
#include "ingest/perf_number.h"
#include "ingest/perf_table.h"
#include "ingest/run_heading.h"
#include "lib/num.h"

static bool is_ruler(struct slice s)
{
	return slice_starts(s, "-----") || slice_starts(s, "=====");
}

/* ---- slab ---- */

/* "Callsite" or "Alloc Ptr": the label's key, NULL when the line is no header. */
static const char *slab_header(struct slice line)
{
	struct slice cells[PERF_CELLS_MAX];

	if (perf_cells(line, cells) < 6 || !slice_is(cells[1], "Total_alloc/Per") ||
	    !slice_is(cells[2], "Total_req/Per"))
		return NULL;
	return slice_is(cells[0], "Callsite") ? "callsite" : "ptr";
}

/* The total of "204800/256". */
static bool total_of(struct slice cell, double *out)
{
	size_t slash = slice_find_char(cell, '/');

	return slash < cell.n && num_double(slice_trim(slice_head(cell, slash)), out);
}

static enum err slab_row(struct slice line, const char *key, struct record *row, bool *is_row,
			 struct sink *sink, struct error *err)
{
	struct slice cells[PERF_CELLS_MAX];
	struct label label;
	double v[5];
	enum err e;

	*is_row = perf_cells(line, cells) >= 6 && total_of(cells[1], &v[0]) &&
		  total_of(cells[2], &v[1]) && num_double(cells[3], &v[2]) &&
		  num_double(cells[4], &v[3]) && slice_ends(cells[5], "%") &&
		  num_double(slice_head(cells[5], cells[5].n - 1), &v[4]);
	if (!*is_row)
		return OK;
	label = (struct label){ slice_str(key), cells[0] };
	row->labels = &label;
	row->label_count = 1;
	e = perf_emit(row, "hits", SLICE_NONE, BETTER_NONE, v[2], sink, err);
	if (e == OK)
		e = perf_emit(row, "bytes_alloc", SLICE("bytes"), BETTER_NONE, v[0], sink, err);
	if (e == OK)
		e = perf_emit(row, "bytes_req", SLICE("bytes"), BETTER_NONE, v[1], sink, err);
	if (e == OK)
		e = perf_emit(row, "waste", SLICE("bytes"), BETTER_LOWER, v[0] - v[1], sink, err);
	if (e == OK)
		e = perf_emit(row, "ping-pong", SLICE_NONE, BETTER_LOWER, v[3], sink, err);
	return e == OK ? perf_emit(row, "fragmentation", SLICE("%"), BETTER_LOWER, v[4], sink, err)
		       : e;
}

/* ---- pages ---- */

/* "Total alloc (KB) | Hits | Order | Mig.type | GFP flags | Callsite", maybe a page before it. */
static bool page_header(struct slice line, bool *has_page)
{
	struct slice cells[PERF_CELLS_MAX];
	size_t n = perf_cells(line, cells), i;

	for (i = 0; i < n && i < 2; i++)
		if (slice_ends(cells[i], "alloc (KB)"))
			break;
	*has_page = i == 1;
	return i + 5 < n && i < 2 && slice_is(cells[i + 1], "Hits") &&
	       slice_is(cells[i + 2], "Order");
}

/* GFP flags have the '|' of the table between them: what stands behind the last is the call site.
 */
static bool page_labels(struct slice line, bool has_page, struct slice *front, struct label *labels,
			size_t *count)
{
	static const char *const keys[] = { "order", "migrate_type" };
	size_t last = slice_rfind_char(line, '|');
	struct slice rest = slice_head(line, last), part;

	*count = 0;
	if (has_page && slice_split(&rest, '|', &part))
		labels[(*count)++] = (struct label){ SLICE("page"), slice_trim(part) };
	for (size_t i = 0; i < 2; i++)
		if (!slice_split(&rest, '|', &front[i]))
			return false;
	for (size_t i = 0; i < ARRAY_SIZE(keys); i++) {
		if (!slice_split(&rest, '|', &part))
			return false;
		labels[(*count)++] = (struct label){ slice_str(keys[i]), slice_trim(part) };
	}
	labels[(*count)++] = (struct label){ SLICE("gfp"), slice_trim(rest) };
	labels[(*count)++] =
		(struct label){ SLICE("callsite"), slice_trim(slice_skip(line, last + 1)) };
	return true;
}

static enum err page_row(struct slice line, bool has_page, struct record *row, bool *is_row,
			 struct sink *sink, struct error *err)
{
	struct slice front[2];
	struct label labels[5];
	double kilobytes, hits;
	enum err e;

	*is_row = page_labels(line, has_page, front, labels, &row->label_count) &&
		  num_double(slice_trim(front[0]), &kilobytes) &&
		  num_double(slice_trim(front[1]), &hits);
	if (!*is_row)
		return OK;
	row->labels = labels;
	e = perf_emit(row, "hits", SLICE_NONE, BETTER_NONE, hits, sink, err);
	return e == OK ? perf_emit(row, "alloc", SLICE("KB"), BETTER_NONE, kilobytes, sink, err)
		       : e;
}

/* ---- summaries ---- */

static enum better summary_better(struct slice name)
{
	return slice_find(name, "ragmentation") < name.n || slice_starts(name, "Cross CPU") ||
			       slice_ends(name, "failures")
		       ? BETTER_LOWER
		       : BETTER_NONE;
}

struct summary {
	struct slice name, unit;
	double value, all, kilobytes; /* all of "0/18", kilobytes of "150 [ 600 KB ]"; or NaN */
};

/* "150   [   600 KB ]" behind the number. */
static double kilobytes_behind(struct slice rest)
{
	struct slice number;
	double value;

	if (!slice_is(slice_field(&rest), "["))
		return RECORD_NO_NUMBER;
	number = slice_field(&rest);
	return perf_number(number, '.', true, &value) && slice_is(slice_field(&rest), "KB")
		       ? value
		       : RECORD_NO_NUMBER;
}

/* "Total bytes requested: 1947875", "Internal fragmentation: 1.3%", "Cross CPU allocations: 0/18"
 */
static bool parse_summary(struct slice line, struct summary *out)
{
	size_t colon = slice_find_char(line, ':'), slash;
	struct slice rest = slice_skip(line, colon + 1), number = slice_field(&rest);

	*out = (struct summary){ .name = slice_trim(slice_head(line, colon)) };
	if (slice_starts(out->name, "Total bytes") || slice_starts(out->name, "Net total bytes"))
		out->unit = SLICE("bytes");
	if (slice_ends(number, "%")) {
		number.n--;
		out->unit = SLICE("%");
	}
	slash = slice_find_char(number, '/');
	if (!perf_number(slice_skip(number, slash + 1), '.', true, &out->all))
		out->all = RECORD_NO_NUMBER;
	out->kilobytes = kilobytes_behind(rest);
	return colon < line.n && out->name.n > 0 &&
	       perf_number(slice_head(number, slash), '.', true, &out->value);
}

static enum err emit_summary(struct arena *arena, struct record *row, const struct summary *s,
			     struct sink *sink, struct error *err)
{
	struct record r = *row;
	enum err e;

	r.metric = s->name;
	r.unit = s->unit;
	r.better = summary_better(s->name);
	r.value = s->value;
	e = sink_emit(sink, &r, err);
	if (e == OK && s->all == s->all)
		e = perf_emit(row, "allocations", SLICE_NONE, BETTER_NONE, s->all, sink, err);
	if (e != OK || s->kilobytes != s->kilobytes)
		return e;
	r.metric = arena_printf(arena, "%.*s, size", SLICE_FMT(s->name));
	r.unit = SLICE("KB");
	r.value = s->kilobytes;
	return sink_emit(sink, &r, err);
}

/* ---- the text ---- */

enum table_kind { SLAB, PAGES, SUMMARY };

struct table {
	enum table_kind kind;
	const char *key; /* of SLAB */
	bool has_page;   /* of PAGES */
	struct slice run;
};

/* Whether a table begins with this line, and which. */
static bool begins(struct slice s, struct table *out)
{
	if (slice_starts(s, "SUMMARY (SLAB allocator)") ||
	    slice_starts(s, "SUMMARY (page allocator)")) {
		out->kind = SUMMARY;
		return true;
	}
	if (slice_find_char(s, '|') == s.n)
		return false;
	out->key = slab_header(s);
	out->kind = out->key != NULL ? SLAB : PAGES;
	return out->key != NULL || page_header(s, &out->has_page);
}

/* A row of the table at this line; *is_row = false when the table has ended. */
static enum err take_row(struct arena *arena, const struct table *table, struct slice s,
			 struct record *row, bool *is_row, struct sink *sink, struct error *err)
{
	struct summary summary;

	*is_row = true;
	if (s.n == 0 || is_ruler(s) || slice_starts(s, "..."))
		return OK;
	if (table->kind == SLAB)
		return slab_row(s, table->key, row, is_row, sink, err);
	if (table->kind == PAGES)
		return page_row(s, table->has_page, row, is_row, sink, err);
	*is_row = parse_summary(s, &summary);
	return *is_row ? emit_summary(arena, row, &summary, sink, err) : OK;
}

static enum err read_table(struct arena *arena, struct text *text, size_t i,
			   const struct table *table, struct sink *sink, struct error *err)
{
	bool is_row = true;
	enum err e = OK;

	text->lines[i].taken = true;
	for (i = text->lines[i].next; e == OK && i < text->count && !text->lines[i].taken;
	     i = text->lines[i].next) {
		struct record row = record_init(RECORD_SAMPLE);
		struct slice s = slice_trim(text->lines[i].s);
		struct table other;

		if (begins(s, &other))
			break;
		row.line = text->lines[i].line_no;
		row.run = table->run;
		e = take_row(arena, table, s, &row, &is_row, sink, err);
		if (!is_row)
			break;
		text->lines[i].taken = s.n > 0;
	}
	return e;
}

static enum err perf_kmem_prose(struct arena *arena, struct text *text, struct sink *sink,
				struct error *err)
{
	struct slice run = SLICE_NONE;
	enum err e = OK;

	for (size_t i = 0; e == OK && i < text->count; i++) {
		struct table table = { 0 };
		size_t above;

		if (text->lines[i].taken || !begins(slice_trim(text->lines[i].s), &table))
			continue;
		/* the tables of one output belong to one run */
		above = run_line_above(text, i);
		if (above < text->count && is_ruler(slice_trim(text->lines[above].s)))
			above = run_line_above(text, above);
		if (above >= text->count || !text->lines[above].taken)
			run = run_heading(text, i);
		table.run = run;
		e = read_table(arena, text, i, &table, sink, err);
	}
	return e;
}

const struct format fmt_perf_kmem = {
	.name = "perf-kmem",
	.summary = "allocations by call site, and what they waste",
	.tool = "perf kmem stat, checked with 6.1 and 7.2",
	.prose = perf_kmem_prose,
};
