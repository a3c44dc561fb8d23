/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/report_changes.h"

#include <inttypes.h>
#include <math.h>

#include "lib/report_json.h"
#include "lib/report_parts.h"

enum { INDENT = 2 };

static double effect_of(const struct change *change)
{
	return change->after / change->before - 1;
}

static const struct overhead_point *point_before(const struct changes *c,
						 const struct change *change)
{
	return c->series[change->series].points[change->at - 1];
}

/* "confirmed", "weak", and "on the newest kernel". */
static const char *status_of(const struct change *change)
{
	return change->is_new                ? "on the newest kernel"
	       : change_is_confirmed(change) ? "confirmed"
					     : "weak";
}

void report_changes_lede(struct buf *buf, const struct changes *c)
{
	size_t better = 0, worse = 0, other = 0, weak = 0;
	const struct change *newest = NULL;

	for (size_t i = 0; i < c->count; i++) {
		const struct change *change = &c->list[i];

		weak += !change_is_confirmed(change);
		if (!change->is_new)
			continue;
		newest = newest == NULL ? change : newest;
		better += change->verdict.word == VERDICT_BETTER;
		worse += change->verdict.word == VERDICT_WORSE;
		other += change->verdict.word == VERDICT_CHANGED;
	}
	if (newest == NULL) {
		buf_addf(buf, "%zu change%s over kernels, none on the newest", c->count,
			 c->count == 1 ? "" : "s");
	} else {
		buf_addf(buf, "%.*s, the newest kernel, is worse in %zu metric%s and better in %zu",
			 SLICE_FMT(c->input->kernels[change_point(c, newest)->kernel]), worse,
			 worse == 1 ? "" : "s", better);
		if (other > 0)
			buf_addf(buf, ", and %zu changed that have no direction", other);
	}
	if (weak > 0)
		buf_addf(buf, "; %zu of all %s weak", weak, weak == 1 ? "is" : "are");
	buf_addc(buf, '.');
}

/* "+9.28% +-0.3 worse  child: kmemops usecs-op-pipe, 44.71 -> 48.69 usec" */
static struct slice what_text(struct arena *arena, const struct changes *c,
			      const struct change *change)
{
	const struct change_series *series = &c->series[change->series];
	const struct metric *metric = &c->input->metrics[series->metric];
	const char *word = verdict_name(change->verdict.word);

	return arena_printf(arena, "%.*s %s  %.*s: %.*s%s%.*s, %.6g -> %.6g%s%.*s",
			    SLICE_FMT(report_change(arena, effect_of(change))), word,
			    SLICE_FMT(c->input->configs[series->config].label),
			    SLICE_FMT(metric->benchmark), metric->benchmark.n > 0 ? " " : "",
			    SLICE_FMT(metric_title(arena, metric)), change->before, change->after,
			    metric->unit.n > 0 ? " " : "", SLICE_FMT(metric->unit));
}

static struct slice recovered_text(struct arena *arena, const struct changes *c,
				   const struct change *change)
{
	const struct change_series *series = &c->series[change->series];
	uint32_t kernel;

	if (isnan(change->recovered))
		return SLICE("");
	kernel = series->points[change->fixed_at]->kernel;
	return arena_printf(arena, "; recovered %.0f %% by %.*s", 100 * change->recovered,
			    SLICE_FMT(c->input->kernels[kernel]));
}

static struct slice floor_text(struct arena *arena, const struct noise *noise)
{
	if (noise->source == NOISE_UNKNOWN)
		return SLICE("");
	return arena_printf(arena, "; noise floor %.2g %% of %zu %s", 100 * noise->floor,
			    noise->differences,
			    noise->source == NOISE_PAIRS ? "pairs of runs" : "steps");
}

/* "8F3K2Q0ABC: confirmed; acknowledged by x: note, link" */
static struct slice status_text(struct arena *arena, const struct changes *c,
				const struct change *change)
{
	const struct change_triage *triage = &change->triage;
	struct slice out = arena_printf(arena, "%s: %s; %s%s%.*s%s%.*s%s%.*s", change->id,
					status_of(change), change_state_name(triage->state),
					triage->actor.n > 0 ? " by " : "", SLICE_FMT(triage->actor),
					triage->note.n > 0 ? ": " : "", SLICE_FMT(triage->note),
					triage->link.n > 0 ? ", " : "", SLICE_FMT(triage->link));

	return arena_printf(arena, "%.*s%.*s%.*s", SLICE_FMT(out),
			    SLICE_FMT(recovered_text(arena, c, change)),
			    SLICE_FMT(floor_text(arena, &c->series[change->series].noise)));
}

static struct slice spoiled_text(struct arena *arena, const struct changes *c,
				 const struct change *change)
{
	const struct change_series *series = &c->series[change->series];

	struct overhead_input input = *c->input;

	input.spoiled_all = SLICE_NONE; /* told once, below the list */
	return report_spoiled_points(arena, &input, &series->points[change->from],
				     change->to - change->from);
}

static const char note[] =
	"Changes of levels over kernels by " EDIV_VERSION " (p < 0.001, at least 1 % and the noise "
	"floor), held against the samples of up to 3 kernels a side by the verdict; the newest "
	"kernel "
	"is held against the one before at once. Weak: the samples do not decide it.";

/* A heading wherever the kernel, the one before it or the machine is another. */
static bool is_other(const struct changes *c, size_t i)
{
	const struct change *a, *b = &c->list[i];

	if (i == 0)
		return true;
	a = &c->list[i - 1];
	return change_point(c, a)->kernel != change_point(c, b)->kernel ||
	       change_point(c, a)->machine != change_point(c, b)->machine ||
	       point_before(c, a)->kernel != point_before(c, b)->kernel;
}

static struct slice heading_text(struct arena *arena, const struct changes *c,
				 const struct change *change)
{
	const struct overhead_input *input = c->input;
	const struct overhead_point *after = change_point(c, change);
	bool many = input->machine_count > 1;

	return arena_printf(
		arena, "%.*s, after %.*s%s%.*s", SLICE_FMT(input->kernels[after->kernel]),
		SLICE_FMT(input->kernels[point_before(c, change)->kernel]), many ? ", on " : "",
		(int)(many ? input->machines[after->machine].n : 0),
		input->machines[after->machine].p);
}

static void add_text(struct buf *buf, const struct changes *c, const struct report_options *options)
{
	size_t width = report_width(options);
	struct arena arena;
	struct buf lede;

	arena_init(&arena);
	buf_init(&lede);
	report_changes_lede(&lede, c);
	report_wrap(buf, report_ascii(&arena, buf_slice(&lede)), width, INDENT, INDENT);
	for (size_t i = 0; i < c->count; i++) {
		const struct change *change = &c->list[i];

		if (is_other(c, i)) {
			buf_addc(buf, '\n');
			report_wrap(buf, report_ascii(&arena, heading_text(&arena, c, change)),
				    width, INDENT, 2 * INDENT);
		}
		report_wrap(buf, report_ascii(&arena, what_text(&arena, c, change)), width,
			    2 * INDENT, 4 * INDENT);
		report_wrap(buf, report_ascii(&arena, status_text(&arena, c, change)), width,
			    3 * INDENT, 4 * INDENT);
		report_wrap(buf, report_ascii(&arena, spoiled_text(&arena, c, change)), width,
			    3 * INDENT, 4 * INDENT);
	}
	buf_addc(buf, '\n');
	report_wrap(buf, slice_str(note), width, INDENT, 2 * INDENT);
	report_wrap(buf, report_ascii(&arena, report_spoiled_points(&arena, c->input, NULL, 0)),
		    width, INDENT, 2 * INDENT);
	report_wrap(buf, report_left_out(&arena, c->input), width, INDENT, 2 * INDENT);
	report_link(buf, "  ", options->link);
	buf_release(&lede);
	arena_release(&arena);
}

static void add_markdown(struct buf *buf, const struct changes *c,
			 const struct report_options *options)
{
	struct arena arena;
	struct buf lede;

	arena_init(&arena);
	buf_init(&lede);
	report_changes_lede(&lede, c);
	report_markdown_text(buf, buf_slice(&lede));
	buf_adds(buf, "\n");
	for (size_t i = 0; i < c->count; i++) {
		const struct change *change = &c->list[i];
		struct slice spoiled;

		if (is_other(c, i)) {
			buf_adds(buf, "\n**");
			report_markdown_text(buf, heading_text(&arena, c, change));
			buf_adds(buf, "**\n\n");
		}
		buf_adds(buf, "- ");
		report_markdown_text(buf, what_text(&arena, c, change));
		buf_adds(buf, " (");
		report_markdown_text(buf, status_text(&arena, c, change));
		spoiled = spoiled_text(&arena, c, change);
		buf_adds(buf, spoiled.n > 0 ? ". " : "");
		report_markdown_text(buf, spoiled);
		buf_adds(buf, ")\n");
	}
	buf_addf(buf, "\n%s\n", note);
	report_markdown_text(buf, report_spoiled_points(&arena, c->input, NULL, 0));
	buf_adds(buf, c->input->spoiled_all.n > 0 ? "\n" : "");
	report_markdown_text(buf, report_left_out(&arena, c->input));
	buf_adds(buf, c->input->kernels_left_out > 0 ? "\n" : "");
	report_link(buf, "\n", options->link);
	buf_release(&lede);
	arena_release(&arena);
}

static bool is_standing(const struct change *change)
{
	return change_is_confirmed(change) && change->triage.state != CHANGE_DISMISSED;
}

static bool is_same_metric(const struct changes *c, const struct change *a, const struct change *b)
{
	const struct overhead_point *x = change_point(c, a), *y = change_point(c, b);

	return x->kernel == y->kernel && x->machine == y->machine && x->metric == y->metric;
}

/* How many of list[from, to) are a standing change's of the same metric, machine and kernel. */
static size_t alike(const struct changes *c, size_t from, size_t to, const struct change *change)
{
	size_t count = 0;

	for (size_t i = from; i < to; i++)
		count += is_standing(&c->list[i]) && is_same_metric(c, &c->list[i], change);
	return count;
}

/* "7.3.4: +9.28% worse  child: ..., and in 4 other configs" */
static struct slice latest_text(struct arena *arena, const struct changes *c,
				const struct change *change, size_t others)
{
	struct slice kernel = c->input->kernels[change_point(c, change)->kernel];
	struct slice out = arena_printf(arena, "%.*s: %.*s", SLICE_FMT(kernel),
					SLICE_FMT(what_text(arena, c, change)));

	return others == 0 ? out
			   : arena_printf(arena, "%.*s, and in %zu other config%s", SLICE_FMT(out),
					  others, others == 1 ? "" : "s");
}

void report_changes_latest(struct buf *buf, const struct changes *c, size_t most,
			   const struct report_options *options)
{
	bool is_markdown = options->style == REPORT_MARKDOWN;
	struct arena arena;
	size_t shown = 0;

	if (!is_markdown && options->style != REPORT_TEXT)
		return;
	arena_init(&arena);
	for (size_t i = 0; i < c->count && shown < most; i++) {
		const struct change *change = &c->list[i];
		struct slice line;

		if (!is_standing(change) || alike(c, 0, i, change) > 0)
			continue;
		if (shown++ == 0)
			buf_adds(buf, is_markdown ? "Changed last:\n\n" : "  Changed last\n");
		line = latest_text(&arena, c, change, alike(c, i + 1, c->count, change));
		if (is_markdown) {
			buf_adds(buf, "- ");
			report_markdown_text(buf, line);
			buf_addc(buf, '\n');
			continue;
		}
		report_wrap(buf, report_ascii(&arena, line), report_width(options), INDENT,
			    3 * INDENT);
	}
	if (shown > 0)
		buf_addc(buf, '\n');
	arena_release(&arena);
}

static void add_csv_row(struct buf *buf, struct arena *arena, const struct changes *c,
			const struct change *change)
{
	const struct change_series *series = &c->series[change->series];
	const struct overhead_input *input = c->input;
	const struct metric *metric = &input->metrics[series->metric];
	const struct slice texts[] = {
		slice_str(change->id),
		input->machines[series->machine],
		metric->benchmark,
		metric_title(arena, metric),
		metric->unit,
		slice_str(better_name(metric->better)),
		input->configs[series->config].label,
		input->kernels[point_before(c, change)->kernel],
		input->kernels[change_point(c, change)->kernel],
		slice_str(status_of(change)),
		slice_str(verdict_name(change->verdict.word)),
		slice_str(change_state_name(change->triage.state)),
		change->triage.note,
		change->triage.link,
	};

	for (size_t i = 0; i < ARRAY_SIZE(texts); i++)
		report_csv_text(buf, texts[i]);
	report_csv_number(buf, change->before);
	report_csv_number(buf, change->after);
	report_csv_number(buf, change->p);
	report_csv_number(buf, change->verdict.p);
	report_csv_number(buf, change->recovered);
	report_csv_text(buf, spoiled_text(arena, c, change));
	report_csv_end(buf);
}

static void add_csv(struct buf *buf, const struct changes *c)
{
	struct arena arena;

	arena_init(&arena);
	buf_adds(buf, "id,machine,benchmark,metric,unit,better,config,kernel_before,kernel,status,"
		      "verdict,state,note,link,before,after,p,verdict_p,recovered,spoiled\n");
	for (size_t i = 0; i < c->count; i++)
		add_csv_row(buf, &arena, c, &c->list[i]);
	arena_release(&arena);
}

json_t *report_triage_json(const struct change_triage *triage)
{
	json_t *object = json_object();

	json_add_text(object, "state", slice_str(change_state_name(triage->state)));
	json_add_text(object, "note", triage->note);
	json_add_text(object, "link", triage->link);
	json_add_text(object, "actor", triage->actor);
	if (triage->at_s > 0)
		json_add_count(object, "at", triage->at_s);
	return object;
}

json_t *report_noise_json(const struct noise *noise)
{
	json_t *object = json_object();

	json_add_number(object, "floor", noise->floor);
	json_add_text(object, "source",
		      noise->source == NOISE_PAIRS    ? SLICE("pairs")
		      : noise->source == NOISE_KERNEL ? SLICE("kernels")
						      : SLICE("unknown"));
	json_add_count(object, "differences", (int64_t)noise->differences);
	return object;
}

static json_t *end_json(const struct overhead_point *point)
{
	json_t *object = json_object();

	json_add_count(object, "kernel", point->kernel);
	json_add_text(object, "run", point->run);
	report_spoiled_add(object, point);
	return object;
}

static json_t *change_json(const struct changes *c, const struct change *change)
{
	const struct change_series *series = &c->series[change->series];
	const struct config *config = &c->input->configs[series->config];
	json_t *object = json_object(), *line = json_object();

	json_add(line, "key", json_text(config->line));
	json_add(line, "label", json_text(config->label));
	json_add_text(object, "id", slice_str(change->id));
	json_add_count(object, "machine", series->machine);
	json_add_count(object, "metric", series->metric);
	json_add(object, "line", line);
	json_add(object, "before", end_json(point_before(c, change)));
	json_add(object, "after", end_json(change_point(c, change)));
	json_add_number(object, "level_before", change->before);
	json_add_number(object, "level_after", change->after);
	json_add_number(object, "effect", effect_of(change));
	json_add_number(object, "p", change->p);
	json_add_bool(object, "is_new", change->is_new);
	json_add_bool(object, "confirmed", change_is_confirmed(change));
	json_add(object, "verdict", report_verdict_json(&change->verdict));
	json_add_number(object, "recovered", change->recovered);
	if (!isnan(change->recovered))
		json_add(object, "fixed", end_json(series->points[change->fixed_at]));
	json_add(object, "noise", report_noise_json(&series->noise));
	json_add(object, "triage", report_triage_json(&change->triage));
	return object;
}

json_t *report_changes_json(const struct changes *c)
{
	const struct overhead_input *input = c->input;
	json_t *object = json_object(), *metrics = json_array(), *list = json_array();

	json_add_text(object, "algorithm", SLICE(EDIV_VERSION));
	json_add_text(object, "rule", SLICE(VERDICT_VERSION));
	json_add(object, "kernels",
		 report_names_json(input->kernels, input->kernel_slugs, input->kernel_count));
	json_add(object, "machines",
		 report_names_json(input->machines, input->machine_slugs, input->machine_count));
	for (size_t i = 0; i < input->metric_count; i++)
		json_push(metrics, report_metric_json(&input->metrics[i]));
	json_add(object, "metrics", metrics);
	json_add_text(object, "spoiled", input->spoiled_all);
	if (input->kernels_left_out > 0)
		json_add_count(object, "kernels_left_out", (int64_t)input->kernels_left_out);
	json_add_count(object, "series", (int64_t)c->series_count);
	for (size_t i = 0; i < c->count; i++)
		json_push(list, change_json(c, &c->list[i]));
	json_add(object, "changes", list);
	return object;
}

void report_changes(struct buf *buf, const struct changes *changes,
		    const struct report_options *options)
{
	switch (options->style) {
	case REPORT_MARKDOWN:
		add_markdown(buf, changes, options);
		break;
	case REPORT_CSV:
		add_csv(buf, changes);
		break;
	case REPORT_JSON:
		report_json_print(buf, report_changes_json(changes));
		break;
	default:
		add_text(buf, changes, options);
	}
}
