/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What our reading makes of a run, in the lines of mmtests_extract.pl:
 * mmtests_extract DIR RUN BENCHMARK ALT head|2025|2015
 */
#include <stdio.h>
#include <string.h>

#include "ingest/mmtests_read.h"

static void print_operation(const struct peer_run *run, const struct peer_operation *operation)
{
	bool headline = run->headline > 0 && operation->headline == run->headline;
	size_t iteration = 0;

	if (operation->count == 0)
		(void)printf("%.*s -\n", SLICE_FMT(operation->label));
	for (size_t i = 0; i < operation->count; i++) {
		while (iteration + 1 < operation->start_count &&
		       operation->starts[iteration + 1] <= i)
			iteration++;
		(void)printf("%.*s %zu %.15g %.15g%s\n", SLICE_FMT(operation->label), iteration,
			     operation->samples[i].number, operation->samples[i].value,
			     headline ? " R" : "");
	}
}

int main(int argc, char **argv)
{
	struct mmtests_tree *tree;
	struct arena arena;
	struct peer_run run;
	struct error err;
	enum err e;

	if (argc != 6)
		return 2;
	arena_init(&arena);
	peer_run_init(&run, &arena, slice_str(argv[2]));
	e = mmtests_tree_open(argv[1], slice_str(argv[2]), &tree, &err);
	if (e == OK) {
		struct mmtests_reading reading = {
			.tree = tree,
			.benchmark = slice_str(argv[3]),
			.alt = slice_str(argv[4]),
			.revision = strcmp(argv[5], "2025") == 0   ? PEER_2025
				    : strcmp(argv[5], "2015") == 0 ? PEER_2015
								   : PEER_HEAD,
			.run = &run,
		};

		e = mmtests_read(&reading, &err);
		mmtests_tree_close(tree);
	}
	for (size_t i = 0; e == OK && i < run.count; i++)
		print_operation(&run, &run.operations[i]);
	if (e != OK)
		(void)fprintf(stderr, "%s\n", err.text);
	arena_release(&arena);
	return e == OK ? 0 : 1;
}
