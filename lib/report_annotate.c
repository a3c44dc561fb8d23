/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Instructions of a function, the hot ones first. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "lib/num.h"
#include "lib/report_lists.h"
#include "lib/report_profile_parts.h"

enum { HOT_ROWS = 8, ASSEMBLY_MAX = 44, COLUMNS = 4 };

static double heat(const struct report_instruction *instruction)
{
	if (!isnan(instruction->percent))
		return instruction->percent;
	return instruction->samples == RECORD_NO_COUNT ? 0 : (double)instruction->samples;
}

static struct slice heat_cell(struct arena *arena, const struct report_instruction *instruction)
{
	if (!isnan(instruction->percent))
		return arena_printf(arena, "%.2f%%", instruction->percent);
	if (instruction->samples == RECORD_NO_COUNT)
		return SLICE_NONE;
	return arena_printf(arena, "%" PRId64, instruction->samples);
}

static void fill_row(struct arena *arena, const struct report_instruction *instruction,
		     double hottest, struct slice *row)
{
	struct slice text = report_ascii(arena, instruction->assembly);

	row[0] = instruction->address;
	row[1] = text.n <= ASSEMBLY_MAX ? text
					: arena_printf(arena, "%.*s..", ASSEMBLY_MAX - 2, text.p);
	row[2] = heat(instruction) > 0 && heat(instruction) >= hottest ? SLICE("*") : SLICE_NONE;
	row[3] = heat_cell(arena, instruction);
}

static int hotter(const void *a, const void *b)
{
	const struct report_instruction *x = *(const struct report_instruction *const *)a;
	const struct report_instruction *y = *(const struct report_instruction *const *)b;
	double p = heat(x), q = heat(y);

	if (p != q)
		return p < q ? 1 : -1;
	return (x > y) - (x < y);
}

static void annotate_csv(struct buf *buf, const struct report_instruction *list, size_t count)
{
	buf_adds(buf, "address,instruction,percent,samples,event,column\n");
	for (size_t i = 0; i < count; i++) {
		report_csv_text(buf, list[i].address);
		report_csv_text(buf, list[i].assembly);
		if (!isnan(list[i].percent))
			num_print(buf, list[i].percent);
		buf_addc(buf, ',');
		if (list[i].samples != RECORD_NO_COUNT)
			buf_addf(buf, "%" PRId64, list[i].samples);
		buf_addc(buf, ',');
		report_csv_text(buf, list[i].event);
		report_csv_text(buf, list[i].column);
		report_csv_end(buf);
	}
}

static void add_list(struct buf *buf, struct arena *arena, const char *title,
		     const struct report_instruction *const *list, size_t count, double hottest,
		     const struct report_options *options)
{
	static const struct slice heads[] = { SLICE("address"), SLICE("instruction"), SLICE(""),
					      SLICE("here") };
	struct slice *cells = ARENA_ARRAY(arena, COLUMNS * count, struct slice);
	struct report_grid grid = { heads, COLUMNS, 2, cells, count };

	for (size_t i = 0; i < count; i++)
		fill_row(arena, list[i], hottest, &cells[COLUMNS * i]);
	report_profile_grid(buf, title, &grid, options);
}

void report_annotate(struct buf *buf, struct slice about, struct slice symbol,
		     const struct report_instruction *list, size_t count,
		     const struct report_options *options)
{
	const struct report_instruction **all, **hot;
	struct report_notes notes = { NULL };
	size_t shown = count < HOT_ROWS ? count : HOT_ROWS;
	struct arena arena;

	if (options->style == REPORT_CSV) {
		annotate_csv(buf, list, count);
		return;
	}
	arena_init(&arena);
	all = ARENA_ARRAY(&arena, count, const struct report_instruction *);
	hot = ARENA_ARRAY(&arena, count, const struct report_instruction *);
	for (size_t i = 0; i < count; i++)
		all[i] = hot[i] = &list[i];
	if (count > 1)
		qsort(hot, count, sizeof(*hot), hotter);
	report_paragraph(buf,
			 arena_printf(&arena, "Instructions of %.*s%s%.*s", SLICE_FMT(symbol),
				      about.n > 0 ? ", " : "", SLICE_FMT(about)),
			 options);
	add_list(buf, &arena, "The hottest", hot, shown, INFINITY, options);
	add_list(buf, &arena, "All of them", all, count, shown > 0 ? heat(hot[shown - 1]) : 0,
		 options);
	report_note(&arena, &notes,
		    SLICE("* one of the hottest. A sample often counts for the instruction behind "
			  "the one that took the time: look at what stands before it."));
	report_profile_end(buf, &notes, options);
	arena_release(&arena);
}
