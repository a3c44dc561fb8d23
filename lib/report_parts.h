/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the styles of reports share: words, numbers, padding and wrapping.
 * Layer: lib, within report*.c only.
 */
#ifndef LIB_REPORT_PARTS_H
#define LIB_REPORT_PARTS_H

#include "lib/json.h"
#include "lib/report.h"

/* Printable ASCII on one line: other characters become '?', white space a blank. */
struct slice report_ascii(struct arena *arena, struct slice text);
/* The line "Link: ..." that ends a report, after lead; nothing without a link. */
void report_link(struct buf *buf, const char *lead, struct slice link);

/* For a column of a comparison: 'A', 'B', ... */
char report_letter(size_t column);

/* "pft, faults/s, higher is better", without what is not known; SLICE_NONE for nothing. */
struct slice report_heading(struct arena *arena, struct slice benchmark,
			    const struct metric *metric);
/* What the rows of a group that are no durations have in common; the others say it in each row. */
struct report_group {
	struct slice heading; /* "pft, faults/s, higher is better"; "" = nothing is known */
	bool unit, better;    /* all rows have the same unit; all that have a direction, the same */
	bool directed;        /* the heading says which way is better */
};
struct report_group report_group_of(struct arena *arena, const struct comparison *comparison,
				    const struct compare_group *group);
/* "Hmean faults/cpu-1", "Duration User s", "ops, higher is better", "calls sendto, neutral". */
struct slice report_row_name(struct arena *arena, const struct report_group *group,
			     const struct compare_row *row);
/* How many rows of a group take part in its geometric mean, which one column alone has none of. */
size_t report_group_counts(const struct comparison *comparison, const struct compare_group *group);

/*
 * Decimals that show a row of a table: 5 significant digits, more where values differ less, at
 * most 7, none that are 0 in all. A value without spread shows what 7 digits hold. -1 = as %g.
 */
int report_decimals(const struct compare_row *row, size_t columns);
struct slice report_value(struct arena *arena, double value, int decimals);
/* "+9.41%"; "-" for NaN. */
struct slice report_change(struct arena *arena, double fraction);
/* Half of an interval beside fraction: "+-0.25", 0 only when it is; "" for NaN. */
struct slice report_half(struct arena *arena, double fraction, double half);
/* What a table shows of a cell: the median of samples, else the number that was given. */
double report_centre(const struct compare_cell *cell);
/*
 * A change against the baseline as a fraction, and half of its interval; NaN for none. Where values
 * are 0 or negative it is the change of means, and the interval is that of the difference over the
 * baseline's size.
 */
struct report_effect {
	double change, half;
};
struct report_effect report_effect(const struct compare_row *row, size_t baseline, size_t column);
/*
 * How many times the larger side is the smaller, when it is over 2; else 0, as for durations,
 * which are no results.
 */
double report_factor(const struct compare_row *row, size_t column);

/*
 * A column's name with the number of its runs when there are several, its kernel unless the name
 * is that already, and its config unless unknown.
 */
struct slice report_name(struct arena *arena, const struct column *column);
struct slice report_kernel(const struct column *column);
struct slice report_label(const struct column *column);
/* "Machine: NAME", or the machine of each column where they differ; SLICE_NONE for not known. */
struct slice report_machines(struct arena *arena, const struct comparison *comparison);

/* What stands below a comparison, a sentence each. */
struct report_notes {
	struct slice *list;
	size_t count, capacity;
};
void report_note(struct arena *arena, struct report_notes *notes, struct slice text);
/* What is known against a column's numbers (lib/spoilers.h); "" = nothing. */
struct slice report_spoiled(struct arena *arena, const struct comparison *comparison,
			    size_t column);
/* How verdicts came about; nothing where there are none. */
void report_notes_verdicts(struct arena *arena, const struct comparison *comparison,
			   struct report_notes *out);
/*
 * A group's columns against the baseline, which is 100: the only row that counts with its verdict,
 * else the geometric mean; '*' = decided. A mean is when its interval leaves 100 out, and it is at
 * least as far away as the verdicts want of the rows. "Ladder of HEADING: v5.8 100 | v5.9 88.1* |
 * v5.12-rc6 90.4*". SLICE_NONE for fewer than 3 columns, or when no row counts.
 */
struct slice report_ladder(struct arena *arena, const struct comparison *comparison,
			   const struct compare_group *group);
/* Those of all groups. */
void report_ladders_text(struct buf *buf, struct arena *arena, const struct comparison *comparison,
			 size_t width);
void report_notes_make(struct arena *arena, const struct comparison *comparison, bool intervals,
		       struct report_notes *out);

/*
 * "Spoiled (!): 6.1 child: built with KASAN; ...": what is known against points, a text for each
 * kernel, config and machine, and what is known against all. SLICE_NONE: nothing.
 */
struct slice report_spoiled_points(struct arena *arena, const struct overhead_input *input,
				   const struct overhead_point *const *points, size_t count);
/* That older kernels are left out, and what to do; SLICE_NONE where none is. */
struct slice report_left_out(struct arena *arena, const struct overhead_input *input);
/* What is known against one point; "" = nothing. */
struct slice report_spoiled_point(struct arena *arena, const struct overhead_point *point);
/* Adds it to what JSON says of a point, as "spoiled". */
void report_spoiled_add(json_t *object, const struct overhead_point *point);

/* True when the filter lets a cell through. */
bool report_shows(const struct report_filter *filter, const struct overhead_cell *cell);

/* Something is known against one of the sides. */
bool report_is_spoiled(struct arena *arena, const struct overhead_cell *cell);
/* report_spoiled_points of all cells that the filter shows. */
struct slice report_costs_spoiled(struct arena *arena, const struct overhead *overhead,
				  const struct report_filter *filter);

/* The costs of one machine and line that a filter lets through; durations by their name only. */
struct report_costs {
	uint32_t machine, line;
	const struct overhead_cell **cells; /* by metric, kernel */
	size_t count;
	uint32_t *kernels; /* those that some cell has, oldest first */
	size_t kernel_count;
	bool has_root; /* some off was measured in root */
	bool has_spoiled;
};
/* How costs are made, and what "r" is. */
extern const char report_costs_note[];
void report_costs_take(struct arena *arena, const struct overhead *overhead,
		       const struct report_filter *filter, uint32_t machine, uint32_t line,
		       struct report_costs *out);
/* The first cell behind i that is of another metric. */
size_t report_costs_end(const struct report_costs *costs, size_t i);
/* NULL when there is none. */
const struct overhead_cell *report_costs_find(const struct overhead_cell *const *cells,
					      size_t count, uint32_t kernel);
const struct overhead_mean *report_costs_mean(const struct overhead *overhead, uint32_t machine,
					      uint32_t line, uint32_t kernel);

/* The width option within its bounds. */
size_t report_width(const struct report_options *options);
/* Some row has a verdict. */
bool report_has_verdicts(const struct comparison *comparison);
/* Right-aligned and left-aligned in width. */
void report_right(struct buf *buf, struct slice text, size_t width);
void report_left(struct buf *buf, struct slice text, size_t width);
/* Ends a line, without blanks behind it. */
void report_end_line(struct buf *buf);
/* Words of text in lines of at most width columns; later lines are indented by hang. Only an
 * address may stick out. */
void report_wrap(struct buf *buf, struct slice text, size_t width, size_t indent, size_t hang);

/* Text in Markdown that stays text, and as a cell of a table. */
void report_markdown_text(struct buf *buf, struct slice text);
void report_markdown_cell(struct buf *buf, struct slice text);

/* A field of CSV, quoted as it must be, with a ',' behind it that the line's end takes back. */
void report_csv_text(struct buf *buf, struct slice text);
/* Likewise a number; NaN and infinity are empty. */
void report_csv_number(struct buf *buf, double value);
void report_csv_end(struct buf *buf);

void report_compare_text(struct buf *buf, const struct comparison *comparison,
			 const struct report_options *options);
void report_compare_markdown(struct buf *buf, const struct comparison *comparison,
			     const struct report_options *options);
void report_compare_csv(struct buf *buf, const struct comparison *comparison);
void report_compare_lkp(struct buf *buf, const struct comparison *comparison,
			const struct report_options *options);
/* The curves of a comparison as text or Markdown; nothing where there are none. */
void report_sweeps(struct buf *buf, const struct comparison *comparison,
		   const struct report_options *options);
struct overhead_steps;
/* What the steps are, a block of kernels after another; nothing where there are none. */
void report_steps_text(struct buf *buf, const struct overhead *overhead,
		       const struct overhead_steps *steps, size_t width);
void report_overhead_text(struct buf *buf, const struct overhead *overhead,
			  const struct report_filter *filter, const struct report_options *options);
void report_overhead_markdown(struct buf *buf, const struct overhead *overhead,
			      const struct report_filter *filter,
			      const struct report_options *options);
void report_overhead_csv(struct buf *buf, const struct overhead *overhead,
			 const struct report_filter *filter);

#endif
