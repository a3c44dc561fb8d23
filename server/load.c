/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "server/load.h"

#include "db/store_kernels.h"
#include "lib/compare_pick.h"
#include "lib/report_lists.h"
#include "server/list.h"

static bool has_blank(struct slice name)
{
	return slice_find_char(name, ' ') < name.n;
}

struct slice load_with_pluses(struct arena *arena, struct slice text)
{
	char *name = arena_cstr(arena, text);

	for (size_t i = 0; i < text.n; i++)
		if (name[i] == ' ')
			name[i] = '+';
	return (struct slice){ name, text.n };
}

enum err load_runs(const struct request *request, struct store_runs *out, struct error *err)
{
	struct store_filter filter = {
		.kernel = request_param(request, "kernel"),
		.machine = request_param(request, "machine"),
		.benchmark = request_param(request, "benchmark"),
		.config = request_param(request, "config"),
	};
	struct list_keys cursor;
	enum err e = list_limit(request, &filter.limit, err);

	if (e == OK)
		e = list_cursor_read(request, &cursor, err);
	if (e != OK)
		return e;
	filter.cursor = cursor.part[0];
	e = store_runs(request->store, request->arena, &filter, out, err);
	if (e == OK && out->count == 0 && has_blank(filter.kernel)) {
		filter.kernel = load_with_pluses(request->arena, filter.kernel);
		e = store_runs(request->store, request->arena, &filter, out, err);
	}
	if (e == OK && out->next.n > 0)
		out->next = list_cursor(request, &(struct list_keys){ { out->next } });
	return e;
}

enum err load_standing(const struct request *request, const struct store_run *run,
		       struct error *err)
{
	struct slice when;

	if (run->withdrawn_s == 0)
		return OK;
	when = report_time(request->arena, run->withdrawn_s);
	return error_set(err, ERR_GONE, "run %.*s was withdrawn at %.*s UTC%s%.*s",
			 SLICE_FMT(run->id), SLICE_FMT(when), run->withdrawn_why.n > 0 ? ": " : "",
			 SLICE_FMT(run->withdrawn_why));
}

enum err load_run(const struct request *request, struct store_run *out, struct error *err)
{
	enum err e = store_run_get(request->store, request->arena,
				   request_path_param(request, "run"), out, err);

	return e == OK ? load_standing(request, out, err) : e;
}

/* A run by what people say. */
static enum err load_named(const struct request *request, struct slice what, struct store_run *out,
			   struct error *err)
{
	struct error first;
	enum err e = store_run_resolve(request->store, request->arena, what, out, &first);

	if (e == ERR_NOT_FOUND && has_blank(what))
		e = store_run_resolve(request->store, request->arena,
				      load_with_pluses(request->arena, what), out, &first);
	if (e != OK)
		*err = first;
	return e;
}

static enum err load_column(const struct request *request, struct slice what, struct column *out,
			    struct error *err)
{
	struct store_run run;
	enum err e = load_named(request, what, &run, err);

	return e == OK ? store_column(request->store, request->arena, &run.rowid, 1, out, err) : e;
}

enum err load_traced(const struct request *request, bool all_prints, struct traced **out,
		     size_t *count, struct error *err)
{
	struct slice whats[TRACED_RUNS_MAX] = { request_param(request, "base") };
	struct traced *runs = ARENA_ARRAY(request->arena, TRACED_RUNS_MAX, struct traced);
	size_t others;
	enum err e =
		request_param_list(request, "new", whats + 1, TRACED_RUNS_MAX - 1, &others, err);

	if (e == OK && whats[0].n == 0)
		e = error_set(err, ERR_INPUT, "base=WHAT is needed; WHAT is a run or a kernel");
	*count = others + 1;
	*out = runs;
	for (size_t i = 0; e == OK && i < *count; i++) {
		struct store_run run;

		e = load_named(request, whats[i], &run, err);
		if (e == OK)
			e = store_traced(request->store, request->arena, &run, all_prints, &runs[i],
					 err);
	}
	return e;
}

enum err load_columns(const struct request *request, const char *parameter, struct column **out,
		      size_t *count, struct error *err)
{
	struct slice whats[COMPARE_COLUMNS_MAX];
	enum err e = request_param_list(request, parameter, whats, COMPARE_COLUMNS_MAX, count, err);

	if (e == OK && *count == 0)
		e = error_set(err, ERR_INPUT, "%s=WHAT,WHAT is needed; WHAT is a run or a kernel",
			      parameter);
	*out = ARENA_ARRAY(request->arena, COMPARE_COLUMNS_MAX, struct column);
	for (size_t i = 0; e == OK && i < *count; i++)
		e = load_column(request, whats[i], &(*out)[i], err);
	return e;
}

enum err load_comparison(const struct request *request, struct comparison *out, struct error *err)
{
	struct slice whats[COMPARE_COLUMNS_MAX] = { request_param(request, "base") };
	struct column *columns = ARENA_ARRAY(request->arena, COMPARE_COLUMNS_MAX, struct column);
	size_t others;
	enum err e = request_param_list(request, "new", whats + 1, COMPARE_COLUMNS_MAX - 1, &others,
					err);

	if (e == OK && (whats[0].n == 0 || others == 0))
		e = error_set(err, ERR_INPUT,
			      "base=WHAT and new=WHAT are needed; WHAT is a run or a kernel");
	for (size_t i = 0; i <= others && e == OK; i++)
		e = load_column(request, whats[i], &columns[i], err);
	return e == OK ? compare_build(request->arena, columns, others + 1, 0, out, err) : e;
}

enum err load_picked(const struct request *request, struct comparison *whole,
		     struct comparison *out, struct error *err)
{
	const struct compare_pick pick = {
		.benchmark = request_param(request, "benchmark"),
		.text = request_param(request, "filter"),
		.verdict = request_param(request, "verdict"),
		.column = request_param(request, "in"),
	};
	enum err e = load_comparison(request, whole, err);

	if (e != OK)
		return e;
	*out = *whole;
	return compare_narrow(request->arena, &pick, out, err);
}

static enum err pick_metric(const struct request *request, const struct overhead *overhead,
			    uint32_t *out, struct error *err)
{
	struct slice title = request_param(request, "metric");
	uint32_t found = REPORT_ALL;

	for (size_t i = 0; i < overhead->input.metric_count && title.n > 0; i++) {
		if (!slice_eq(metric_title(request->arena, &overhead->input.metrics[i]), title))
			continue;
		if (found != REPORT_ALL)
			return error_set(err, ERR_CONFLICT,
					 "several have a metric '%.*s'; benchmark= tells which",
					 SLICE_FMT(title));
		found = (uint32_t)i;
	}
	if (title.n > 0 && found == REPORT_ALL)
		return error_set(err, ERR_NOT_FOUND, "no metric '%.*s'", SLICE_FMT(title));
	*out = found;
	return OK;
}

static enum err pick_line(const struct request *request, const struct overhead *overhead,
			  uint32_t *out, struct error *err)
{
	struct slice label = request_param(request, "line");

	*out = REPORT_ALL;
	for (size_t i = 0; i < overhead->line_count; i++)
		if (slice_eq(overhead->lines[i].label, label))
			*out = (uint32_t)i;
	if (label.n > 0 && *out == REPORT_ALL)
		return error_set(err, ERR_NOT_FOUND, "no config '%.*s'", SLICE_FMT(label));
	return OK;
}

/* Leaves what the filter shows; the mean over metrics says nothing of one of them. */
static void narrow(struct overhead *overhead, const struct report_filter *filter)
{
	size_t cells = 0, means = 0, now = 0;

	for (size_t i = 0; i < overhead->cell_count; i++) {
		const struct overhead_cell *cell = &overhead->cells[i];

		if ((filter->metric == REPORT_ALL || cell->metric == filter->metric) &&
		    (filter->line == REPORT_ALL || cell->line == filter->line))
			overhead->cells[cells++] = *cell;
	}
	for (size_t i = 0; i < overhead->mean_count; i++)
		if (filter->metric == REPORT_ALL &&
		    (filter->line == REPORT_ALL || overhead->means[i].line == filter->line))
			overhead->means[means++] = overhead->means[i];
	overhead->cell_count = cells;
	overhead->mean_count = means;
	for (size_t i = 0; i < overhead->now_count && filter->metric == REPORT_ALL; i++)
		if (filter->line == REPORT_ALL || overhead->now[i].line == filter->line)
			overhead->now[now++] = overhead->now[i];
	overhead->now_count = now;
}

/* Where the kernel that a parameter names stands among all; *out stays as it is without one. */
static enum err read_end(const struct request *request, const char *parameter,
			 const struct store_kernel *kernels, size_t count, size_t *out,
			 struct error *err)
{
	struct slice name = request_param(request, parameter);
	const struct store_kernel **called;
	size_t n;

	if (name.n == 0)
		return OK;
	n = store_kernels_called(request->arena, kernels, count, name, &called);
	if (n == 0)
		n = store_kernels_called(request->arena, kernels, count,
					 load_with_pluses(request->arena, name), &called);
	if (n != 1)
		return error_set(err, n == 0 ? ERR_NOT_FOUND : ERR_CONFLICT, "%s: %s called '%.*s'",
				 parameter, n == 0 ? "no kernel is" : "several kernels are",
				 SLICE_FMT(slice_head(name, 64)));
	*out = (size_t)(called[0] - kernels);
	return OK;
}

/* The ends that the request names, of all kernels; false in *any: none. */
struct ends {
	bool any;
	struct store_kernel *kernels; /* all, oldest first */
	size_t from, to;              /* places among them */
};

/* from and to, whichever is older. */
static enum err read_ends(const struct request *request, struct ends *out, struct error *err)
{
	size_t count = 0, from = 0, to;
	enum err e;

	*out = (struct ends){ .any = false };
	if (request_param(request, "from").n + request_param(request, "to").n == 0)
		return OK;
	e = store_kernels(request->store, request->arena, &out->kernels, &count, err);
	to = count > 0 ? count - 1 : 0;
	if (e == OK)
		e = read_end(request, "from", out->kernels, count, &from, err);
	if (e == OK)
		e = read_end(request, "to", out->kernels, count, &to, err);
	out->any = count > 0;
	out->from = from < to ? from : to;
	out->to = from < to ? to : from;
	return e;
}

/* How many of the input's kernels stand before a place among all; both are in order. */
static uint32_t kernels_before(const struct overhead_input *input,
			       const struct store_kernel *kernels, size_t place)
{
	uint32_t n = 0;

	for (size_t i = 0; i < place && n < input->kernel_count; i++)
		n += slice_eq(kernels[i].slug, input->kernel_slugs[n]);
	return n;
}

void load_add_range(struct buf *text, const struct request *request,
		    const struct report_options *options)
{
	struct slice from = request_param(request, "from"), to = request_param(request, "to");

	if (from.n + to.n > 0)
		report_paragraph(text,
				 arena_printf(request->arena, "Kernels%s%.*s%s%.*s only.",
					      from.n > 0 ? " from " : "", SLICE_FMT(from),
					      to.n > 0 ? " up to " : "", SLICE_FMT(to)),
				 options);
}

enum err load_overhead(const struct request *request, struct overhead *out,
		       struct report_filter *filter, struct error *err)
{
	struct store_selection scope = { .machine = request_param(request, "machine"),
					 .benchmark = request_param(request, "benchmark") };
	struct overhead_input input;
	struct ends ends;
	enum err e = read_ends(request, &ends, err);

	if (e == OK && ends.any) {
		scope.from = ends.kernels[ends.from].rowid;
		scope.to = ends.kernels[ends.to].rowid;
	}
	if (e == OK)
		e = store_overhead(request->store, request->arena, &scope, &input, err);
	if (e != OK)
		return e;
	overhead_build(request->arena, &input, out);
	filter->machine = REPORT_ALL;
	e = pick_metric(request, out, &filter->metric, err);
	if (e == OK)
		e = pick_line(request, out, &filter->line, err);
	if (e == OK)
		narrow(out, filter);
	return e;
}

/* Whether a parameter is absent or is text; a given empty one is no text. */
static bool allows(const struct request *request, const char *parameter, struct slice text)
{
	struct slice wanted = request_param(request, parameter);

	return wanted.p == NULL || slice_eq(wanted, text);
}

static bool is_wanted_metric(const struct request *request, const struct metric *metric)
{
	struct slice name = request_param(request, "metric");

	if (!allows(request, "benchmark", metric->benchmark) ||
	    !allows(request, "labels", metric->labels) || !allows(request, "unit", metric->unit))
		return false;
	return slice_eq(name, metric_title(request->arena, metric)) ||
	       (request_param(request, "labels").p != NULL && slice_eq(name, metric->name));
}

static enum err find_metric(const struct request *request, const struct metric **out,
			    struct error *err)
{
	struct store_metric *metrics;
	const struct metric *found = NULL;
	size_t count;
	enum err e = store_metrics(request->store, request->arena, &metrics, &count, err);

	for (size_t i = 0; e == OK && i < count; i++) {
		const struct metric *metric = &metrics[i].metric;

		if (!is_wanted_metric(request, metric))
			continue;
		if (found != NULL)
			e = error_set(
				err, ERR_CONFLICT,
				"'%.*s' is of %.*s and of %.*s: name benchmark, labels or unit",
				SLICE_FMT(slice_head(request_param(request, "metric"), 64)),
				SLICE_FMT(slice_head(found->benchmark, 64)),
				SLICE_FMT(slice_head(metric->benchmark, 64)));
		found = metric;
	}
	if (e == OK && found == NULL)
		e = error_set(err, ERR_NOT_FOUND, "no metric '%.*s'; /api/v1/metrics has them",
			      SLICE_FMT(slice_head(request_param(request, "metric"), 64)));
	if (e == OK)
		*out = found;
	return e;
}

enum err load_series(const struct request *request, struct changes *out, struct error *err)
{
	const struct metric *metric;
	struct ends ends;
	enum err e;

	if (request_param(request, "metric").n == 0)
		return error_set(err, ERR_INPUT, "metric=NAME is needed; /api/v1/metrics has them");
	e = find_metric(request, &metric, err);
	if (e == OK)
		e = store_series_changes(request->store, request->arena,
					 request_param(request, "machine"), metric, out, err);
	if (e == OK)
		e = read_ends(request, &ends, err);
	if (e == OK && ends.any)
		changes_narrow_kernels(
			request->arena, out,
			(struct kernel_range){
				kernels_before(out->input, ends.kernels, ends.from),
				kernels_before(out->input, ends.kernels, ends.to + 1) });
	return e;
}

enum err load_noise(const struct request *request, struct noise_view *out, struct error *err)
{
	struct noise_run *runs;
	size_t count;
	enum err e =
		store_noise_runs(request->store, request->arena, request_param(request, "machine"),
				 request_param(request, "benchmark"), &runs, &count, err);

	if (e == OK)
		noise_view_build(request->arena, runs, count, out);
	return e;
}

enum err load_changes(const struct request *request, struct changes *out, struct error *err)
{
	int all = 0;
	enum err e = request_param_int(request, "all", 0, 1, 0, &all, err);
	const struct changes_filter filter = {
		.metric = request_param(request, "metric"),
		.line = request_param(request, "line"),
		.with_dismissed = all == 1,
		.with_weak = all == 1,
	};

	if (e == OK)
		e = store_changes(request->store, request->arena, request_param(request, "machine"),
				  request_param(request, "benchmark"), out, err);
	if (e == OK)
		changes_narrow(request->arena, out, &filter);
	return e;
}
