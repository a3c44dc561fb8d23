/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/cmd.h"

#include <stdio.h>

#include "ingest/bench.h"
#include "ingest/benchmarks.h"
#include "ingest/format.h"
#include "lib/arena.h"
#include "lib/buf.h"

enum { OPTION_BENCHMARKS = 256 };

static void print_formats(void)
{
	for (size_t i = 0; formats[i] != NULL; i++)
		(void)printf("%-20s %s\n%-20s   from %s\n", formats[i]->name, formats[i]->summary,
			     "", formats[i]->tool);
}

/* ---- benchmarks ---- */

static const char *const headings[] = {
	"BENCHMARK", "-a",    "ERA",   "PARSER", "PEER",    "SUMMARY",
	"DECIMALS",  "WIDTH", "FILES", "BETTER", "METRICS",
};

enum { COLUMNS = ARRAY_SIZE(headings) };

static const char *kind_name(enum peer_kind kind)
{
	static const char *const names[PEER_KINDS] = {
		[PEER_MULTIOPS] = "Multiops",
		[PEER_NORMALISEDOPS] = "Normalisedops",
		[PEER_NORMALISED_LEFT_SKEWOPS] = "NormalisedLeftSkewops",
		[PEER_SINGLEOPS] = "Singleops",
		[PEER_SUBSELECTION] = "Subselection",
		[PEER_VARIABLETIME] = "Variabletime",
		[PEER_CPUTIME] = "Cputime",
	};

	return names[kind] != NULL ? names[kind] : "";
}

static const char *era_name(unsigned eras)
{
	if ((eras & ERA_HEAD) != 0)
		return "2026";
	if ((eras & ERA_2025) != 0)
		return "2025";
	return (eras & ERA_2015) != 0 ? "2015" : "own";
}

static const char *direction(bool higher)
{
	return higher ? "higher" : "lower";
}

/* "Elapsed [s], System [s]": names by their beginnings, with units */
static struct slice metrics_cell(struct arena *arena, const struct benchmark *row)
{
	struct slice cell = SLICE("");

	for (const struct benchmark_metric *m = row->metrics; m->label != NULL; m++) {
		const char *name = m->own != NULL ? m->own : m->label;

		cell = arena_printf(arena, "%.*s%s%s", SLICE_FMT(cell), cell.n > 0 ? ", " : "",
				    name[0] != '\0' ? name : "...");
		if (m->unit[0] != '\0')
			cell = arena_printf(arena, "%.*s [%s]", SLICE_FMT(cell), m->unit);
	}
	return cell;
}

/* One direction where all have the same. */
static struct slice better_cell(struct arena *arena, const struct benchmark *row)
{
	struct slice cell = SLICE("");
	bool same = true;

	for (const struct benchmark_metric *m = row->metrics; m->label != NULL; m++) {
		same = same && m->better == row->metrics[0].better;
		cell = arena_printf(arena, "%.*s%s%s", SLICE_FMT(cell), cell.n > 0 ? "," : "",
				    better_name(m->better));
	}
	return same && cell.n > 0 ? slice_str(better_name(row->metrics[0].better)) : cell;
}

/* "lower,tput:higher": and under a --sub-heading */
static struct slice peer_cell(struct arena *arena, const struct benchmark *row)
{
	struct slice cell = slice_str(direction(row->style.higher));

	for (const struct benchmark_heading *h = row->headings; h != NULL && h->name != NULL; h++)
		if (h->higher != row->style.higher)
			cell = arena_printf(arena, "%.*s,%s:%s", SLICE_FMT(cell), h->name,
					    direction(h->higher));
	return cell;
}

static struct slice summary_cell(struct arena *arena, const struct benchmark *row)
{
	struct slice cell = slice_str(kind_name(row->style.kind));

	for (const struct benchmark_heading *h = row->headings; h != NULL && h->name != NULL; h++)
		if (h->kind != row->style.kind)
			cell = arena_printf(arena, "%.*s,%s:%s", SLICE_FMT(cell), h->name,
					    kind_name(h->kind));
	return cell;
}

static void fill_row(struct arena *arena, const struct benchmark *row, struct slice *cells)
{
	*cells++ = slice_str(row->name);
	*cells++ = slice_str(row->alt);
	*cells++ = slice_str(era_name(row->eras));
	*cells++ = slice_str(row->parser != NULL ? row->parser->name : NULL);
	if (row->eras != ERA_OWN) {
		cells[0] = peer_cell(arena, row);
		cells[1] = summary_cell(arena, row);
		cells[2] = arena_printf(arena, "%u", row->style.decimals);
		if (row->style.width > 0)
			cells[3] = arena_printf(arena, "%u", row->style.width);
	}
	cells += 4;
	*cells++ = slice_str(row->files);
	*cells++ = better_cell(arena, row);
	*cells = metrics_cell(arena, row);
}

static int print_benchmarks(void)
{
	struct arena arena;
	struct error error;
	struct slice *cells;
	struct buf buf;
	size_t rows = 0;
	enum err e;

	arena_init(&arena);
	buf_init(&buf);
	while (benchmark_at(rows) != NULL)
		rows++;
	cells = ARENA_ARRAY(&arena, rows * COLUMNS, struct slice);
	for (size_t i = 0; i < rows; i++)
		fill_row(&arena, benchmark_at(i), &cells[i * COLUMNS]);
	cmd_table(&buf, headings, COLUMNS, cells, rows);
	e = cmd_print(&buf, &error);
	buf_release(&buf);
	arena_release(&arena);
	return e == OK ? 0 : cmd_fail(NULL, &error);
}

static int formats_run(int argc, char **argv)
{
	static const struct option options[] = {
		{ "benchmarks", no_argument, NULL, OPTION_BENCHMARKS },
		{ 0 },
	};
	bool benchmarks = false;
	int option;

	while ((option = cmd_option(argc, argv, options)) != -1) {
		if (option != OPTION_BENCHMARKS)
			return CMD_STATUS_USAGE;
		benchmarks = true;
	}
	if (optind < argc)
		return cmd_usage(argv[0], "'%s' is one argument too many", argv[optind]);
	if (benchmarks)
		return print_benchmarks();
	print_formats();
	return 0;
}

const struct command cmd_formats = {
	.name = "formats",
	.summary = "list the formats and benchmarks that are read",
	.arguments = "[--benchmarks]",
	.help = "Lists the input formats: the name that --format takes and records carry as\n"
		"'source', what it holds, and which tool writes it.\n"
		"\n"
		"  --benchmarks  list the benchmarks of mmtests instead, a row for each report:\n"
		"\n"
		"  BENCHMARK  its folder; also NAME-more where no other row has a longer name\n"
		"  -a         compare-mmtests.pl's alternative report\n"
		"  ERA        mmtests of 2026, 2025 or 2015; 'own': not of mmtests\n"
		"  PARSER     who reads its files; shared ones in capitals; '-' = nobody yet\n"
		"  PEER       what compare-mmtests.pl takes for better, mistakes included, and\n"
		"             what --sub-heading changes; --style mmtests follows it\n"
		"  SUMMARY    the rows of its table; DECIMALS and WIDTH its numbers ('-' = "
		"default)\n"
		"  FILES      below logs/: %A %a %B %n %i are parts of a metric's name or "
		"numbers,\n"
		"             * is anything, [what may be missing]\n"
		"  BETTER     by our judgement, for each metric when they differ\n"
		"  METRICS    what their names begin with, and units; '...' = the file tells the\n"
		"             name, '*' = stands within the name\n",
	.run = formats_run,
};
