/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * mmtests result trees (docs/formats.md, "mmtests"): what a member is, told by its path, and the
 * parsers behind each kind of file. Checked against the layout since 2019.
 * Layer: ingest, above input and benchmarks.
 */
#ifndef INGEST_MMTESTS_H
#define INGEST_MMTESTS_H

#include "ingest/input.h"
#include "lib/arena.h"
#include "lib/error.h"
#include "lib/record.h"
#include "lib/slice.h"

struct mmtests_member {
	struct slice run;       /* name of the run's folder */
	struct slice path;      /* within the run's folder: "iter-0/pft/logs/pft-1.log" */
	struct slice benchmark; /* "" = a file of the whole iteration */
	int iteration;          /* N + 1 of iter-N; 0 = a file of the whole run */
	/* Layout until 2019, without iter-N: the files' own names end in -RUN. */
	struct slice results; /* below the folder of results: "pft-1.log"; "" = none */
	struct slice facts;   /* "tests-timestamp" of "tests-timestamp-6.1"; "" = none */
};

/*
 * Tells whether a member of an input stands in a tree: a component iter-N decides, or the names of
 * the layout until 2019: BENCHMARK-RUN/noprofile/..., tests-timestamp-RUN, below a number for
 * repeats. outer names the folder or archive (without its endings) and is the run's name when the
 * path itself begins with iter-N. Where a name of the old layout could be split in two ways, a run
 * begins with a digit, as kernels do.
 */
bool mmtests_member(struct slice path, struct slice outer, struct mmtests_member *out);

/*
 * Tells whether a path leads into an iteration: *run is the folder of the run, *place what stands
 * from the last iter-N on. Both borrow from path.
 */
bool mmtests_place(struct slice path, struct slice *run, struct slice *place);

/* Whether there is a parser for the file: a result of a benchmark in the table, or facts. */
bool mmtests_reads(const struct mmtests_member *member);
/* Whether it is a result of a benchmark that the table does not have. */
bool mmtests_lacks_parser(const struct mmtests_member *member);

/*
 * Whether it is the text of a profile, which is read by its content: perf-report*,
 * profile-summary*, and texts (*.txt) that are called profile-* or stand in a folder fine-profile-*
 * or coarse-profile-*.
 */
bool mmtests_is_profile(const struct mmtests_member *member);

/*
 * Emits the records of one file of a tree: measurements of its benchmark, or facts. A file that
 * tells nothing (a console log, a monitor) gives none and is no error. input->run, ->benchmark and
 * ->iteration are set by the caller. *is_result: whether it is one that its benchmark's parser
 * reads.
 */
NODISCARD enum err mmtests_parse(struct arena *arena, const struct mmtests_member *member,
				 struct input *input, struct sink *sink, bool *is_result,
				 struct error *err);

#endif
