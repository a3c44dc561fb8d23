/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the API and the page of one resource both ask of the store, by the request's parameters.
 * Layer: server, above request and db.
 */
#ifndef SERVER_LOAD_H
#define SERVER_LOAD_H

#include "db/store.h"
#include "db/store_changes.h"
#include "lib/compare.h"
#include "lib/overhead.h"
#include "lib/report.h"
#include "server/request.h"

/*
 * Names such as 6.12.0+ are often sent without %2B, and come as "6.12.0 ": the name with its
 * blanks as pluses, to be tried where nothing has it as it came.
 */
struct slice load_with_pluses(struct arena *arena, struct slice name);

/* kernel, machine, benchmark, config, limit, cursor; next is a cursor of server/list.h. */
NODISCARD enum err load_runs(const struct request *request, struct store_runs *out,
			     struct error *err);

/* A column for each run or kernel that the parameter names, in their order; ERR_INPUT for none. */
NODISCARD enum err load_columns(const struct request *request, const char *parameter,
				struct column **out, size_t *count, struct error *err);

/* base and new: ERR_INPUT when one is missing. */
NODISCARD enum err load_comparison(const struct request *request, struct comparison *out,
				   struct error *err);

/*
 * The comparison with the rows that benchmark, filter (words of a name), verdict and in (a column's
 * letter) let through. *whole: as it is without them.
 */
NODISCARD enum err load_picked(const struct request *request, struct comparison *whole,
			       struct comparison *out, struct error *err);

/* What BPF tools saw in the runs of base and, where it is given, new. ERR_INPUT without base. */
NODISCARD enum err load_traced(const struct request *request, bool all_prints, struct traced **out,
			       size_t *count, struct error *err);

/*
 * machine, benchmark, metric (a title), line (a label), from and to (kernels, by slug or name): of
 * kernels out of this range nothing is looked at. What is left of cells and means is what
 * the filter shows. ERR_NOT_FOUND when there is no such metric or line, ERR_CONFLICT when several
 * benchmarks have the metric.
 */
NODISCARD enum err load_overhead(const struct request *request, struct overhead *out,
				 struct report_filter *filter, struct error *err);

/* Appends "Kernels from A up to B only." by the request's from and to; nothing without both. */
void load_add_range(struct buf *text, const struct request *request,
		    const struct report_options *options);

/* machine, benchmark, metric (a title), line (a config's label); all=1: weak, dismissed too. */
NODISCARD enum err load_changes(const struct request *request, struct changes *out,
				struct error *err);

/*
 * metric (a title, or a name beside labels), benchmark, unit, machine: what is left out may be
 * anything. from and to (kernels): points and changes of the range between, found in all of them.
 * ERR_INPUT without metric, ERR_NOT_FOUND, ERR_CONFLICT when several metrics or machines answer to
 * it.
 */
NODISCARD enum err load_series(const struct request *request, struct changes *out,
			       struct error *err);

/* machine, benchmark: the latest runs. */
NODISCARD enum err load_noise(const struct request *request, struct noise_view *out,
			      struct error *err);

/* ERR_GONE, with when and why, when the run was withdrawn. */
NODISCARD enum err load_standing(const struct request *request, const struct store_run *run,
				 struct error *err);

/* The run that the path names. ERR_GONE when it is withdrawn. */
NODISCARD enum err load_run(const struct request *request, struct store_run *out,
			    struct error *err);

#endif
