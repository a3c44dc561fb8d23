/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/peer_summary.h"

#include <math.h>
#include <string.h>

#include "lib/buf.h"

enum { HEADING_MAX = 256 };

/* Perl's \d is the one of its classes that the C library does not know. */
static void add_pattern(struct buf *out, struct slice heading)
{
	for (size_t i = 0; i < heading.n; i++) {
		if (heading.p[i] != '\\' || i + 1 == heading.n) {
			buf_addc(out, heading.p[i]);
			continue;
		}
		i++;
		if (heading.p[i] == 'd')
			buf_adds(out, "[0-9]");
		else
			buf_addf(out, "\\%c", heading.p[i]);
	}
}

enum err peer_filter_init(struct peer_filter *filter, const struct peer_report *report,
			  struct error *err)
{
	const struct peer_style *style = &report->style;
	struct buf pattern;
	bool bad;

	*filter = (struct peer_filter){ .heading = report->heading, .exact = style->exact_heading };
	if (report->heading.n == 0 || filter->exact)
		return OK;
	if (report->heading.n > HEADING_MAX)
		return error_set(err, ERR_LIMIT, "a sub-heading has at most %d characters",
				 HEADING_MAX);
	buf_init(&pattern);
	buf_adds(&pattern, style->client_heading ? ".*-" : "^");
	add_pattern(&pattern, report->heading);
	buf_adds(&pattern, style->client_heading ? "$" : "");
	bad = regcomp(&filter->regex, pattern.data, REG_EXTENDED | REG_NOSUB) != 0;
	buf_release(&pattern);
	if (bad)
		return error_set(err, ERR_INPUT, "sub-heading '%.*s' is no regular expression",
				 SLICE_FMT(report->heading));
	filter->compiled = true;
	return OK;
}

void peer_filter_release(struct peer_filter *filter)
{
	if (filter->compiled)
		regfree(&filter->regex);
}

/* Labels end in a NUL: the model copies them so. */
bool peer_filter_match(const struct peer_filter *filter, struct slice label)
{
	if (filter->exact && filter->heading.n > 0)
		return slice_eq(filter->heading, label);
	return !filter->compiled || regexec(&filter->regex, label.p, 0, NULL, 0) == 0;
}

bool peer_filter_takes(const struct peer_filter *filter, const struct peer_report *report,
		       const struct peer_run *run, const struct peer_operation *operation)
{
	if (report->ratio && run->headline != 0 && operation->headline != run->headline)
		return false;
	return peer_filter_match(filter, operation->label);
}

/* Undefined statistics leave their place to those behind them. */
static void drop_nan(double *values, size_t count)
{
	size_t kept = 0;

	for (size_t i = 0; i < count; i++)
		if (!isnan(values[i]))
			values[kept++] = values[i];
	while (kept < count)
		values[kept++] = NAN;
}

struct summariser {
	struct arena *arena;  /* of results */
	struct arena scratch; /* of one operation's values */
	const struct peer_report *report;
	struct peer_stat_list list;
	struct peer_key key;
};

/* True when samples follow an iteration that has none, over which the peer fails. */
static bool has_gap(const struct peer_operation *operation)
{
	for (size_t i = 1; i < operation->start_count; i++)
		if (operation->starts[i] == operation->starts[i - 1])
			return true;
	return false;
}

/* NULL, or why the peer fails over it. */
static const char *summarise_operation(struct summariser *s, const struct peer_operation *operation,
				       struct peer_result *out)
{
	const struct peer_style *style = &s->report->style;
	bool spread = style->kind != PEER_SINGLEOPS;
	struct peer_values values;

	if (has_gap(operation))
		return "it is missing in an iteration before others that have it";
	arena_reset(&s->scratch);
	values = peer_values_of(&s->scratch, operation, style, spread);
	out->taken = true;
	out->values = ARENA_ARRAY(s->arena, s->list.count, double);
	for (size_t i = 0; i < s->list.count; i++) {
		if (peer_stat_fails(&s->list.stats[i], &values))
			return values.count == 0 ? "it has no samples"
						 : "no harmonic mean without a value above 0";
		out->values[i] = peer_stat_value(&s->list.stats[i], &values);
	}
	if (style->drop_nan)
		drop_nan(out->values, s->list.count);
	out->interval = peer_key_interval(&s->key, &values);
	return NULL;
}

static bool summarise_run(struct summariser *s, const struct peer_filter *filter,
			  const struct peer_run *run, struct buf *warnings,
			  struct peer_summary *out)
{
	*out = (struct peer_summary){ .run = run };
	out->results = ARENA_ARRAY(s->arena, run->count, struct peer_result);
	for (size_t i = 0; i < run->count; i++) {
		const struct peer_operation *operation = &run->operations[i];
		const char *why;

		if (!peer_filter_takes(filter, s->report, run, operation))
			continue;
		why = summarise_operation(s, operation, &out->results[i]);
		if (why != NULL) {
			buf_addf(warnings, "%.*s: no %.*s of this run, as in mmtests: %.*s: %s\n",
				 SLICE_FMT(run->name), SLICE_FMT(s->report->benchmark),
				 SLICE_FMT(operation->label), why);
			return false;
		}
		out->any_interval = out->any_interval || out->results[i].interval.known;
	}
	return true;
}

enum err peer_summarise(struct arena *arena, const struct peer_report *report,
			const struct peer_filter *filter, struct buf *warnings,
			struct peer_summary **summaries, size_t *count, struct error *err)
{
	struct summariser s = {
		.arena = arena,
		.report = report,
		.list = peer_stat_list(&report->style, report->revision),
		.key = peer_stat_key(&report->style, report->revision),
	};

	if (report->ratio)
		s.list = (struct peer_stat_list){ &s.key.statistic, 1 };
	*count = 0;
	*summaries = ARENA_ARRAY(arena, report->run_count + 1, struct peer_summary);
	arena_init(&s.scratch);
	for (size_t i = 0; i < report->run_count; i++) {
		bool good = summarise_run(&s, filter, &report->runs[i], warnings, &(*summaries)[i]);

		if (!good)
			(*summaries)[i] = (struct peer_summary){ 0 };
		*count = good ? i + 1 : i;
	}
	arena_release(&s.scratch);
	if (*count == 0 || (*summaries)[0].run == NULL)
		return error_set(err, ERR_INPUT, "no baseline of %.*s to compare with",
				 SLICE_FMT(report->benchmark));
	return OK;
}

const struct peer_result *peer_summary_find(const struct peer_summary *summary, struct slice label)
{
	static const struct peer_result none = { 0 };
	const struct peer_operation *operation =
		summary->run == NULL ? NULL : peer_run_find(summary->run, label);

	return operation == NULL ? &none : &summary->results[operation - summary->run->operations];
}

enum err peer_operations(struct arena *arena, const struct peer_report *report,
			 const struct peer_summary *baseline, struct slice **labels, size_t *count,
			 struct error *err)
{
	const struct peer_run *run = baseline->run;

	*count = 0;
	*labels = ARENA_ARRAY(arena, run->count + 1, struct slice);
	for (size_t i = 0; i < run->count; i++)
		if (baseline->results[i].taken)
			(*labels)[(*count)++] = run->operations[i].label;
	if (*count > 0)
		return OK;
	if (report->heading.n > 0)
		return error_set(err, ERR_INPUT, "%.*s of %.*s has nothing under '%.*s'",
				 SLICE_FMT(report->benchmark), SLICE_FMT(run->name),
				 SLICE_FMT(report->heading));
	return error_set(err, ERR_INPUT, "%.*s has no results of %.*s", SLICE_FMT(run->name),
			 SLICE_FMT(report->benchmark));
}

struct peer_head *peer_heads(struct arena *arena, const struct peer_report *report,
			     const struct peer_summary *summaries, size_t count,
			     unsigned percent_width)
{
	struct peer_head *heads = ARENA_ARRAY(arena, count, struct peer_head);
	unsigned extra = percent_width > 0 ? percent_width + 4 : 0;

	for (size_t i = 0; i < count; i++) {
		bool named = summaries[i].run != NULL;

		heads[i].name = named ? summaries[i].run->name : SLICE_NONE;
		heads[i].width = (named ? peer_header_width(report) : 0) + extra;
	}
	return heads;
}

unsigned peer_width(const struct peer_report *report)
{
	if (report->style.width != 0)
		return report->style.width;
	return report->revision == PEER_HEAD ? 18 : 12;
}

unsigned peer_header_width(const struct peer_report *report)
{
	if (report->style.header_width != 0)
		return report->style.header_width;
	return report->revision == PEER_2015 ? 18 : peer_width(report);
}

unsigned peer_decimals(const struct peer_style *style)
{
	return style->decimals == 0 ? 2 : style->decimals;
}

unsigned peer_longest(const struct slice *texts, size_t count)
{
	size_t longest = 0;

	for (size_t i = 0; i < count; i++)
		if (texts[i].n > longest)
			longest = texts[i].n;
	return (unsigned)longest;
}

enum err peer_report_print(struct buf *out, struct buf *warnings, struct arena *arena,
			   const struct peer_report *report, struct error *err)
{
	struct peer_filter filter;
	struct peer_summary *summaries;
	size_t count;
	enum err e;

	if (report->revision == PEER_2015)
		return peer_2015_print(out, warnings, arena, report, err);
	e = peer_filter_init(&filter, report, err);
	if (e == OK)
		e = peer_summarise(arena, report, &filter, warnings, &summaries, &count, err);
	if (e == OK)
		e = (report->ratio ? peer_ratio_print : peer_table_print)(out, arena, report,
									  summaries, count, err);
	peer_filter_release(&filter);
	return e;
}
