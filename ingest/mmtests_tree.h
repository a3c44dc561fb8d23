/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One run's results on disk, in every layout that mmtests has used: where its iterations are, where
 * a benchmark's logs are, and which of NAME.gz, NAME.xz and NAME stands for NAME.
 * Layer: ingest, above unpack.
 * Source: formats/mmtests.md sections 1.1, 1.6 and 1.7.
 *
 * Layouts, with DIR as compare-mmtests.pl takes it with -d:
 *	DIR/RUN/iter-N/BENCHMARK/logs, DIR/RUN/iter-N/NAME[-BENCHMARK]       since 2019
 *	DIR/BENCHMARK-RUN/noprofile[/base], DIR/NAME-RUN[-BENCHMARK]         2011 to 2019
 *	DIR/1/BENCHMARK-RUN/..., DIR/2/...: repeats of the latter
 * Within an iteration logs, noprofile and, for want of them, fine-profile-timer count as logs.
 */
#ifndef INGEST_MMTESTS_TREE_H
#define INGEST_MMTESTS_TREE_H

#include "ingest/input.h"
#include "lib/error.h"
#include "lib/slice.h"

struct mmtests_tree;

/* ERR_NOT_FOUND when DIR has nothing of a run of that name, or is no folder. */
NODISCARD enum err mmtests_tree_open(const char *dir, struct slice run, struct mmtests_tree **out,
				     struct error *err);
void mmtests_tree_close(struct mmtests_tree *tree);

/* In the order in which the peer visits them: iter-0, iter-1, iter-10, iter-2. */
size_t mmtests_tree_iterations(const struct mmtests_tree *tree);

/* Takes the bytes of a file, decompressed. */
struct mmtests_take {
	enum err (*take)(struct mmtests_take *take, struct stream *stream, struct error *err);
};

/*
 * Hands a file of an iteration to take: NAME, or NAME-BENCHMARK when benchmark is not empty.
 * *found tells whether it was there.
 */
NODISCARD enum err mmtests_tree_file(struct mmtests_tree *tree, size_t iteration, const char *name,
				     struct slice benchmark, struct mmtests_take *take, bool *found,
				     struct error *err);

/* The logs of a benchmark in an iteration: a folder's files. */
struct mmtests_logs;

/* NULL when the iteration has none. below: how many folders below it are listed too. */
struct mmtests_logs *mmtests_logs_open(struct mmtests_tree *tree, size_t iteration,
				       struct slice benchmark, unsigned below);
void mmtests_logs_close(struct mmtests_logs *logs);
size_t mmtests_logs_count(const struct mmtests_logs *logs);
/*
 * The name of file i without the ending of a compression, "folder/name" below; in byte order, each
 * once. Borrowed.
 */
struct slice mmtests_logs_name(const struct mmtests_logs *logs, size_t i);
NODISCARD bool mmtests_logs_find(const struct mmtests_logs *logs, struct slice name, size_t *out);
/* Hands file i to take: NAME.gz before NAME.xz before NAME.zst before NAME. */
NODISCARD enum err mmtests_logs_read(struct mmtests_logs *logs, size_t i, struct mmtests_take *take,
				     struct error *err);

#endif
