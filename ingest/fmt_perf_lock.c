/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * perf lock contention: as a table, its values with a unit each, or as CSV (-x) in ns; and perf
 * lock report, in older versions in ns as well.
 */
#include "ingest/format.h"
#include "ingest/perf_table.h"
#include "ingest/run_heading.h"
#include "lib/num.h"

enum { WORDS_MAX = 64, WAITS_MAX = 4, LABELS_MAX = 4 };

struct wait {
	const char *metric;
	bool in_ns; /* the heading says it: values have no unit of their own */
};

/* A table, as its header tells it. */
struct table {
	bool is_report; /* Name acquired contended, and the waits in the heading's order */
	char separator; /* of CSV; '\0' = not CSV */
	struct wait waits[WAITS_MAX];
	size_t wait_count;
	struct slice labels[LABELS_MAX]; /* headings behind the waits */
	size_t label_count;
	struct slice run;
};

struct words {
	struct slice w[WORDS_MAX];
	size_t n;
};

static void split_words(struct slice s, struct words *out)
{
	for (out->n = 0; out->n < WORDS_MAX; out->n++)
		if ((out->w[out->n] = slice_field(&s)).n == 0)
			break;
}

/* ---- headers ---- */

static const char *wait_metric(struct slice word)
{
	static const char *const names[][2] = { { "total", "total_wait" },
						{ "max", "max_wait" },
						{ "avg", "avg_wait" },
						{ "min", "min_wait" } };

	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (slice_is(word, names[i][0]))
			return names[i][1];
	return NULL;
}

/* "total wait (ns) max wait ...", from word *i on. */
static void take_waits(const struct words *words, size_t *i, struct table *out)
{
	while (*i + 1 < words->n && out->wait_count < WAITS_MAX) {
		struct wait wait = { wait_metric(words->w[*i]), false };

		if (wait.metric == NULL || !slice_is(words->w[*i + 1], "wait"))
			break;
		*i += 2;
		wait.in_ns = *i < words->n && slice_is(words->w[*i], "(ns)");
		*i += wait.in_ns;
		out->waits[out->wait_count++] = wait;
	}
}

static bool table_header(struct slice line, struct table *out)
{
	struct words words;
	size_t i = 1;

	split_words(line, &words);
	if (words.n < 7)
		return false;
	out->is_report = slice_is(words.w[0], "Name") && slice_is(words.w[1], "acquired") &&
			 slice_is(words.w[2], "contended");
	if (!out->is_report && !slice_is(words.w[0], "contended"))
		return false;
	if (out->is_report)
		i = 3;
	take_waits(&words, &i, out);
	while (i < words.n && out->label_count < LABELS_MAX)
		out->labels[out->label_count++] = words.w[i++];
	return out->wait_count >= 3;
}

/* "# output: contended, total wait, max wait, avg wait, type, caller" */
static bool csv_header(struct slice line, struct table *out)
{
	struct slice s = slice_trim(line), part;

	if (!slice_take(&s, "# output: contended") || s.n == 0)
		return false;
	out->separator = s.p[0];
	s = slice_skip(s, 1);
	while (slice_split(&s, out->separator, &part)) {
		struct slice name = slice_trim(part), word = name, first = slice_field(&word);

		if (wait_metric(first) != NULL && slice_is(slice_trim(word), "wait") &&
		    out->wait_count < WAITS_MAX)
			out->waits[out->wait_count++] = (struct wait){ wait_metric(first), true };
		else if (name.n > 0 && out->label_count < LABELS_MAX)
			out->labels[out->label_count++] = name;
	}
	return out->wait_count >= 3;
}

static bool is_header(struct slice line, struct table *out)
{
	*out = (struct table){ 0 };
	if (csv_header(line, out))
		return true;
	*out = (struct table){ 0 };
	return table_header(line, out);
}

/* ---- rows ---- */

struct row {
	double acquired, contended, waits[WAITS_MAX];
	struct slice units[WAITS_MAX], name, labels[LABELS_MAX];
};

static bool is_unit(struct slice s)
{
	static const char *const units[] = { "ns", "us", "ms", "s", "sec", "m", "min", "h" };

	for (size_t i = 0; i < ARRAY_SIZE(units); i++)
		if (slice_is(s, units[i]))
			return true;
	return false;
}

/* The waits from word *i on, each with its unit unless the heading has told it. */
static bool take_values(const struct table *table, const struct words *words, size_t *i,
			struct row *out)
{
	for (size_t k = 0; k < table->wait_count; k++) {
		if (*i >= words->n || !num_double(words->w[(*i)++], &out->waits[k]))
			return false;
		out->units[k] = SLICE("ns");
		if (table->waits[k].in_ns)
			continue;
		if (*i >= words->n || !is_unit(words->w[*i]))
			return false;
		out->units[k] = words->w[(*i)++];
	}
	return true;
}

/* One word each, and what is left for the last. */
static void take_labels(const struct table *table, const struct words *words, size_t i,
			struct slice line, struct row *out)
{
	for (size_t k = 0; k < table->label_count && i < words->n; k++, i++) {
		out->labels[k] = words->w[i];
		if (k + 1 == table->label_count)
			out->labels[k] =
				slice_trim(slice_skip(line, (size_t)(words->w[i].p - line.p)));
	}
}

static bool contention_row(const struct table *table, struct slice line, struct row *out)
{
	struct words words;
	size_t i = 1;

	split_words(line, &words);
	if (words.n < 4 || !num_double(words.w[0], &out->contended) ||
	    !take_values(table, &words, &i, out))
		return false;
	take_labels(table, &words, i, line, out);
	return true;
}

/* The name may hold blanks: everything else is counted from the end. */
static bool report_row(const struct table *table, struct slice line, struct row *out)
{
	struct words words;
	size_t behind = 0, i;

	split_words(line, &words);
	for (size_t k = 0; k < table->wait_count; k++)
		behind += table->waits[k].in_ns ? 1 : 2;
	if (words.n < behind + 2)
		return false;
	i = words.n - behind;
	if (!num_double(words.w[i - 2], &out->acquired) ||
	    !num_double(words.w[i - 1], &out->contended))
		return false;
	out->name = slice_trim(slice_head(line, (size_t)(words.w[i - 2].p - line.p)));
	return take_values(table, &words, &i, out);
}

static bool csv_row(const struct table *table, struct slice line, struct row *out)
{
	struct slice part;

	if (!slice_split(&line, table->separator, &part) ||
	    !num_double(slice_trim(part), &out->contended))
		return false;
	for (size_t k = 0; k < table->wait_count; k++) {
		if (!slice_split(&line, table->separator, &part) ||
		    !num_double(slice_trim(part), &out->waits[k]))
			return false;
		out->units[k] = SLICE("ns");
	}
	for (size_t k = 0; k + 1 < table->label_count; k++)
		if (slice_split(&line, table->separator, &part))
			out->labels[k] = slice_trim(part);
	if (table->label_count > 0)
		out->labels[table->label_count - 1] = slice_trim(line);
	return true;
}

static bool parse_row(const struct table *table, struct slice line, struct row *out)
{
	*out = (struct row){ 0 };
	if (table->separator != '\0')
		return csv_row(table, line, out);
	return table->is_report ? report_row(table, line, out) : contention_row(table, line, out);
}

static enum err emit_row(const struct table *table, const struct row *row, size_t line,
			 struct sink *sink, struct error *err)
{
	struct record r = record_init(RECORD_SAMPLE);
	struct label labels[LABELS_MAX + 1];
	enum err e = OK;

	r.line = line;
	r.run = table->run;
	r.labels = labels;
	if (row->name.n > 0)
		labels[r.label_count++] = (struct label){ SLICE("name"), row->name };
	for (size_t k = 0; k < table->label_count; k++)
		if (row->labels[k].n > 0)
			labels[r.label_count++] =
				(struct label){ table->labels[k], row->labels[k] };
	if (table->is_report)
		e = perf_emit(&r, "acquired", SLICE_NONE, BETTER_NONE, row->acquired, sink, err);
	if (e == OK)
		e = perf_emit(&r, "contended", SLICE_NONE, BETTER_LOWER, row->contended, sink, err);
	for (size_t k = 0; e == OK && k < table->wait_count; k++)
		e = perf_emit(&r, table->waits[k].metric, row->units[k], BETTER_LOWER,
			      row->waits[k], sink, err);
	return e;
}

/* ---- the text ---- */

/* "=== output for debug ===" and what follows it; bad is told when there is any. */
static bool is_debug(struct slice s, uint64_t *bad)
{
	struct slice rest = s;

	*bad = 0;
	if (slice_take(&rest, "bad: ")) {
		if (!num_uint(slice_head(rest, slice_find_char(rest, ',')), bad))
			*bad = 0;
		return true;
	}
	return slice_starts(s, "=== output for debug") || slice_starts(s, "bad rate: ") ||
	       slice_starts(s, "histogram of ") || slice_starts(s, "acquire: ") ||
	       slice_starts(s, "acquired: ") || slice_starts(s, "contended: ") ||
	       slice_starts(s, "release: ");
}

/* The row at line i, whose end may stand on the next line; then i is set to that. */
static bool read_row(struct arena *arena, struct text *text, size_t *i, const struct table *table,
		     struct row *out)
{
	size_t below = *i + 1;
	struct slice joined;
	struct row wrapped, next;

	if (parse_row(table, text->lines[*i].s, out)) {
		if (table->label_count == 0 || out->labels[table->label_count - 1].n > 0)
			return true;
	} else if (table->separator != '\0') {
		return false;
	}
	if (below >= text->count || text->lines[below].taken ||
	    slice_trim(text->lines[below].s).n == 0 ||
	    text->lines[below].depth > text->lines[*i].depth ||
	    parse_row(table, text->lines[below].s, &next))
		return out->contended > 0;
	joined = arena_printf(arena, "%.*s %.*s", SLICE_FMT(text->lines[*i].s),
			      SLICE_FMT(slice_trim(text->lines[below].s)));
	if (!parse_row(table, joined, &wrapped))
		return false;
	*out = wrapped;
	text->lines[*i].taken = true;
	*i = text->lines[below].depth == text->lines[*i].depth ? below : *i;
	return true;
}

static enum err read_table(struct arena *arena, struct text *text, size_t i,
			   const struct table *table, struct sink *sink, struct error *err)
{
	enum err e = OK;

	text->lines[i].taken = true;
	for (i = text->lines[i].next; e == OK && i < text->count && !text->lines[i].taken;
	     i = text->lines[i].next) {
		struct slice s = slice_trim(text->lines[i].s);
		size_t line = text->lines[i].line_no;
		struct row row;
		uint64_t bad;

		if (s.n == 0)
			continue;
		if (is_debug(s, &bad)) {
			if (bad > 0)
				e = sink_diagnostic(sink, line, err, "%.*s",
						    SLICE_FMT(slice_head(s, 200)));
		} else if (read_row(arena, text, &i, table, &row)) {
			e = emit_row(table, &row, line, sink, err);
		} else if (!slice_starts(s, "0x")) { /* -v: the stack below a row */
			break;
		}
		text->lines[i].taken = true;
	}
	return e;
}

static enum err perf_lock_prose(struct arena *arena, struct text *text, struct sink *sink,
				struct error *err)
{
	enum err e = OK;

	for (size_t i = 0; e == OK && i < text->count; i++) {
		struct table table;

		if (text->lines[i].taken || !is_header(text->lines[i].s, &table))
			continue;
		table.run = run_heading(text, i);
		e = read_table(arena, text, i, &table, sink, err);
	}
	return e;
}

const struct format fmt_perf_lock = {
	.name = "perf-lock",
	.summary = "locks: how often waited for, and how long",
	.tool = "perf lock contention and report, checked with 5.x, 6.1 and 7.2",
	.prose = perf_lock_prose,
};
