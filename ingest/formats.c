/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/format.h"

static const struct format fmt_mmtests = {
	.name = "mmtests",
	.summary = "result trees: measurements and facts of each iteration",
	.tool = "mmtests run-mmtests.sh, layout since 2019",
};

const struct format *const formats[] = {
	&fmt_mmtests,
	NULL,
};

const struct format *format_find(struct slice name)
{
	for (size_t i = 0; formats[i] != NULL; i++)
		if (slice_is(name, formats[i]->name))
			return formats[i];
	return NULL;
}
