/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/mmtests_read.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "lib/buf.h"
#include "lib/num.h"

/* A scratch folder that holds trees. */
struct world {
	char folder[64];
	struct arena arena;
	struct buf seen;
};

static int set_up(void **state)
{
	struct world *w = calloc(1, sizeof(*w));

	arena_init(&w->arena);
	buf_init(&w->seen);
	(void)snprintf(w->folder, sizeof(w->folder), "/tmp/memcgperf-test-XXXXXX");
	*state = w;
	return mkdtemp(w->folder) == NULL;
}

static int tear_down(void **state)
{
	struct world *w = *state;
	struct slice command = arena_printf(&w->arena, "rm -rf %s", w->folder);
	int status = system(command.p);

	buf_release(&w->seen);
	arena_release(&w->arena);
	free(w);
	return status;
}

static void write_file(struct world *w, const char *name, const char *text)
{
	struct slice path = arena_printf(&w->arena, "%s/%s", w->folder, name);
	FILE *file;

	for (char *p = (char *)(uintptr_t)path.p + strlen(w->folder) + 1; *p != '\0'; p++) {
		if (*p != '/')
			continue;
		*p = '\0';
		(void)mkdir(path.p, 0700); /* it may be there */
		*p = '/';
	}
	file = fopen(path.p, "wb");
	assert_non_null(file);
	assert_int_equal(fwrite(text, 1, strlen(text), file), strlen(text));
	assert_int_equal(fclose(file), 0);
}

/* "OPERATION ITERATION NUMBER VALUE", " R" behind headlines; "OPERATION -" without samples. */
static void print_run(struct world *w, const struct peer_run *run)
{
	for (size_t i = 0; i < run->count; i++) {
		const struct peer_operation *operation = &run->operations[i];
		bool headline = run->headline > 0 && operation->headline == run->headline;
		size_t iteration = 0;

		if (operation->count == 0)
			buf_addf(&w->seen, "%.*s -\n", SLICE_FMT(operation->label));
		for (size_t j = 0; j < operation->count; j++) {
			while (iteration + 1 < operation->start_count &&
			       operation->starts[iteration + 1] <= j)
				iteration++;
			buf_addf(&w->seen, "%.*s %zu ", SLICE_FMT(operation->label), iteration);
			num_print(&w->seen, operation->samples[j].number);
			buf_addf(&w->seen, " ");
			num_print(&w->seen, operation->samples[j].value);
			buf_addf(&w->seen, "%s\n", headline ? " R" : "");
		}
	}
}

static bool not_system(void *data, struct slice label)
{
	(void)data;
	return slice_find(label, "System") == label.n;
}

static enum err read_run(struct world *w, const char *run, const char *benchmark, const char *alt,
			 enum peer_revision revision, bool (*wants)(void *, struct slice))
{
	struct mmtests_tree *tree;
	struct peer_run seen;
	struct error err;
	enum err e;

	w->seen.n = 0;
	peer_run_init(&seen, &w->arena, slice_str(run));
	e = mmtests_tree_open(w->folder, slice_str(run), &tree, &err);
	if (e == OK) {
		struct mmtests_reading reading = {
			.tree = tree,
			.benchmark = slice_str(benchmark),
			.alt = slice_str(alt),
			.revision = revision,
			.wants = wants,
			.run = &seen,
		};

		e = mmtests_read(&reading, &err);
		mmtests_tree_close(tree);
	}
	print_run(w, &seen);
	return e;
}

static void expect(struct world *w, const char *run, const char *benchmark, const char *alt,
		   enum peer_revision revision, const char *want)
{
	assert_int_equal(read_run(w, run, benchmark, alt, revision, NULL), OK);
	assert_string_equal(w->seen.n > 0 ? w->seen.data : "", want);
}

#define TIME(seconds) "1.00user 2.00system 0:0" seconds "elapsed 9%CPU\n0inputs\n"

/* iter-10 before iter-2; 2 before 16; number 10 behind 9; only those with a number 1. */
static void orders_of_times(void **state)
{
	struct world *w = *state;

	write_file(w, "r/iter-2/kernbench/logs/time-2-1", TIME("3.00"));
	write_file(w, "r/iter-10/kernbench/logs/time-16-1", TIME("4.00"));
	write_file(w, "r/iter-10/kernbench/logs/time-16-10", TIME("5.00"));
	write_file(w, "r/iter-10/kernbench/logs/time-16-9", TIME("6.00"));
	write_file(w, "r/iter-10/kernbench/logs/time-2-1", TIME("7.00"));
	write_file(w, "r/iter-10/kernbench/logs/time-4-2", TIME("8.00"));
	write_file(w, "r/iter-10/kernbench/logs/mmtests.log.gz", "not gzip");
	assert_int_equal(read_run(w, "r", "kernbench", "", PEER_HEAD, not_system), OK);
	assert_string_equal(w->seen.data, "Elapsed-2 0 1 7\nElapsed-2 1 1 3\n"
					  "Elapsed-16 0 1 4\nElapsed-16 0 9 6\nElapsed-16 0 10 5\n"
					  "User-2 0 1 1\nUser-2 1 1 1\n"
					  "User-16 0 1 1\nUser-16 0 9 1\nUser-16 0 10 1\n");
	assert_int_equal(read_run(w, "r", "nothing", "", PEER_HEAD, NULL), ERR_NOT_FOUND);
	assert_int_equal(read_run(w, "r", "kernbench", "x", PEER_HEAD, NULL), ERR_NOT_FOUND);
	assert_int_equal(read_run(w, "s", "kernbench", "", PEER_HEAD, NULL), ERR_NOT_FOUND);
	assert_int_equal(read_run(w, "../r", "kernbench", "", PEER_HEAD, NULL), ERR_NOT_FOUND);
	expect(w, "r", "gitsource", "", PEER_HEAD, "");
}

/* Text is a label without samples; words that are no numbers for us are some for Perl. */
static void values_of_lines(void **state)
{
	struct world *w = *state;

	write_file(w, "r/iter-0/wis-pf/logs/benchlog-b_threads-1", "min:1 max:2 total:5\n");
	write_file(w, "r/iter-0/wis-pf/logs/benchlog-b_threads-16", "min:1 max:2 total:7\n");
	write_file(w, "r/iter-0/wis-pf/logs/benchlog-a_threads-2", "min:1 max:2 total:x\n");
	write_file(w, "r/iter-0/wis-pf/logs/benchlog-a_threads-1",
		   "min:1 max:2 total:3\nmin:1 max:2\nmin:1 max:2 total:4\n");
	expect(w, "r", "wis-pf", "", PEER_HEAD,
	       "ops-a_threads-1 0 1 3\nops-a_threads-1 0 2 4\nops-b_threads-1 0 1 5\n"
	       "ops-a_threads-2 -\nops-b_threads-16 0 1 7\n");
}

static void names_that_are_packed(void **state)
{
	struct world *w = *state;
	struct slice command = arena_printf(
		&w->arena,
		"cd %s/r/iter-0/hackbench-x/logs && gzip hackbench-1-1 && xz hackbench-1-2",
		w->folder);

	write_file(w, "r/iter-0/hackbench-x/logs/hackbench-1-1", "     Total time: 1.0 [sec]\n");
	write_file(w, "r/iter-0/hackbench-x/logs/hackbench-1-2", "     Total time: 2.0 [sec]\n");
	assert_int_equal(system(command.p), 0);
	write_file(w, "r/iter-0/hackbench-x/logs/hackbench-1-1", "     Total time: 9.0 [sec]\n");
	expect(w, "r", "hackbench-x", "", PEER_2025, "1 0 1 1\n1 0 2 2\n");
}

#define PFT(cpu, all) "   0    1   1     0.00s     0.25s     0.50s " cpu " " all "\n"

/* What the last iteration lacks is in no table, what has no rows is. */
static void operations_of_the_last_iteration(void **state)
{
	struct world *w = *state;

	write_file(w, "r/iter-0/pft/logs/pft-2.log", PFT("30.5", "31.5"));
	write_file(w, "r/iter-0/pft/logs/pft-16.log", PFT("40.5", "41.5"));
	write_file(w, "r/iter-1/pft/logs/pft-2.log", "clipping\n" PFT("32.5", "33.5"));
	write_file(w, "r/iter-1/pft/logs/pft-4.log", "pft: killed\n");
	expect(w, "r", "pft", "", PEER_2025,
	       "faults/cpu-2 0 1 30.5\nfaults/cpu-2 1 1 32.5\nfaults/cpu-4 -\n"
	       "faults/sec-2 0 1 31.5\nfaults/sec-2 1 1 33.5\nfaults/sec-4 -\n");
	expect(w, "r", "pft", "time", PEER_2025,
	       "system-2 0 1 0.25\nsystem-2 1 1 0.25\nsystem-4 -\n"
	       "elapsed-2 0 1 0.5\nelapsed-2 1 1 0.5\nelapsed-4 -\n");
}

static void layout_until_2019(void **state)
{
	struct world *w = *state;

	write_file(w, "pft-6.1-x/noprofile/base/pft-1.log", PFT("30.5", "31.5"));
	write_file(w, "tests-timestamp-6.1-x", "start :: 1\n");
	expect(w, "6.1-x", "pft", "", PEER_2015, "faults/cpu-1 0 1 30.5\nfaults/sec-1 0 1 31.5\n");
	expect(w, "6.1-x", "pfttime", "", PEER_2015, "system-1 0 1 0.25\nelapsed-1 0 1 0.5\n");
	write_file(w, "1/pft-6.2/fine-profile-timer/pft-1.log", PFT("1.5", "2.5"));
	write_file(w, "2/pft-6.2/noprofile/pft-1.log", PFT("3.5", "4.5"));
	expect(w, "6.2", "pft", "", PEER_2015,
	       "faults/cpu-1 0 1 1.5\nfaults/cpu-1 1 1 3.5\n"
	       "faults/sec-1 0 1 2.5\nfaults/sec-1 1 1 4.5\n");
}

static void headlines(void **state)
{
	struct world *w = *state;

	write_file(
		w, "r/iter-0/dbench/logs/benchlog-loadfile-1",
		"  0 completed in 376 ms at time 1376 ms\n  0 completed in 12 ms at time 99 ms\n");
	write_file(w, "r/iter-0/dbench/logs/benchlog-op-1", " Close   1  0.5  6.1\n");
	expect(w, "r", "dbench", "", PEER_HEAD,
	       "loadfile-1 0 0.099 12 R\nloadfile-1 0 1.376 376 R\nop-Close-1 0 0 0.5\n");
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(orders_of_times),       CASE(values_of_lines),
		CASE(names_that_are_packed), CASE(operations_of_the_last_iteration),
		CASE(layout_until_2019),     CASE(headlines),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
