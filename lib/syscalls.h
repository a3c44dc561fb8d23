/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * System calls of several runs side by side, as perf trace -s sums them: how often each was called,
 * how long it took in all and each time, and how that changed.
 * Layer: lib, above compare.
 *
 * perf prints a table for each thread; here a row is a system call and a cell the sum over all of a
 * run's tables. What is called "avg" is made anew from total and calls, because perf prints
 * microseconds with one digit.
 */
#ifndef LIB_SYSCALLS_H
#define LIB_SYSCALLS_H

#include "lib/arena.h"
#include "lib/compare.h"
#include "lib/error.h"

/* Numbers are NaN where the run does not have them; times in milliseconds. */
struct syscalls_cell {
	double calls, errors; /* of one run, where the column has several */
	double total, avg, min, max;
	/*
	 * Standard error of avg in percent of it. Of one table as perf prints it ("stddev"); of
	 * several tables as if threads were drawn at random: only an approximation.
	 */
	double sem_percent;
	size_t tables; /* that it was summed from; 0 = the run has none */
	/* Against the first column, as a fraction: 0.278 = 27.8 % more. */
	double calls_change, total_change, avg_change;
};

struct syscalls_row {
	struct slice name;
	struct syscalls_cell *cells; /* one a column */
};

struct syscalls {
	const struct column *columns;
	size_t column_count;
	struct syscalls_row
		*rows; /* by total time of the first column that has it, longest first */
	size_t row_count;
};

/*
 * Columns without a system call are left out; the first that is left is the baseline.
 * ERR_NOT_FOUND when no column has a system call, ERR_LIMIT for more than COMPARE_COLUMNS_MAX.
 */
NODISCARD enum err syscalls_build(struct arena *arena, const struct column *columns, size_t count,
				  struct syscalls *out, struct error *err);

#endif
