/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/report_allocs.h"

#include <math.h>

#include "lib/num.h"
#include "lib/report_grid.h"
#include "lib/report_json.h"
#include "lib/report_latency.h"

/* The columns before the counts. */
enum { NAMES = 5, SUMS = 7 };

/* A table being made. */
struct making {
	struct arena *arena;
	const struct allocs *allocs;
	const double *ops;         /* of each run; NULL = counts as they are */
	const struct slice *flags; /* in order of first use; their letters are their places */
	size_t flag_count, rows;
};

/* With so many significant digits; 0 = all that it has. "" for NaN. */
static struct slice number(struct arena *arena, double value, int digits)
{
	struct slice out;
	struct buf buf;

	if (isnan(value))
		return SLICE_NONE;
	buf_init(&buf);
	if (digits == 0)
		num_print(&buf, value);
	else
		num_print_digits(&buf, value, digits);
	out = arena_slice(arena, buf_slice(&buf));
	buf_release(&buf);
	return out;
}

/* A count of one run, per operation where these are told. */
static struct slice count_text(const struct making *m, double count, size_t run)
{
	return m->ops == NULL ? number(m->arena, count, 0)
			      : number(m->arena, count / m->ops[run], 5);
}

static double per_op(const struct making *m, double count, size_t run)
{
	return m->ops == NULL ? count : count / m->ops[run];
}

/* "a", "b", ..., "z", "27", ... */
static struct slice flag_letter(const struct making *m, struct slice flags)
{
	for (size_t i = 0; i < m->flag_count; i++)
		if (slice_eq(m->flags[i], flags))
			return i < 26 ? arena_printf(m->arena, "%c", (char)('a' + i))
				      : arena_printf(m->arena, "%zu", i + 1);
	return SLICE_NONE;
}

static void find_flags(struct making *m)
{
	struct slice *list = ARENA_ARRAY(m->arena, m->rows + 1, struct slice);

	m->flags = list;
	for (size_t i = 0; i < m->rows; i++) {
		struct slice flags = m->allocs->rows[i].flags;

		if (flags.n > 0 && flag_letter(m, flags).n == 0)
			list[m->flag_count++] = flags;
	}
}

/* Of two runs: how the second differs; else no column. */
static size_t columns_of(const struct making *m)
{
	return NAMES + m->allocs->run_count + (m->allocs->run_count == 2);
}

static struct slice change_text(const struct making *m, double a, double b)
{
	a = per_op(m, a, 0);
	b = per_op(m, b, 1);
	return isnan(a) || isnan(b) || a == 0 ? SLICE_NONE : report_change(m->arena, b / a - 1);
}

static void fill_row(const struct making *m, const struct allocs_row *row, struct slice *cells)
{
	size_t runs = m->allocs->run_count;

	cells[0] = report_ascii(m->arena, row->who);
	cells[1] = flag_letter(m, row->flags);
	cells[2] = number(m->arena, (double)row->requested, 0);
	cells[3] = number(m->arena, (double)row->allocated, 0);
	cells[4] = number(m->arena, (double)(row->allocated - row->requested), 0);
	for (size_t i = 0; i < runs; i++)
		cells[NAMES + i] = count_text(m, row->counts[i], i);
	if (runs == 2)
		cells[NAMES + 2] = change_text(m, row->counts[0], row->counts[1]);
}

static struct slice *heads_of(const struct making *m, const struct slice *names, size_t count)
{
	size_t runs = m->allocs->run_count;
	struct slice *heads = ARENA_ARRAY(m->arena, count + runs + 1, struct slice);

	for (size_t i = 0; i < count; i++)
		heads[i] = names[i];
	for (size_t i = 0; i < runs; i++)
		heads[count + i] = arena_printf(m->arena, "%c", report_letter(i));
	heads[count + runs] = SLICE("B/A-1");
	return heads;
}

static struct report_grid grid_of(const struct making *m)
{
	static const struct slice names[NAMES] = {
		{ "comm", 4 }, { "gfp", 3 }, { "asked", 5 }, { "taken", 5 }, { "waste", 5 }
	};
	size_t columns = columns_of(m);
	struct slice *cells = ARENA_ARRAY(m->arena, m->rows * columns, struct slice);

	for (size_t i = 0; i < m->rows; i++)
		fill_row(m, &m->allocs->rows[i], cells + i * columns);
	return (struct report_grid){
		.heads = heads_of(m, names, NAMES),
		.columns = columns,
		.names = 2,
		.cells = cells,
		.rows = m->rows,
	};
}

static double sum_of(const struct allocs_total *total, size_t which)
{
	const double sums[SUMS] = {
		total->count,
		total->accounted,
		total->frees,
		total->requested / (double)MiB,
		total->allocated / (double)MiB,
		(total->allocated - total->requested) / (double)MiB,
		total->allocated > 0 ? 100 * (1 - total->requested / total->allocated) : NAN,
	};

	return sums[which];
}

static struct report_grid sums_grid(const struct making *m)
{
	static const char *const names[SUMS] = {
		"allocations", "asking to be charged", "frees", "MiB asked", "MiB taken",
		"MiB waste",   "waste, % of taken",
	};
	size_t runs = m->allocs->run_count, columns = 1 + runs + (runs == 2);
	struct slice *cells = ARENA_ARRAY(m->arena, (size_t)SUMS * columns, struct slice),
		     none = { 0 };

	for (size_t i = 0; i < SUMS; i++) {
		bool is_count = i < 3, is_share = i == SUMS - 1;
		double values[TRACED_RUNS_MAX];

		cells[i * columns] = slice_str(names[i]);
		for (size_t run = 0; run < runs; run++) {
			values[run] = sum_of(&m->allocs->totals[run], i);
			cells[i * columns + 1 + run] =
				is_count ? count_text(m, values[run], run)
					 : number(m->arena,
						  is_share ? values[run]
							   : per_op(m, values[run], run),
						  5);
		}
		if (runs == 2 && !is_share)
			cells[i * columns + 3] = change_text(m, values[0], values[1]);
	}
	return (struct report_grid){ heads_of(m, &none, 1), columns, 1, cells, SUMS };
}

static void add_flags(struct buf *buf, const struct making *m, const struct report_options *options)
{
	for (size_t i = 0; i < m->flag_count; i++)
		report_traced_line(buf,
				   arena_printf(m->arena, "gfp %.*s  %.*s",
						SLICE_FMT(flag_letter(m, m->flags[i])),
						SLICE_FMT(m->flags[i])),
				   options);
}

static bool any_assumed(const struct allocs *allocs)
{
	for (size_t i = 0; i < allocs->run_count; i++)
		if (allocs->totals[i].assumed)
			return true;
	return false;
}

static void add_notes(struct buf *buf, const struct making *m, const struct report_options *options)
{
	const struct allocs *allocs = m->allocs;

	report_traced_line(
		buf,
		SLICE("Sizes in bytes of one allocation; waste is what the allocator took "
		      "beyond what was asked for."),
		options);
	report_traced_line(buf,
			   SLICE("ACCOUNT in the flags asks for a charge; it is none in the root "
				 "cgroup, where nothing is charged."),
			   options);
	report_traced_line(buf,
			   m->ops != NULL
				   ? SLICE("Counts are per operation.")
				   : SLICE("Counts are of the whole run: runs of different "
					   "length cannot be compared; ops=N,N divides them."),
			   options);
	if (any_assumed(allocs))
		report_traced_line(
			buf,
			SLICE("Where the kernel is not known the flags are read as those of "
			      "6.10 and later."),
			options);
	report_traced_notes(buf, allocs->runs, allocs->run_count, options);
	if (m->rows < allocs->row_count)
		report_traced_line(
			buf,
			arena_printf(m->arena,
				     "%zu of %zu rows are shown, largest waste first; csv "
				     "and json have all.",
				     m->rows, allocs->row_count),
			options);
	report_link(buf, "  ", options->link);
}

static void add_grid(struct buf *buf, struct report_grid grid, const struct report_options *options)
{
	if (options->style == REPORT_MARKDOWN)
		report_grid_markdown(buf, &grid);
	else
		report_grid_text(buf, &grid, options);
	buf_addc(buf, '\n');
}

static bool all_told(const double *ops, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (ops == NULL || isnan(ops[i]))
			return false;
	return true;
}

static void add_text(struct buf *buf, struct arena *arena, const struct allocs *allocs,
		     const double *ops, const struct report_options *options)
{
	struct making m = {
		.arena = arena,
		.allocs = allocs,
		.ops = all_told(ops, allocs->run_count) ? ops : NULL,
		.rows = allocs->row_count < REPORT_ALLOCS_ROWS ? allocs->row_count
							       : REPORT_ALLOCS_ROWS,
	};

	find_flags(&m);
	report_traced_columns(buf, allocs->runs, allocs->run_count, options);
	buf_addc(buf, '\n');
	add_grid(buf, sums_grid(&m), options);
	add_grid(buf, grid_of(&m), options);
	add_flags(buf, &m, options);
	if (options->style == REPORT_TEXT)
		buf_addc(buf, '\n');
	add_notes(buf, &m, options);
}

/* ------------------------------------------------------------------ csv and json */

static void add_csv(struct buf *buf, struct arena *arena, const struct allocs *allocs)
{
	buf_adds(buf,
		 "id,run,kernel,config,comm,bytes_req,bytes_alloc,gfp_flags,accounted,count\n");
	for (size_t i = 0; i < allocs->row_count * allocs->run_count; i++) {
		const struct allocs_row *row = &allocs->rows[i / allocs->run_count];
		const struct traced *run = &allocs->runs[i % allocs->run_count];
		double count = row->counts[i % allocs->run_count];

		if (isnan(count))
			continue;
		report_csv_text(buf, run->id);
		report_csv_text(buf, run->name);
		report_csv_text(buf, run->kernel);
		report_csv_text(buf, run->label);
		report_csv_text(buf, row->who);
		report_csv_text(buf, number(arena, (double)row->requested, 0));
		report_csv_text(buf, number(arena, (double)row->allocated, 0));
		report_csv_text(buf, row->flags);
		report_csv_text(buf, row->flags.n == 0 ? SLICE_NONE
				     : row->accounted  ? SLICE("yes")
						       : SLICE("no"));
		report_csv_text(buf, number(arena, count, 0));
		report_csv_end(buf);
	}
}

static json_t *total_json(const struct allocs_total *total)
{
	json_t *json = json_object();

	json_add_number(json, "count", total->count);
	json_add_number(json, "accounted", total->accounted);
	json_add_number(json, "bytes_req", total->requested);
	json_add_number(json, "bytes_alloc", total->allocated);
	json_add_number(json, "frees", total->frees);
	json_add_bool(json, "flags_assumed", total->assumed);
	return json;
}

static json_t *row_json(const struct allocs *allocs, const struct allocs_row *row)
{
	json_t *json = json_object(), *counts = json_array();

	json_add_text(json, "comm", row->who);
	json_add_count(json, "bytes_req", row->requested);
	json_add_count(json, "bytes_alloc", row->allocated);
	json_add_text(json, "gfp_flags", row->flags);
	if (row->flags.n > 0)
		json_add_bool(json, "accounted", row->accounted);
	for (size_t i = 0; i < allocs->run_count; i++)
		json_push(counts, json_number(row->counts[i]));
	json_add(json, "counts", counts);
	return json;
}

json_t *report_allocs_json(const struct allocs *allocs)
{
	json_t *json = json_object(), *runs = json_array(), *rows = json_array();

	for (size_t i = 0; i < allocs->run_count; i++) {
		json_t *run = report_traced_json(&allocs->runs[i]);

		json_add(run, "total", total_json(&allocs->totals[i]));
		json_push(runs, run);
	}
	for (size_t i = 0; i < allocs->row_count; i++)
		json_push(rows, row_json(allocs, &allocs->rows[i]));
	json_add_text(json, "map", allocs->map);
	json_add(json, "runs", runs);
	json_add(json, "rows", rows);
	return json;
}

void report_allocs(struct buf *buf, const struct allocs *allocs, const double *ops,
		   const struct report_options *options)
{
	struct arena arena;

	arena_init(&arena);
	if (options->style == REPORT_CSV) {
		add_csv(buf, &arena, allocs);
	} else if (options->style == REPORT_JSON) {
		report_json_print(buf, report_allocs_json(allocs));
	} else {
		add_text(buf, &arena, allocs, ops, options);
	}
	arena_release(&arena);
}
