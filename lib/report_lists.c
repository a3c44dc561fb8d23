/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/report_lists.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <time.h>

#include "lib/num.h"
#include "lib/report_parts.h"

enum { INDENT = 2, GAP = 2, CELL_MAX = 28, SYMBOLS_SHOWN = 20, FILES_SHOWN = 40 };
enum { BENCHMARKS_SHOWN = 3, DATE_CHARS = 10 };

struct slice report_time(struct arena *arena, int64_t epoch_s)
{
	time_t when = (time_t)epoch_s;
	struct tm utc;
	char text[32];

	if (epoch_s == 0 || gmtime_r(&when, &utc) == NULL)
		return SLICE_NONE;
	if (strftime(text, sizeof(text), "%Y-%m-%d %H:%M", &utc) == 0)
		return SLICE_NONE;
	return arena_slice(arena, slice_str(text));
}

/* A table of texts: heads and cells, row by row. */
struct grid {
	const char *const *heads;
	size_t columns, rows;
	struct slice *cells;
};

static void grid_init(struct grid *grid, struct arena *arena, const char *const *heads,
		      size_t columns, size_t rows)
{
	*grid = (struct grid){ heads, columns, rows,
			       ARENA_ARRAY(arena, columns * rows, struct slice) };
}

static void grid_csv(struct buf *buf, const struct grid *grid)
{
	for (size_t i = 0; i < grid->columns; i++)
		report_csv_text(buf, slice_str(grid->heads[i]));
	report_csv_end(buf);
	for (size_t i = 0; i < grid->rows; i++) {
		for (size_t k = 0; k < grid->columns; k++)
			report_csv_text(buf, grid->cells[i * grid->columns + k]);
		report_csv_end(buf);
	}
}

static void grid_markdown(struct buf *buf, const struct grid *grid)
{
	buf_addc(buf, '|');
	for (size_t i = 0; i < grid->columns; i++)
		report_markdown_cell(buf, slice_str(grid->heads[i]));
	buf_adds(buf, "\n|");
	for (size_t i = 0; i < grid->columns; i++)
		buf_adds(buf, " --- |");
	buf_addc(buf, '\n');
	for (size_t i = 0; i < grid->rows; i++) {
		buf_addc(buf, '|');
		for (size_t k = 0; k < grid->columns; k++)
			report_markdown_cell(buf, grid->cells[i * grid->columns + k]);
		buf_addc(buf, '\n');
	}
}

static struct slice count_text(struct arena *arena, int64_t count)
{
	return arena_printf(arena, "%" PRId64, count);
}

static struct slice number_text(struct arena *arena, double value)
{
	struct buf buf;
	struct slice out;

	if (!isfinite(value))
		return SLICE_NONE;
	buf_init(&buf);
	num_print(&buf, value);
	out = arena_slice(arena, buf_slice(&buf));
	buf_release(&buf);
	return out;
}

void report_paragraph(struct buf *buf, struct slice text, const struct report_options *options)
{
	struct arena arena;

	arena_init(&arena);
	if (options->style == REPORT_MARKDOWN)
		report_markdown_text(buf, text);
	else if (options->style != REPORT_CSV)
		report_wrap(buf, report_ascii(&arena, text), report_width(options), INDENT, INDENT);
	buf_adds(buf, options->style == REPORT_MARKDOWN ? "\n\n"
		      : options->style == REPORT_CSV    ? ""
							: "\n");
	arena_release(&arena);
}

static const char *const run_heads[] = {
	"id",      "name",    "start",      "kernel",      "release",
	"config",  "machine", "benchmarks", "samples",     "summaries",
	"metrics", "boots",   "iterations", "transcribed", "superseded_by",
};

static void run_grid(struct arena *arena, const struct report_run *runs, size_t count,
		     struct grid *grid)
{
	grid_init(grid, arena, run_heads, ARRAY_SIZE(run_heads), count);
	for (size_t i = 0; i < count; i++) {
		const struct report_run *run = &runs[i];
		const struct slice cells[] = {
			run->id,
			run->name,
			report_time(arena, run->start_s),
			run->kernel,
			run->kernel_release,
			run->config->label,
			run->machine,
			run->benchmarks,
			count_text(arena, run->samples),
			count_text(arena, run->summaries),
			count_text(arena, run->metrics),
			count_text(arena, run->boots),
			count_text(arena, run->iterations),
			run->transcribed ? SLICE("yes") : SLICE("no"),
			run->superseded_by,
		};

		_Static_assert(ARRAY_SIZE(cells) == ARRAY_SIZE(run_heads), "a head a cell");
		memcpy(&grid->cells[i * grid->columns], cells, sizeof(cells));
	}
}

static struct slice plural(struct arena *arena, int64_t count, const char *what)
{
	return arena_printf(arena, "%" PRId64 " %s%s", count, what, count == 1 ? "" : "s");
}

/* "400 samples of 12 metrics from 5 boots". */
static struct slice numbers_text(struct arena *arena, const struct report_run *run)
{
	struct slice out = SLICE_NONE;

	if (run->samples > 0)
		out = plural(arena, run->samples, "sample");
	if (run->summaries > 0)
		out = arena_printf(arena, "%.*s%s%" PRId64 " summary number%s", SLICE_FMT(out),
				   out.n > 0 ? " and " : "", run->summaries,
				   run->summaries == 1 ? "" : "s");
	if (out.n == 0)
		return SLICE("no numbers");
	out = arena_printf(arena, "%.*s of %.*s", SLICE_FMT(out),
			   SLICE_FMT(plural(arena, run->metrics, "metric")));
	if (run->samples > 0)
		out = arena_printf(arena, "%.*s from %.*s", SLICE_FMT(out),
				   SLICE_FMT(plural(arena, run->boots, "boot")));
	return run->transcribed ? arena_printf(arena, "%.*s, transcribed", SLICE_FMT(out)) : out;
}

static struct slice joined(struct arena *arena, struct slice a, const char *between, struct slice b)
{
	if (a.n == 0 || b.n == 0)
		return a.n == 0 ? b : a;
	return arena_printf(arena, "%.*s%s%.*s", SLICE_FMT(a), between, SLICE_FMT(b));
}

static size_t widest(size_t so_far, struct slice text)
{
	size_t n = text.n < CELL_MAX ? text.n : CELL_MAX;

	return n > so_far ? n : so_far;
}

/* All of them when they are few, else how many. */
static struct slice benchmarks_text(struct arena *arena, struct slice names)
{
	struct slice rest = names, name;
	int64_t count = 0;

	while (slice_split(&rest, ',', &name))
		count++;
	return count <= BENCHMARKS_SHOWN ? report_ascii(arena, names)
					 : plural(arena, count, "benchmark");
}

static void run_line(struct buf *buf, struct arena *arena, const struct report_run *run, size_t id,
		     size_t kernel, size_t width)
{
	struct slice date = slice_head(report_time(arena, run->start_s), DATE_CHARS);
	struct slice name = slice_head(report_ascii(arena, run->kernel), kernel);
	struct slice line =
		arena_printf(arena, "%-*.*s%-*.*s%-*.*s%.*s", (int)(id + GAP), SLICE_FMT(run->id),
			     DATE_CHARS + GAP, SLICE_FMT(date), (int)(kernel + GAP),
			     SLICE_FMT(name), SLICE_FMT(report_ascii(arena, run->config->label)));

	report_wrap(buf, line, width, INDENT, INDENT + id + GAP);
}

/* Two lines or more a run: what it is, and what it holds. */
static void runs_text(struct buf *buf, struct arena *arena, const struct report_run *runs,
		      size_t count, size_t width)
{
	size_t id = 2, kernel = 6;

	for (size_t i = 0; i < count; i++) {
		id = widest(id, runs[i].id);
		kernel = widest(kernel, report_ascii(arena, runs[i].kernel));
	}
	for (size_t i = 0; i < count; i++) {
		const struct report_run *run = &runs[i];
		struct slice what = joined(arena, benchmarks_text(arena, run->benchmarks), ", ",
					   numbers_text(arena, run));

		what = joined(arena, report_ascii(arena, run->name), ": ", what);
		what = joined(arena, what, "; on ", report_ascii(arena, run->machine));
		run_line(buf, arena, run, id, kernel, width);
		report_wrap(buf, what, width, INDENT + id + GAP, INDENT + id + GAP);
	}
}

static void add_link(struct buf *buf, const char *word, struct slice link)
{
	if (link.n > 0)
		buf_addf(buf, "\n  %s: %.*s\n", word, SLICE_FMT(link));
}

void report_runs(struct buf *buf, const struct report_run *runs, size_t count, struct slice more,
		 const struct report_options *options)
{
	struct arena arena;
	struct grid grid;

	arena_init(&arena);
	switch (options->style) {
	case REPORT_CSV:
		run_grid(&arena, runs, count, &grid);
		grid_csv(buf, &grid);
		break;
	case REPORT_MARKDOWN:
		run_grid(&arena, runs, count, &grid);
		grid_markdown(buf, &grid);
		break;
	default:
		if (count == 0)
			buf_adds(buf, "  No runs.\n");
		runs_text(buf, &arena, runs, count, report_width(options));
		add_link(buf, "More", more);
		add_link(buf, "Link", options->link);
	}
	arena_release(&arena);
}

static const char *const result_heads[] = {
	"benchmark", "metric", "unit",   "better", "statistic", "n",      "boots",
	"mean",      "hmean",  "stddev", "min",    "max",       "median",
};

static void result_grid(struct arena *arena, const struct report_run_parts *parts,
			struct grid *grid)
{
	grid_init(grid, arena, result_heads, ARRAY_SIZE(result_heads), parts->result_count);
	for (size_t i = 0; i < parts->result_count; i++) {
		const struct report_result *result = &parts->results[i];
		const struct slice cells[] = {
			result->metric.benchmark,
			metric_title(arena, &result->metric),
			result->metric.unit,
			slice_str(better_name(result->metric.better)),
			result->statistic,
			count_text(arena, (int64_t)result->stats.n),
			count_text(arena, result->boots),
			number_text(arena, result->stats.mean),
			number_text(arena, result->stats.hmean),
			number_text(arena, result->stats.stddev),
			number_text(arena, result->stats.min),
			number_text(arena, result->stats.max),
			number_text(arena, result->stats.median),
		};

		_Static_assert(ARRAY_SIZE(cells) == ARRAY_SIZE(result_heads), "a head a cell");
		memcpy(&grid->cells[i * grid->columns], cells, sizeof(cells));
	}
}

static void add_pair(struct buf *buf, struct arena *arena, const struct report_options *options,
		     const char *key, struct slice value)
{
	enum { KEY_WIDTH = 11 };

	if (value.n == 0)
		return;
	if (options->style == REPORT_MARKDOWN) {
		buf_addf(buf, "- %s: ", key);
		report_markdown_text(buf, value);
		buf_addc(buf, '\n');
		return;
	}
	report_wrap(buf, arena_printf(arena, "%-*s%.*s", KEY_WIDTH, key, SLICE_FMT(value)),
		    report_width(options), INDENT, INDENT + KEY_WIDTH);
}

/* "child (memcg on, placement v2:1, variant child)". */
static struct slice config_text(struct arena *arena, const struct config *config)
{
	struct slice out = arena_printf(arena, "%.*s (memcg %s", SLICE_FMT(config->label),
					memcg_mode_name(config->mode));

	out = joined(arena, out, ", placement ", config->placement);
	out = joined(arena, out, ", variant ", config->variant);
	return arena_printf(arena, "%.*s)", SLICE_FMT(out));
}

static void add_head(struct buf *buf, struct arena *arena, const struct report_run *run,
		     const struct report_options *options)
{
	struct slice kernel = run->kernel;

	if (run->kernel_release.n > 0 && !slice_eq(run->kernel, run->kernel_release))
		kernel = arena_printf(arena, "%.*s (%.*s)", SLICE_FMT(run->kernel),
				      SLICE_FMT(run->kernel_release));
	add_pair(buf, arena, options, "Run", run->id);
	add_pair(buf, arena, options, "Name", report_ascii(arena, run->name));
	add_pair(buf, arena, options, "Kernel", report_ascii(arena, kernel));
	add_pair(buf, arena, options, "Config",
		 report_ascii(arena, config_text(arena, run->config)));
	add_pair(buf, arena, options, "Boot words", report_ascii(arena, run->config->words));
	add_pair(buf, arena, options, "Options", report_ascii(arena, run->config->options));
	if (run->config->spoilers.n > 0)
		add_pair(
			buf, arena, options, "Spoiled by",
			arena_printf(arena,
				     "%.*s: the kernel checks itself, which hides what memcg costs",
				     SLICE_FMT(run->config->spoilers)));
	add_pair(buf, arena, options, "Machine", report_ascii(arena, run->machine));
	add_pair(buf, arena, options, "Start",
		 joined(arena, report_time(arena, run->start_s), " ",
			run->start_s != 0 ? SLICE("UTC") : SLICE_NONE));
	add_pair(buf, arena, options, "Numbers", numbers_text(arena, run));
	add_pair(buf, arena, options, "Replaced by", run->superseded_by);
}

static void add_tracing(struct buf *buf, struct arena *arena, const struct tracing *tracing,
			const struct report_options *options)
{
	add_pair(buf, arena, options, "Lost", tracing_losses(arena, tracing));
	add_pair(buf, arena, options, "Tracing", tracing_cost(arena, tracing));
}

static struct slice table_number(struct arena *arena, double value)
{
	struct buf buf;
	struct slice out;

	if (!isfinite(value))
		return SLICE("-");
	buf_init(&buf);
	num_print_digits(&buf, value, 6);
	out = arena_slice(arena, buf_slice(&buf));
	buf_release(&buf);
	return out;
}

enum { N_WIDTH = 6, BOOTS_WIDTH = 7, VALUE_WIDTH = 15, SPREAD_WIDTH = 12 };
enum { SHARE_WIDTH = sizeof("100.00%") - 1 };
enum { NUMBERS_WIDTH = N_WIDTH + BOOTS_WIDTH + VALUE_WIDTH + SPREAD_WIDTH };

/* A mean of several has 6 digits; a number that stands alone is shown as it was given. */
static struct slice mean_text(struct arena *arena, const struct stats *stats)
{
	struct slice out;
	struct buf buf;

	if (stats->n > 1 || !isfinite(stats->mean))
		return table_number(arena, stats->mean);
	buf_init(&buf);
	num_print(&buf, stats->mean);
	out = arena_slice(arena, buf_slice(&buf));
	buf_release(&buf);
	return out.n < VALUE_WIDTH ? out : table_number(arena, stats->mean);
}

/* 0 is how a count that nothing tells is kept. */
static struct slice count_or_dash(struct arena *arena, int64_t count)
{
	return count > 0 ? count_text(arena, count) : SLICE("-");
}

static void add_result(struct buf *buf, struct arena *arena, const struct report_result *result,
		       size_t name_width)
{
	const struct metric *metric = &result->metric;
	struct slice name = joined(arena, metric_title(arena, metric), ", ", result->statistic);

	if (metric_is_duration(metric))
		name = joined(arena, name, " ", metric->unit);
	name = report_ascii(arena, name);
	if (name.n > name_width) { /* lines of its own */
		report_wrap(buf, name, name_width + NUMBERS_WIDTH + INDENT, INDENT, 2 * INDENT);
		name = SLICE_NONE;
	}
	buf_fill(buf, ' ', INDENT);
	report_left(buf, name, name_width);
	report_right(buf, count_or_dash(arena, (int64_t)result->stats.n), N_WIDTH);
	report_right(buf, count_or_dash(arena, result->boots), BOOTS_WIDTH);
	report_right(buf, mean_text(arena, &result->stats), VALUE_WIDTH);
	report_right(buf, table_number(arena, result->stats.stddev), SPREAD_WIDTH);
	buf_addc(buf, '\n');
}

static void add_result_heads(struct buf *buf, struct arena *arena, struct slice heading,
			     size_t name_width)
{
	buf_addc(buf, '\n');
	report_wrap(buf, report_ascii(arena, heading), name_width + NUMBERS_WIDTH + INDENT, INDENT,
		    2 * INDENT);
	buf_fill(buf, ' ', INDENT + name_width);
	report_right(buf, SLICE("n"), N_WIDTH);
	report_right(buf, SLICE("boots"), BOOTS_WIDTH);
	report_right(buf, SLICE("mean"), VALUE_WIDTH);
	report_right(buf, SLICE("stddev"), SPREAD_WIDTH);
	buf_addc(buf, '\n');
}

/* Results first..end are of one benchmark: its own first, then the durations around it. */
static void add_benchmark(struct buf *buf, struct arena *arena, const struct report_result *first,
			  const struct report_result *end, size_t name_width)
{
	struct slice last = SLICE_NONE;
	bool has_head = false;

	for (int durations = 0; durations < 2; durations++)
		for (const struct report_result *r = first; r < end; r++) {
			struct slice heading =
				report_heading(arena, r->metric.benchmark, &r->metric);

			if (metric_is_duration(&r->metric) != durations)
				continue;
			if (!has_head || (!durations && !slice_eq(heading, last)))
				add_result_heads(buf, arena, heading, name_width);
			has_head = true;
			last = heading;
			add_result(buf, arena, r, name_width);
		}
}

static void add_results(struct buf *buf, struct arena *arena, const struct report_run_parts *parts,
			size_t width)
{
	const struct report_result *first = parts->results, *all_end = first + parts->result_count;

	while (first < all_end) {
		const struct report_result *end = first;

		while (end < all_end && slice_eq(end->metric.benchmark, first->metric.benchmark))
			end++;
		add_benchmark(buf, arena, first, end, width - INDENT - NUMBERS_WIDTH);
		first = end;
	}
}

static void add_symbols(struct buf *buf, struct arena *arena, const struct report_run_parts *parts,
			size_t width)
{
	if (parts->symbol_count == 0)
		return;
	buf_addf(buf, "\n  Profile, %s\n",
		 parts->symbol_count > SYMBOLS_SHOWN ? "largest shares" : "by share");
	for (size_t i = 0; i < parts->symbol_count && i < SYMBOLS_SHOWN; i++) {
		const struct report_symbol *symbol = &parts->symbols[i];
		struct slice share = isfinite(symbol->percent)
					     ? arena_printf(arena, "%.2f%%", symbol->percent)
					     : SLICE("-");
		struct slice name = joined(arena, symbol->symbol, "  ", symbol->where);
		size_t indent = INDENT + SHARE_WIDTH - share.n;

		report_wrap(buf,
			    report_ascii(arena, arena_printf(arena, "%.*s  %.*s", SLICE_FMT(share),
							     SLICE_FMT(name))),
			    width, indent, INDENT + SHARE_WIDTH + GAP);
	}
}

static void add_lines(struct buf *buf, struct arena *arena, const char *title,
		      const struct report_line *lines, size_t count, size_t width)
{
	if (count == 0)
		return;
	buf_addf(buf, "\n  %s\n", title);
	for (size_t i = 0; i < count && i < FILES_SHOWN; i++)
		report_wrap(buf,
			    report_ascii(arena, joined(arena, lines[i].what, ": ", lines[i].text)),
			    width, INDENT + GAP, INDENT + 2 * GAP);
	if (count > FILES_SHOWN)
		buf_addf(buf, "    and %zu more\n", count - FILES_SHOWN);
}

static void run_text(struct buf *buf, struct arena *arena, const struct report_run_parts *parts,
		     const struct report_options *options)
{
	size_t width = report_width(options);

	add_head(buf, arena, &parts->run, options);
	add_tracing(buf, arena, &parts->tracing, options);
	add_results(buf, arena, parts, width);
	add_symbols(buf, arena, parts, width);
	add_lines(buf, arena, "Discussed in", parts->mails, parts->mail_count, width);
	add_lines(buf, arena, "Views", parts->views, parts->view_count, width);
	add_lines(buf, arena, "Profiles", parts->profiles, parts->profile_count, width);
	add_lines(buf, arena, "Not measured", parts->notes, parts->note_count, width);
	add_lines(buf, arena, "Not understood", parts->diagnostics, parts->diagnostic_count, width);
	add_lines(buf, arena, "Files", parts->files, parts->file_count, width);
	add_link(buf, "Link", options->link);
}

void report_run(struct buf *buf, const struct report_run_parts *parts,
		const struct report_options *options)
{
	struct arena arena;
	struct grid grid;

	arena_init(&arena);
	switch (options->style) {
	case REPORT_CSV:
		result_grid(&arena, parts, &grid);
		grid_csv(buf, &grid);
		break;
	case REPORT_MARKDOWN:
		add_head(buf, &arena, &parts->run, options);
		add_tracing(buf, &arena, &parts->tracing, options);
		buf_addc(buf, '\n');
		result_grid(&arena, parts, &grid);
		grid_markdown(buf, &grid);
		break;
	default:
		run_text(buf, &arena, parts, options);
	}
	arena_release(&arena);
}
