/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/perf_stat_line.h"

#include "ingest/perf_number.h"
#include "lib/num.h"

enum { WORDS_MAX = 24, TIME_DECIMALS = 9, COMM_WORDS_MAX = 8 };

/* The words of a line; they point into it, so that gaps between them can be seen. */
struct words {
	struct slice w[WORDS_MAX];
	size_t n;
};

static void split_words(struct slice s, struct words *out)
{
	out->n = 0;
	while (out->n < WORDS_MAX) {
		struct slice word = slice_field(&s);

		if (word.n == 0)
			break;
		out->w[out->n++] = word;
	}
}

static struct slice span(struct slice first, struct slice last)
{
	return (struct slice){ first.p, (size_t)(last.p - first.p) + last.n };
}

static bool is_number(struct slice s)
{
	double value;

	return s.n > 0 && s.p[0] >= '0' && s.p[0] <= '9' && perf_number(s, '\0', false, &value);
}

/* ---- the ends of a line ---- */

/* Cuts "( +- 1.5% )", "(75.01%)", "[75.01%]", "(scaled from 66.69%)" off the end of *s. */
static bool take_group(struct slice *s, struct perf_stat_line *out)
{
	struct slice rest = slice_trim_end(*s), inner;
	size_t open;

	if (!slice_ends(rest, ")") && !slice_ends(rest, "]"))
		return false;
	open = slice_rfind_char(rest, slice_ends(rest, ")") ? '(' : '[');
	if (open == rest.n)
		return false;
	inner = slice_trim((struct slice){ rest.p + open + 1, rest.n - open - 2 });
	if (!slice_ends(inner, "%"))
		return false;
	inner.n--;
	if (slice_take(&inner, "+-"))
		out->sem = slice_trim(inner);
	else
		out->running = slice_take(&inner, "scaled from ") ? slice_trim(inner) : inner;
	if (!is_number(out->sem.n > 0 ? out->sem : out->running))
		return false;
	*s = slice_head(rest, open);
	return true;
}

bool perf_stat_metric_split(struct slice metric, struct slice *number, struct slice *unit)
{
	*unit = slice_trim(metric);
	*number = slice_field(unit);
	*unit = slice_trim(*unit);
	if (slice_ends(*number, "%"))
		number->n--;
	return is_number(*number) && unit->n > 0;
}

static size_t comment_at(struct slice s, size_t from)
{
	for (size_t i = from; i < s.n; i++)
		if (s.p[i] == '#' && (i == 0 || s.p[i - 1] == ' ' || s.p[i - 1] == '\t') &&
		    (i + 1 == s.n || s.p[i + 1] == ' ' || s.p[i + 1] == '\t'))
			return i;
	return s.n;
}

/* Cuts the comment column off *s: the metrics between and behind its '#'. */
static void take_metrics(struct slice *s, struct perf_stat_line *out)
{
	size_t at = comment_at(*s, 0);
	struct slice left = slice_head(*s, at), number, unit;

	while (at < s->n && out->metric_count < PERF_STAT_METRICS_MAX) {
		size_t end = comment_at(*s, at + 1);
		struct slice metric = { s->p + at + 1, end - at - 1 };

		if (perf_stat_metric_split(metric, &number, &unit))
			out->metrics[out->metric_count++] = slice_trim(metric);
		at = end;
	}
	*s = left;
}

/* ---- values ---- */

/* "901" or "455,85" behind one blank: the number before it goes on. */
static bool goes_on(struct slice before, struct slice word)
{
	double value;

	if (word.p != before.p + before.n + 1 || word.n < 3 || !num_double(before, &value) ||
	    num_decimals(before) > 0 || before.n > 3)
		return false;
	return is_number(slice_head(word, 3)) && is_number(word) &&
	       (word.n == 3 || word.p[3] == ',' || word.p[3] == '.');
}

/* The words that make up the number at i; 0 when there is none. */
static size_t number_words(const struct words *words, size_t i)
{
	size_t n = 1;

	if (i >= words->n || !is_number(words->w[i]))
		return 0;
	while (i + n < words->n && goes_on(words->w[i + n - 1], words->w[i + n]))
		n++;
	return n;
}

/* The words that make up the value at i, number or "<not counted>"; 0 when there is none. */
static size_t value_words(const struct words *words, size_t i)
{
	if (i + 1 < words->n && perf_stat_status(span(words->w[i], words->w[i + 1])).n > 0)
		return 2;
	return number_words(words, i);
}

static bool is_time(struct slice s)
{
	char mark = perf_decimal_mark(s);

	return is_number(s) && mark != '\0' && s.n - slice_rfind_char(s, mark) - 1 == TIME_DECIMALS;
}

/* ---- rows ---- */

/* The id before the value at v: a place, also with its count of CPUs, or a task. */
static bool take_id(const struct words *words, size_t first, size_t *v, struct perf_stat_row *row)
{
	struct slice id;
	double count;

	if (*v == first)
		return true;
	id = span(words->w[first], words->w[*v - 1]);
	if (!perf_stat_id(row, id))
		return false;
	if (perf_stat_is_place(id) && !slice_starts(id, "CPU") &&
	    num_double(words->w[*v], &count) && num_decimals(words->w[*v]) == 0 &&
	    value_words(words, *v + 1) > 0)
		(*v)++;
	return true;
}

/* Finds the value behind time and id; its place in *v. */
static bool find_value(const struct words *words, size_t first, size_t *v,
		       struct perf_stat_row *row)
{
	for (*v = first; *v < words->n && *v <= first + COMM_WORDS_MAX; (*v)++)
		if (value_words(words, *v) > 0 && take_id(words, first, v, row))
			return true;
	return false;
}

static bool is_unit(struct slice s)
{
	static const char *const units[] = { "msec",  "Joules", "MiB", "KiB", "GiB",   "ns",    "C",
					     "usec",  "nsec",   "us",  "ms",  "Bytes", "bytes", "%",
					     "Watts", "MHz",    "GHz", "sec", "s" };

	for (size_t i = 0; i < ARRAY_SIZE(units); i++)
		if (slice_is(s, units[i]))
			return true;
	return false;
}

static bool is_event(struct slice s)
{
	bool letter = false;

	for (size_t i = 0; i < s.n; i++)
		letter = letter || (s.p[i] >= 'a' && s.p[i] <= 'z') ||
			 (s.p[i] >= 'A' && s.p[i] <= 'Z');
	return letter && s.p[0] != '(' && s.p[0] != '<' && s.p[0] != '+' && !slice_ends(s, ".") &&
	       !slice_ends(s, ",") && !slice_ends(s, ":") && !slice_ends(s, ";") &&
	       !slice_is(s, "seconds");
}

/* Unit, event and what stands behind it, from word i on. */
static bool take_event(const struct words *words, size_t i, struct perf_stat_line *out)
{
	if (i + 1 < words->n && is_unit(words->w[i]))
		out->row.unit = words->w[i++];
	if (i >= words->n || !is_event(words->w[i]))
		return false;
	out->row.event = words->w[i++];
	if (i < words->n &&
	    (slice_is(words->w[i], "[software]") || slice_is(words->w[i], "(msec)")))
		out->row.event = span(out->row.event, words->w[i++]);
	if (i < words->n)
		out->behind = words->w[i];
	out->behind_count = words->n - i;
	return true;
}

static bool is_known_event(struct slice event)
{
	static const char *const known[] = {
		"cpu-clock",        "task-clock",     "page-faults",      "faults",
		"minor-faults",     "major-faults",   "context-switches", "cpu-migrations",
		"cycles",           "instructions",   "branches",         "branch-misses",
		"cache-references", "cache-misses",   "ref-cycles",       "cs",
		"migrations",       "CPU-migrations", "cpu-cycles",
	};

	for (size_t i = 0; i < ARRAY_SIZE(known); i++)
		if (slice_is(event, known[i]))
			return true;
	return false;
}

static enum perf_stat_line_kind parse_row(const struct words *words, struct perf_stat_line *out)
{
	size_t i = 0, n;

	if (words->n > 1 && is_time(words->w[0])) {
		out->time = words->w[0];
		out->row.is_machine = true;
		i = 1;
	}
	if (!find_value(words, i, &i, &out->row))
		return PERF_STAT_NONE;
	n = value_words(words, i);
	out->value = span(words->w[i], words->w[i + n - 1]);
	out->row.status = perf_stat_status(out->value);
	if (!take_event(words, i + n, out))
		return PERF_STAT_NONE;
	if (out->time.n > 0 && out->behind_count > 1)
		return PERF_STAT_NONE; /* perf prints a cgroup there, or nothing */
	out->is_strong = out->time.n > 0 || out->row.status.n > 0 || out->metric_count > 0 ||
			 out->sem.n > 0 || out->running.n > 0 || is_known_event(out->row.event);
	return PERF_STAT_ROW;
}

/* "X [+- Y] seconds time elapsed", "X seconds user", "X seconds sys". */
static bool parse_footer(const struct words *words, struct perf_stat_line *out)
{
	size_t n = number_words(words, 0), i = n;

	if (n == 0)
		return false;
	if (i + 1 < words->n && slice_is(words->w[i], "+-"))
		i += 1 + number_words(words, i + 1);
	if (i + 1 >= words->n || !slice_is(words->w[i], "seconds"))
		return false;
	out->value = span(words->w[0], words->w[n - 1]);
	out->row.unit = SLICE("s");
	out->row.event = span(words->w[i + 1], words->w[words->n - 1]);
	return slice_is(out->row.event, "time elapsed") || slice_is(out->row.event, "user") ||
	       slice_is(out->row.event, "sys");
}

/* "0.011739 (+0.000574) #####" */
static bool parse_raw(const struct words *words, struct perf_stat_line *out)
{
	if (words->n != 3 || !is_number(words->w[0]) || !slice_starts(words->w[1], "(") ||
	    !slice_ends(words->w[1], ")") || !slice_starts(words->w[2], "#"))
		return false;
	out->value = words->w[0];
	out->row.unit = SLICE("s");
	out->row.event = SLICE("time elapsed");
	return true;
}

/* Nothing but time and id: metrics of the row above, in its place again. */
static bool is_prefix(const struct words *words)
{
	size_t i = words->n > 0 && is_time(words->w[0]);
	double count;

	if (i < words->n && perf_stat_is_place(words->w[i]))
		i++;
	if (i > 0 && i < words->n && num_double(words->w[i], &count))
		i++;
	return i == words->n;
}

enum perf_stat_line_kind perf_stat_line_parse(struct slice s, struct perf_stat_line *out)
{
	struct words words;

	*out = (struct perf_stat_line){ .row = perf_stat_row_init() };
	split_words(s, &words);
	if (parse_raw(&words, out))
		return PERF_STAT_RAW;
	while (take_group(&s, out))
		;
	take_metrics(&s, out);
	split_words(s, &words);
	if (words.n == 0 && out->metric_count == 0)
		return out->sem.n > 0 || out->running.n > 0 ? PERF_STAT_TAIL : PERF_STAT_NONE;
	if (out->metric_count > 0 && is_prefix(&words))
		return PERF_STAT_METRIC;
	if (parse_footer(&words, out))
		return PERF_STAT_FOOTER;
	return parse_row(&words, out);
}

bool perf_stat_has_decimals(const struct perf_stat_row *row)
{
	return row->unit.n > 0 ? !slice_is(row->unit, "ns")
			       : slice_starts(row->event, "task-clock") ||
					 slice_starts(row->event, "cpu-clock");
}
