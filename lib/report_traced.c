/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What tables of BPF tools' numbers share. */
#include <inttypes.h>
#include <math.h>

#include "lib/num.h"
#include "lib/report_latency.h"
#include "lib/report_parts.h"

enum { INDENT = 2 };

static void add_part(struct buf *buf, struct slice text)
{
	if (text.n == 0)
		return;
	buf_adds(buf, "  ");
	buf_add(buf, text);
}

void report_traced_line(struct buf *buf, struct slice text, const struct report_options *options)
{
	struct arena arena;

	if (options->style == REPORT_MARKDOWN) {
		buf_adds(buf, "- ");
		report_markdown_text(buf, text);
		buf_addc(buf, '\n');
		return;
	}
	arena_init(&arena);
	report_wrap(buf, report_ascii(&arena, text), report_width(options), INDENT, 2 * INDENT);
	arena_release(&arena);
}

void report_traced_columns(struct buf *buf, const struct traced *runs, size_t count,
			   const struct report_options *options)
{
	struct buf line;

	buf_init(&line);
	for (size_t i = 0; i < count; i++) {
		buf_clear(&line);
		buf_addc(&line, report_letter(i));
		add_part(&line, runs[i].kernel);
		add_part(&line, slice_is(runs[i].label, "unknown") ? SLICE_NONE : runs[i].label);
		if (!slice_eq(runs[i].name, runs[i].kernel))
			add_part(&line, runs[i].name);
		report_traced_line(buf, buf_slice(&line), options);
	}
	buf_release(&line);
}

static struct slice loss_text(struct arena *arena, const struct tracing *tracing, size_t column)
{
	char letter = report_letter(column);

	if (tracing->lost > 0)
		return arena_printf(arena,
				    "%c lost %" PRId64
				    " events or more%s, so its counts are too low; "
				    "which ones is not known.",
				    letter, tracing->lost,
				    tracing->full_maps > 0 ? ", and a map was full" : "");
	return arena_printf(arena, "A map of %c was full, so its counts are too low.", letter);
}

void report_traced_notes(struct buf *buf, const struct traced *runs, size_t count,
			 const struct report_options *options)
{
	struct arena arena;

	arena_init(&arena);
	for (size_t i = 0; i < count; i++)
		if (runs[i].tracing.lost + runs[i].tracing.full_maps > 0)
			report_traced_line(buf, loss_text(&arena, &runs[i].tracing, i), options);
	for (size_t i = 0; i < count; i++) {
		struct slice cost = tracing_cost(&arena, &runs[i].tracing);

		if (cost.n > 0)
			report_traced_line(buf,
					   arena_printf(&arena, "Tracing cost %c %.*s.",
							report_letter(i), SLICE_FMT(cost)),
					   options);
	}
	arena_release(&arena);
}

/* 65536 as "64K": bounds of histograms are powers of 2 or multiples of a step. */
static void add_bound(struct buf *buf, double bound)
{
	static const char suffixes[] = { 'K', 'M', 'G', 'T', 'P', 'E' };
	double scaled = bound;
	size_t power = 0;

	while (power < ARRAY_SIZE(suffixes) && fabs(scaled) >= 1024 && fmod(scaled, 1024) == 0) {
		scaled /= 1024;
		power++;
	}
	num_print(buf, scaled);
	if (power > 0)
		buf_addc(buf, suffixes[power - 1]);
}

struct slice report_range(struct arena *arena, struct latency_range range)
{
	struct slice out;
	struct buf buf;

	if (isnan(range.lo))
		return SLICE_NONE;
	buf_init(&buf);
	if (isinf(range.lo) || isinf(range.hi)) {
		buf_adds(&buf, isinf(range.lo) ? "<" : ">=");
		add_bound(&buf, isinf(range.lo) ? range.hi : range.lo);
	} else {
		add_bound(&buf, range.lo);
		if (range.hi - range.lo > 1 || range.lo < 0) {
			buf_addc(&buf, '-');
			add_bound(&buf, range.hi);
		}
	}
	out = arena_slice(arena, buf_slice(&buf));
	buf_release(&buf);
	return out;
}

json_t *report_traced_json(const struct traced *run)
{
	json_t *json = json_object();

	json_add_text(json, "id", run->id);
	json_add_text(json, "name", run->name);
	json_add_text(json, "kernel", run->kernel);
	json_add_text(json, "config", run->label);
	json_add_text(json, "tool_version", run->tool);
	tracing_add_json(json, &run->tracing);
	return json;
}
