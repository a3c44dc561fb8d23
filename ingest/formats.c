/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/format.h"

extern const struct format fmt_bpftrace;
extern const struct format fmt_mmtests_table;
extern const struct format fmt_named_seconds;
extern const struct format fmt_perf_trace_summary;
extern const struct format fmt_profile_summary;

static const struct format fmt_mmtests = {
	.name = "mmtests",
	.summary = "result trees: measurements and facts of each iteration",
	.tool = "mmtests run-mmtests.sh, layout since 2019",
};

/* clang-format off */
const struct format *const formats[] = {
	&fmt_mmtests,
	&fmt_mmtests_table,
	&fmt_perf_trace_summary,
	&fmt_profile_summary,
	&fmt_bpftrace,
	&fmt_named_seconds,
	NULL,
};
/* clang-format on */

const struct format *format_find(struct slice name)
{
	for (size_t i = 0; formats[i] != NULL; i++)
		if (slice_is(name, formats[i]->name))
			return formats[i];
	return NULL;
}
