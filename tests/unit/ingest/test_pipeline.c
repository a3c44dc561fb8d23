/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/pipeline.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <zstd.h>

#include "tests/unit/ingest/told.h"

/* A scratch folder, and what was told of the input in it. */
struct world {
	char folder[64];
	struct arena arena;
	struct told told;
	struct pipeline_options options;
	struct pipeline_result result;
	struct error err;
};

static int set_up(void **state)
{
	struct world *w = calloc(1, sizeof(*w));

	arena_init(&w->arena);
	told_init(&w->told);
	pipeline_options_init(&w->options);
	(void)snprintf(w->folder, sizeof(w->folder), "/tmp/memcgperf-test-XXXXXX");
	*state = w;
	return mkdtemp(w->folder) == NULL;
}

static int tear_down(void **state)
{
	struct world *w = *state;
	struct slice command = arena_printf(&w->arena, "rm -rf %s", w->folder);
	int status = system(command.p);

	buf_release(&w->told.buf);
	arena_release(&w->arena);
	free(w);
	return status;
}

/* Writes a file of the scratch folder and returns its path. */
static const char *write_file(struct world *w, const char *name, struct slice bytes)
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
	assert_int_equal(fwrite(bytes.p, 1, bytes.n, file), bytes.n);
	assert_int_equal(fclose(file), 0);
	return path.p;
}

static enum err read_it(struct world *w, const char *name, struct batch *batch)
{
	buf_clear(&w->told.buf);
	return pipeline_read(name, &w->options, batch != NULL ? batch_sink(batch) : &w->told.sink,
			     batch, &w->result, &w->err);
}

static const char mail[] = "A: 1 s\nB: 2 s\n";

static void single_file(void **state)
{
	struct world *w = *state;
	const char *path = write_file(w, "m.txt", slice_str(mail));

	w->options.benchmark = SLICE("cat");
	assert_int_equal(read_it(w, path, NULL), OK);
	check_text(buf_slice(&w->told.buf),
		   "1 time =1 s lower @A (cat)\n2 time =2 s lower @B (cat)\n");
	assert_int_equal(w->result.files, 1);
	assert_int_equal(w->result.records, 2);
	assert_int_equal(w->result.bytes, sizeof(mail) - 1);
	assert_false(w->result.broken);
}

static void tree_and_mail(void **state)
{
	struct world *w = *state;

	(void)write_file(w, "6.1-x/iter-0/perfpipe/logs/benchlog-_-_-1",
			 SLICE("       1.500000 usecs/op\n"));
	(void)write_file(w, "6.1-x/mail.txt", slice_str(mail));
	(void)write_file(w, "6.1-x/picture.png", SLICE("\x89PNG\0\0"));
	assert_int_equal(read_it(w, w->folder, NULL), OK);
	check_text(buf_slice(&w->told.buf), "1 usecs-op =1.5 usec lower @6.1-x (perfpipe)\n"
					    "1 time =1 s lower @A\n2 time =2 s lower @B\n");
	assert_int_equal(w->result.files, 3);
	assert_false(w->result.broken);
}

/* Whatever part of a tree is named, it is read as what it is. */
static void part_of_a_tree(void **state)
{
	static const char log[] = "6.1-x/iter-1/perfpipe/logs/benchlog-_-_-1";
	static const char *const parts[] = { "6.1-x", "6.1-x/iter-1", "6.1-x/iter-1/perfpipe/logs",
					     log };
	struct world *w = *state;
	const struct batch_options none = { 0 };

	(void)write_file(w, log, SLICE("1.5 usecs/op\n"));
	for (size_t i = 0; i < ARRAY_SIZE(parts); i++) {
		struct batch batch;
		struct slice name = arena_printf(&w->arena, "%s/%s", w->folder, parts[i]);

		assert_int_equal(read_it(w, name.p, NULL), OK);
		check_text(buf_slice(&w->told.buf),
			   "1 usecs-op =1.5 usec lower @6.1-x (perfpipe)\n");
		batch_init(&batch, &w->arena, &none);
		assert_int_equal(read_it(w, name.p, &batch), OK);
		check_text(batch.files[0].path, log + strlen("6.1-x/"));
		assert_int_equal(batch.samples[0].iteration, 2);
	}
	/* a mail beside the results is no part of them */
	assert_int_equal(read_it(w, write_file(w, "6.1-x/iter-1/m.txt", slice_str(mail)), NULL),
			 OK);
	check_text(buf_slice(&w->told.buf), "1 time =1 s lower @A\n2 time =2 s lower @B\n");
}

static void benchmarks_without_a_parser(void **state)
{
	struct world *w = *state;

	(void)write_file(w, "6.1-x/iter-0/novelty/logs/a", SLICE("1\n"));
	(void)write_file(w, "6.1-x/iter-0/novelty/logs/b", SLICE("1\n"));
	(void)write_file(w, "6.1-x/iter-1/novelty/logs/a", SLICE("1\n"));
	(void)write_file(w, "6.1-x/iter-1/oddity/logs/a", SLICE("1\n"));
	assert_int_equal(read_it(w, w->folder, NULL), ERR_INPUT);
	assert_string_equal(w->err.text, "nothing recognised: no parser for novelty, oddity");
	check_text(buf_slice(&w->told.buf),
		   "0 ! no parser for benchmark novelty\n0 ! no parser for benchmark oddity\n");
	(void)write_file(w, "6.1-x/iter-1/perfpipe/logs/benchlog-_-_-1", SLICE("1.5 usecs/op\n"));
	assert_int_equal(read_it(w, w->folder, NULL), OK);
	assert_int_equal(w->result.diagnostics, 2);
}

static void many_benchmarks_without_a_parser(void **state)
{
	struct world *w = *state;

	for (int i = 0; i < 60; i++)
		(void)write_file(w, arena_printf(&w->arena, "x/iter-0/n%d/logs/a", i).p,
				 SLICE("1\n"));
	assert_int_equal(read_it(w, w->folder, NULL), ERR_INPUT);
	assert_int_equal(w->result.diagnostics, 51);
	assert_true(slice_ends(buf_slice(&w->told.buf), "0 ! no parser for benchmark n49\n"
							"0 ! no parser for further benchmarks\n"));
}

/* Facts alone are something, files of which nobody knows what they are nothing. */
static void trees_of_facts(void **state)
{
	struct world *w = *state;

	(void)write_file(w, "6.1-x/iter-0/vmstat", SLICE("1\n"));
	(void)write_file(w, "6.1-x/iter-0/dmesg", SLICE("[ 0.0] x\n"));
	assert_int_equal(read_it(w, w->folder, NULL), ERR_INPUT);
	(void)write_file(w, "6.1-x/iter-0/os-release", SLICE("PRETTY_NAME=A\n"));
	assert_int_equal(read_it(w, w->folder, NULL), OK);
}

#define NATIVE                                                                   \
	"{\"format\": \"memcg-results/1\", \"kernel\": {\"release\": \"6.1\"}, " \
	"\"benchmark\": {\"name\": \"b\"}, \"metrics\": [{\"name\": \"m\", "     \
	"\"samples\": [1]}]}\n"

/* A whole file of one format; where it is wrong, what stands before counts. */
static void whole_files(void **state)
{
	struct world *w = *state;
	const char *path = write_file(w, "a.json", SLICE(NATIVE));

	assert_int_equal(read_it(w, path, NULL), OK);
	assert_true(slice_ends(buf_slice(&w->told.buf), "1 m =1 none @b-6.1 (b)\n"));
	assert_false(w->result.broken);
	path = write_file(w, "b.json", SLICE(NATIVE "{\"format\": \"memcg-results/1\"\n"));
	assert_int_equal(read_it(w, path, NULL), OK);
	assert_true(w->result.broken);
	assert_non_null(strstr(w->told.buf.data, "1 m =1 none @b-6.1 (b)\n2 ! no JSON: "));
	path = write_file(w, "c.json", SLICE("{\"format\": \"memcg-results/1\"}"));
	assert_int_equal(read_it(w, path, NULL), ERR_INPUT);
	assert_string_equal(w->err.text, "/benchmark/name: missing: the benchmark's name");
	assert_int_equal(w->err.line, 1);
	/* the others of a folder count, but what is wrong is told */
	assert_int_equal(read_it(w, w->folder, NULL), OK);
	assert_true(w->result.broken);
	assert_int_equal(w->result.diagnostics, 2);
}

/* What the batch is told of the kernel is enough for formats without room for it. */
static void kernel_of_a_batch(void **state)
{
	struct world *w = *state;
	const struct batch_options options = { .kernel = SLICE("6.1") };
	const char *path = write_file(w, "a", SLICE("{\"b\": {\"latency\": {\"value\": 2}}}"));
	struct batch batch;

	assert_int_equal(read_it(w, path, NULL), ERR_INPUT);
	assert_non_null(strstr(w->err.text, "--kernel"));
	batch_init(&batch, &w->arena, &options);
	assert_int_equal(read_it(w, path, &batch), OK);
	assert_int_equal(batch_finish(&batch, &w->err), OK);
	check_text(batch.runs[0].kernel, "6.1");
	assert_int_equal(batch.summary_count, 1);
}

static void format_option(void **state)
{
	struct world *w = *state;
	const char *path = write_file(w, "m.txt", SLICE("A: 1 s\nB: 2 s\n@a[x]: 1\n"));

	w->options.format = "bpftrace";
	assert_int_equal(read_it(w, path, NULL), OK);
	check_text(buf_slice(&w->told.buf), "3 @a[key0=x] =1 #1\n");
	w->options.format = "profile-summary";
	assert_int_equal(read_it(w, path, NULL), ERR_INPUT);
	assert_string_equal(w->err.text, "nothing recognised; tried profile-summary");
}

static void nothing_recognised(void **state)
{
	struct world *w = *state;
	const char *path = write_file(w, "a", SLICE("Dear all,\n"));

	assert_int_equal(read_it(w, path, NULL), ERR_INPUT);
	assert_non_null(strstr(w->err.text, "nothing recognised; tried mmtests, native"));
	assert_int_equal(read_it(w, w->folder, NULL), ERR_INPUT);
	assert_int_equal(w->told.buf.n, 0);
}

static void binary(void **state)
{
	struct world *w = *state;
	const char *path = write_file(w, "a", SLICE("A: 1 s\nB: 2 s\n\0\1\2"));

	assert_int_equal(read_it(w, path, NULL), ERR_INPUT);
	assert_string_equal(w->err.text, "neither text nor an archive");
}

static void text_limit(void **state)
{
	struct world *w = *state;
	const char *path = write_file(w, "a", slice_str(mail));

	w->options.text_bytes = sizeof(mail) - 2;
	assert_int_equal(read_it(w, path, NULL), ERR_LIMIT);
	assert_non_null(strstr(w->err.text, "--max-text"));
	w->options.text_bytes = sizeof(mail) - 1;
	assert_int_equal(read_it(w, path, NULL), OK);
}

/* A key longer than a record may hold is told, not lost, and does not stop the rest. */
static void bad_record(void **state)
{
	struct world *w = *state;
	struct buf buf;

	buf_init(&buf);
	buf_adds(&buf, "@a[");
	buf_fill(&buf, 'x', RECORD_TEXT_MAX + 1);
	buf_adds(&buf, "]: 1\n@b[y]: 2\n");
	assert_int_equal(read_it(w, write_file(w, "a", buf_slice(&buf)), NULL), OK);
	buf_release(&buf);
	check_text(buf_slice(&w->told.buf),
		   "1 ! label of 16385 bytes, the limit is 16384\n2 @b[key0=y] =2 #1\n");
	assert_int_equal(w->result.diagnostics, 1);
}

static void breaks_off(void **state)
{
	struct world *w = *state;
	const char *path = write_file(w, "m", slice_str(mail));
	struct slice packed = arena_printf(&w->arena,
					   "cd %s && (cat m; seq 300000; cat m) | gzip >a.gz &&"
					   " head -c 200000 a.gz >cut.gz",
					   w->folder);

	(void)path;
	assert_int_equal(system(packed.p), 0);
	path = arena_printf(&w->arena, "%s/cut.gz", w->folder).p;
	assert_int_equal(read_it(w, path, NULL), OK);
	assert_true(w->result.broken);
	assert_true(slice_starts(buf_slice(&w->told.buf),
				 "1 time =1 s lower @A\n2 time =2 s lower @B\n0 ! "));
	assert_int_equal(w->result.records, 2);
	assert_int_equal(w->result.diagnostics, 1);
}

static void files_of_a_batch(void **state)
{
	struct world *w = *state;
	const struct batch_options none = { 0 };
	struct batch batch;
	char bytes[64], hex[SHA256_HEX_SIZE];
	size_t n;

	(void)write_file(w, "6.1-x/iter-0/perfpipe/logs/benchlog-_-_-1", SLICE("1.5 usecs/op\n"));
	(void)write_file(w, "m.txt", slice_str(mail));
	batch_init(&batch, &w->arena, &none);
	w->options.keep_bytes = true;
	assert_int_equal(read_it(w, w->folder, &batch), OK);
	assert_true(batch.file_count >= 2); /* a mail counts for each run that it names */
	check_text(batch.files[0].path, "iter-0/perfpipe/logs/benchlog-_-_-1");
	check_text(batch.files[1].path, "m.txt");
	n = ZSTD_decompress(bytes, sizeof(bytes), batch.files[1].kept.memory.p,
			    batch.files[1].kept.memory.n);
	assert_int_equal(n, sizeof(mail) - 1);
	assert_memory_equal(bytes, mail, n);
	assert_int_equal(batch.files[1].size_bytes, sizeof(mail) - 1);
	sha256_hex(batch.files[1].sha256, hex);
	/* printf 'A: 1 s\nB: 2 s\n' | sha256sum */
	assert_string_equal(hex, "3a318aeb9eb80f2a74094d1d1952cb97"
				 "be946f0ae84e48fad29b28320d0ab814");
	assert_int_equal(batch_finish(&batch, &w->err), OK);
}

static void no_such_file(void **state)
{
	struct world *w = *state;

	assert_int_not_equal(read_it(w, "/no/such/file", NULL), OK);
}

static void trees_that_lost_files(void **state)
{
	struct world *w = *state;

	(void)write_file(w, "6.1-x/iter-0/perfpipe/logs/benchlog-_-_-1", SLICE("1.5 usecs/op\n"));
	(void)write_file(w, "6.1-x/iter-0/tests-timestamp",
			 SLICE("test end :: perfpipe 2 0\ntest end :: kernbench 3 0\n"));
	(void)write_file(w, "6.1-x/iter-2/perfpipe/logs/benchlog-_-_-1", SLICE("2.5 usecs/op\n"));
	assert_int_equal(read_it(w, w->folder, NULL), OK);
	check_text(buf_slice(&w->told.buf),
		   "1 usecs-op =1.5 usec lower @6.1-x (perfpipe)\n"
		   "1 test.status.perfpipe=0\n2 test.status.kernbench=0\n"
		   "1 usecs-op =2.5 usec lower @6.1-x (perfpipe)\n"
		   "0 ! 6.1-x/iter-0: kernbench ran, but there are no results of it\n"
		   "0 ! 6.1-x: iter-1 is missing\n");
}

/* NAME.xz before NAME; what is no archive is told, as the peer would read it too. */
static void results_that_are_there_twice(void **state)
{
	struct world *w = *state;

	(void)write_file(w, "6.1-x/iter-0/perfpipe/logs/benchlog-_-_-1", SLICE("1.5 usecs/op\n"));
	(void)write_file(w, "6.1-x/iter-0/perfpipe/logs/benchlog-_-_-1.xz",
			 SLICE("2.5 usecs/op\n"));
	assert_int_equal(read_it(w, w->folder, NULL), OK);
	check_text(buf_slice(&w->told.buf), "1 usecs-op =2.5 usec lower @6.1-x (perfpipe)\n");
}

static void layout_until_2019(void **state)
{
	static const char row[] = "   0    1   1     0.00s     0.25s     0.50s 30.5 31.5\n";
	struct world *w = *state;

	(void)write_file(w, "1/hackbench-pipes-6.1-x/noprofile/hackbench-1-1",
			 SLICE("Total time: 2 [sec]\n"));
	(void)write_file(w, "2/pft-6.1-x/noprofile/base/pft-1.log", slice_str(row));
	(void)write_file(w, "2/pft-6.1-x/noprofile/transhuge/pft-1.log", slice_str(row));
	(void)write_file(w, "2/pft-6.1-x/fine-profile-timer/pft-1.log", slice_str(row));
	(void)write_file(w, "2/tests-timestamp-6.1-x",
			 SLICE("time :: pft 1 user 2 system 3 elapsed\n"));
	assert_int_equal(read_it(w, w->folder, NULL), OK);
	check_text(buf_slice(&w->told.buf),
		   "1 time-1 =2 s lower @6.1-x (hackbench-pipes)\n"
		   "1 faults/cpu-1 =30.5 faults/s higher @6.1-x (pft)\n"
		   "1 faults/sec-1 =31.5 faults/s higher @6.1-x (pft)\n"
		   "1 faults/cpu-1-transhuge =30.5 faults/s higher @6.1-x (pft)\n"
		   "1 faults/sec-1-transhuge =31.5 faults/s higher @6.1-x (pft)\n"
		   "1 Duration User =1 s lower @6.1-x (pft)\n"
		   "1 Duration System =2 s lower @6.1-x (pft)\n"
		   "1 Duration Elapsed =3 s lower @6.1-x (pft)\n");
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(single_file),
		TEST(tree_and_mail),
		TEST(format_option),
		TEST(nothing_recognised),
		TEST(binary),
		TEST(text_limit),
		TEST(bad_record),
		TEST(breaks_off),
		TEST(no_such_file),
		TEST(files_of_a_batch),
		TEST(part_of_a_tree),
		TEST(benchmarks_without_a_parser),
		TEST(many_benchmarks_without_a_parser),
		TEST(whole_files),
		TEST(kernel_of_a_batch),
		TEST(trees_of_facts),
		TEST(trees_that_lost_files),
		TEST(results_that_are_there_twice),
		TEST(layout_until_2019),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
