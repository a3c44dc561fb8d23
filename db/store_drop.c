/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "db/store_private.h"

enum err store_drop_rows(struct db *db, int64_t run, struct error *err)
{
	/* what refers before what is referred to */
	static const char *const queries[] = {
		"drop_buckets",     "drop_histograms", "drop_instructions", "drop_nodes",
		"drop_symbols",     "drop_profiles",   "drop_samples",      "drop_aggregates",
		"drop_medians",     "drop_summaries",  "drop_notes",        "drop_facts",
		"drop_diagnostics", "drop_benchmarks", "drop_files",
	};
	enum err e = OK;

	for (size_t i = 0; i < ARRAY_SIZE(queries) && e == OK; i++)
		e = store_apply(db, queries[i], run, err);
	return e;
}
