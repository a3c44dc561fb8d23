/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What perf tells of the machine and of itself above its output (--header), as facts of a run.
 * Layer: ingest, above lib.
 */
#ifndef INGEST_PERF_HEADER_H
#define INGEST_PERF_HEADER_H

#include "lib/error.h"
#include "lib/record.h"
#include "lib/slice.h"

/*
 * "# os release : 6.1.0-13-amd64" and its like become a meta record of run ("" = the upload's).
 * Other lines, and what is no fact of a run, give nothing.
 */
NODISCARD enum err perf_header_emit(struct slice line, size_t line_no, struct slice run,
				    struct sink *sink, struct error *err);

#endif
