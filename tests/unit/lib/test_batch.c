/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/batch.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/unit/check.h"

static struct arena arena;
static struct batch batch;
static const struct batch_options no_options;

static int setup(void **data)
{
	(void)data;
	arena_init(&arena);
	batch_init(&batch, &arena, &no_options);
	return 0;
}

static int teardown(void **data)
{
	(void)data;
	arena_release(&arena);
	return 0;
}

static void begin(const char *run, const char *path)
{
	batch_file_begin(&batch, slice_str(run), slice_str(path));
}

/* A file's content stands for its hash. */
static void end(const char *content)
{
	unsigned char hash[SHA256_SIZE];

	sha256(slice_str(content), hash);
	batch_file_end(&batch, strlen(content), hash, slice_str(content));
}

static void emit(const struct record *record)
{
	struct error err;

	assert_int_equal(sink_emit(batch_sink(&batch), record, &err), OK);
}

static struct record sample_of(const char *run, const char *metric, int iteration, size_t line,
			       double value)
{
	struct record r = record_init(RECORD_SAMPLE);

	r.run = slice_str(run);
	r.benchmark = SLICE("pft");
	r.metric = slice_str(metric);
	r.iteration = iteration;
	r.line = line;
	r.value = value;
	return r;
}

static void sample(const char *run, const char *metric, int iteration, size_t line, double value)
{
	struct record r = sample_of(run, metric, iteration, line, value);

	emit(&r);
}

static void fact(const char *run, int iteration, const char *key, const char *value)
{
	struct record r = record_init(RECORD_META);

	r.run = slice_str(run);
	r.iteration = iteration;
	r.key = slice_str(key);
	r.value_text = slice_str(value);
	emit(&r);
}

static void finish(void)
{
	struct error err = { 0 };

	if (batch_finish(&batch, &err) != OK)
		fail_msg("%s", err.text);
}

/* One member of a tree: called in any order. */
static void member(int which)
{
	switch (which) {
	case 0:
		begin("6.1-child", "iter-0/kernel.version");
		fact("6.1-child", 1, "kernel.release", "6.1.0-57-cloud-amd64");
		fact("6.1-child", 1, "kernel.version", "#1 SMP Debian 6.1.192-3 (2026-11-26)");
		fact("6.1-child", 1, "boot.time", "1000");
		fact("6.1-child", 1, "run.start", "1050");
		end("version");
		break;
	case 1:
		begin("6.1-child", "iter-2/times");
		fact("6.1-child", 3, "boot.time", "5000");
		fact("6.1-child", 3, "run.start", "5050");
		end("times 2");
		break;
	case 2:
		begin("6.1-child", "iter-1/times");
		fact("6.1-child", 2, "boot.time", "1003.5");
		end("times 1");
		break;
	case 3:
		begin("6.1-child", "iter-0/pft/pft-10.log");
		sample("6.1-child", "faults", 1, 1, 4);
		end("ten");
		break;
	case 4:
		begin("6.1-child", "iter-0/pft/pft-2.log");
		sample("6.1-child", "faults", 1, 1, 1);
		sample("6.1-child", "faults", 1, 2, 2);
		sample("6.1-child", "faults", 1, 2, 3);
		end("two");
		break;
	case 5:
		begin("6.1-child", "iter-2/pft/pft-2.log");
		sample("6.1-child", "faults", 3, 1, 6);
		sample("6.1-child", "Elapsed", 3, 1, 7);
		end("late");
		break;
	case 6:
		begin("6.1-child", "iter-1/pft/pft-2.log");
		sample("6.1-child", "faults", 2, 1, 5);
		end("middle");
		break;
	default:
		begin("6.0-child", "iter-0/pft/pft-2.log");
		sample("6.0-child", "faults", 1, 1, 9);
		end("other");
		break;
	}
}

static void read_tree(const int *members, size_t count)
{
	arena_reset(&arena);
	batch_init(&batch, &arena, &no_options);
	for (size_t i = 0; i < count; i++)
		member(members[i]);
	finish();
}

static void check_tree(void)
{
	/* boot, iteration and sequence number of the faults, whose values are 1 to 6. */
	static const int expected[][3] = { { 1, 1, 1 }, { 1, 1, 2 }, { 1, 1, 3 },
					   { 1, 1, 4 }, { 1, 2, 1 }, { 2, 3, 1 } };
	const struct batch_run *run = &batch.runs[1];
	const struct batch_sample *faults = &batch.samples[batch.sample_count - 6];

	assert_int_equal(batch.run_count, 2);
	check_text(batch.runs[0].name, "6.0-child");
	check_text(run->name, "6.1-child");
	check_text(run->kernel, "6.1.0-57-cloud-amd64");
	check_text(run->kernel_level, "6.1.192");
	check_text(run->kernel_alias, "6.1");
	check_text(run->config.variant, "child");
	assert_int_equal(run->boots, 2);
	assert_int_equal(run->iterations, 3);
	assert_int_equal(run->start_s, 1050);
	assert_false(run->transcribed);
	check_text(batch.metrics[0].name, "Elapsed");
	assert_int_equal(batch.sample_count, 8);
	for (int i = 0; i < 6; i++) {
		assert_int_equal(faults[i].run, 1);
		assert_int_equal(faults[i].metric, 1);
		assert_true(faults[i].value == i + 1);
		assert_int_equal(faults[i].boot, expected[i][0]);
		assert_int_equal(faults[i].iteration, expected[i][1]);
		assert_int_equal(faults[i].seq, expected[i][2]);
	}
	check_text(batch.files[faults[3].file].path, "iter-0/pft/pft-10.log");
}

/* A folder is walked in natural order, an archive has its own: the run is the same. */
static void test_order_of_members_does_not_matter(void **data)
{
	static const int forth[] = { 0, 1, 2, 3, 4, 5, 6, 7 };
	static const int back[] = { 7, 6, 5, 4, 3, 2, 1, 0 };
	static const int fewer[] = { 7, 6, 5, 4, 2, 1, 0 };
	char id[2][sizeof(batch.runs[0].id)];

	(void)data;
	read_tree(forth, ARRAY_SIZE(forth));
	check_tree();
	assert_int_equal(strlen(batch.runs[0].id), 12);
	memcpy(id[0], batch.runs[0].id, sizeof(id[0]));
	memcpy(id[1], batch.runs[1].id, sizeof(id[1]));
	assert_string_not_equal(id[0], id[1]);
	read_tree(back, ARRAY_SIZE(back));
	check_tree();
	assert_string_equal(batch.runs[0].id, id[0]);
	assert_string_equal(batch.runs[1].id, id[1]);
	read_tree(fewer, ARRAY_SIZE(fewer));
	assert_string_equal(batch.runs[0].id, id[0]);
	assert_string_not_equal(batch.runs[1].id, id[1]);
}

static void test_iterations_without_boot_time_are_one_boot(void **data)
{
	(void)data;
	begin("a", "iter-0/x");
	sample("a", "m", 1, 1, 1);
	sample("a", "m", 4, 2, 2);
	end("x");
	finish();
	assert_int_equal(batch.runs[0].boots, 1);
	assert_int_equal(batch.runs[0].iterations, 2);
	assert_int_equal(batch.samples[1].boot, 1);
	assert_int_equal(batch.samples[1].seq, 1);
}

/* A mail with two columns: each of its runs has the file, the upload's own run is no run. */
static void mail(const char *path)
{
	struct record r;

	begin("", path);
	sample("vanilla", "User", 0, 30, 10);
	sample("nomemcg", "User", 0, 30, 9);
	sample("vanilla", "System", 0, 31, 5);
	r = sample_of("nomemcg", "faults", 0, 12, 3);
	r.statistic = SLICE("hmean");
	emit(&r);
	assert_int_equal(sink_diagnostic(batch_sink(&batch), 40, NULL, "odd line"), OK);
	end("mail");
}

/* Raw files in a file instead of memory: both ways give the same bytes back. */
static void test_kept_in_a_file(void **data)
{
	char name[] = "/tmp/memcgperf-kept-XXXXXX";
	struct batch_options options = { .keep_file = mkstemp(name) };
	struct error err;
	struct slice bytes;
	struct buf buf;

	(void)data;
	assert_true(options.keep_file > 0);
	assert_int_equal(unlink(name), 0);
	batch_init(&batch, &arena, &options);
	mail("b.txt");
	begin("", "README");
	end("nothing in it");
	finish();
	buf_init(&buf);
	for (size_t i = 0; i < batch.file_count; i++) {
		bool is_mail = slice_is(batch.files[i].path, "b.txt");

		assert_int_equal(batch.files[i].kept.memory.n, 0);
		assert_int_equal(batch_kept_bytes(&batch, &batch.files[i].kept, &buf, &bytes, &err),
				 OK);
		check_text(bytes, is_mail ? "mail" : "nothing in it");
	}
	assert_int_equal(ftruncate(options.keep_file, 1), 0);
	assert_int_equal(batch_kept_bytes(&batch, &batch.files[0].kept, &buf, &bytes, &err),
			 ERR_IO);
	buf_release(&buf);
	(void)close(options.keep_file);
}

static void test_runs_named_in_a_text(void **data)
{
	char id[sizeof(batch.runs[0].id)];

	(void)data;
	mail("b.txt");
	begin("", "README");
	end("nothing in it");
	finish();
	assert_int_equal(batch.run_count, 2);
	check_text(batch.runs[0].name, "nomemcg"); /* line 12 comes before line 30 */
	check_text(batch.runs[1].name, "vanilla");
	check_text(batch.runs[1].kernel, "vanilla");
	check_text(batch.runs[1].config.variant, "");
	assert_true(batch.runs[1].transcribed);
	assert_int_equal(batch.file_count, 3);
	assert_int_equal(batch.sample_count, 3);
	assert_int_equal(batch.summary_count, 1);
	for (size_t i = 0; i < batch.sample_count; i++)
		assert_int_equal(batch.files[batch.samples[i].file].run, batch.samples[i].run);
	check_text(batch.files[0].path, "README"); /* nobody's, so the first run keeps it */
	assert_int_equal(batch.files[0].run, 0);
	for (size_t i = 1; i < 3; i++) {
		check_text(batch.files[i].path, "b.txt");
		check_text(batch.files[i].kept.memory, "mail");
		assert_int_equal(batch.files[i].size_bytes, 4);
	}
	assert_int_equal(batch.diagnostic_count, 1);
	check_text(batch.files[batch.diagnostics[0].file].path, "b.txt");
	assert_string_not_equal(batch.runs[0].id, batch.runs[1].id);

	/* Neither the name of the text nor what lies beside it is part of the run. */
	memcpy(id, batch.runs[0].id, sizeof(id));
	batch_init(&batch, &arena, &no_options);
	mail("-");
	finish();
	assert_string_equal(batch.runs[0].id, id);
}

/* A mail that also holds something of no named run. */
static void test_the_upload_is_a_run_when_it_has_records(void **data)
{
	const struct batch_options options = { .name = SLICE("thread.mbox") };
	struct record r = record_init(RECORD_SAMPLE);
	const struct label labels[] = { { SLICE("key0"), SLICE("pgbench") } };

	(void)data;
	batch_init(&batch, &arena, &options);
	begin("", "thread.mbox");
	sample("v5.8", "calls", 0, 3, 1);
	r.metric = SLICE("@alloc");
	r.labels = labels;
	r.label_count = 1;
	r.value = 23;
	r.line = 9;
	emit(&r);
	end("x");
	finish();
	assert_int_equal(batch.run_count, 2);
	check_text(batch.runs[0].name, "v5.8");
	check_text(batch.runs[0].kernel, "v5.8");
	check_text(batch.runs[1].name, "thread.mbox");
	check_text(batch.runs[1].kernel, "");
	check_text(batch.metrics[batch.samples[1].metric].labels, "key0=pgbench");
	assert_int_equal(batch.file_count, 2);
}

static void test_a_manifest_makes_two_spellings_one_run(void **data)
{
	const struct label config[] = { { SLICE("mode"), SLICE("on") } };
	const struct batch_rename renames[] = {
		{ .run = SLICE("4.0-vanilla"), .name = SLICE("4.0.0-vanilla") },
		{ .run = SLICE("4.0.0-vanilla"), .config = config, .config_count = 1 },
	};
	const struct batch_options options = { .renames = renames,
					       .rename_count = ARRAY_SIZE(renames) };

	(void)data;
	batch_init(&batch, &arena, &options);
	begin("", "mail");
	sample("4.0-vanilla", "a", 0, 1, 1);
	sample("4.0.0-vanilla", "b", 0, 2, 2);
	end("x");
	finish();
	assert_int_equal(batch.run_count, 1);
	check_text(batch.runs[0].name, "4.0.0-vanilla");
	check_text(batch.runs[0].kernel, "4.0.0");
	check_text(batch.runs[0].kernel_alias, "4.0");
	check_text(batch.runs[0].config.variant, "vanilla");
	assert_int_equal(batch.runs[0].config.mode, MEMCG_ON);
	assert_int_equal(batch.file_count, 1);
}

static void one_run_with_release(const struct batch_options *options)
{
	batch_init(&batch, &arena, options);
	begin("vanilla", "iter-0/x");
	sample("vanilla", "m", 1, 1, 1);
	fact("vanilla", 1, "kernel.release", "6.11.0-vanilla");
	end("x");
	finish();
}

static void test_options_win_over_files(void **data)
{
	const struct label config[] = { { SLICE("placement"), SLICE("v2:2") } };
	const struct batch_options options = { .kernel = SLICE("6.11-mine"),
					       .machine = SLICE("host"),
					       .config = config,
					       .config_count = 1 };
	char id[sizeof(batch.runs[0].id)];

	(void)data;
	one_run_with_release(&no_options);
	check_text(batch.runs[0].kernel, "6.11.0-vanilla");
	check_text(batch.runs[0].kernel_level, "");
	memcpy(id, batch.runs[0].id, sizeof(id));
	one_run_with_release(&options);
	check_text(batch.runs[0].kernel, "6.11-mine");
	check_text(batch.runs[0].kernel_alias, "6.11.0-vanilla");
	check_text(batch.runs[0].machine.name, "host");
	check_text(batch.runs[0].config.placement, "v2:2");
	check_text(batch.runs[0].config.variant, "vanilla");
	assert_string_not_equal(batch.runs[0].id, id);
}

/* What a format with room for all says of a run named as a kernel might be. */
static void one_run_that_tells_all(const char *content)
{
	batch_init(&batch, &arena, &no_options);
	begin("", "a.json");
	fact("6.9-ci-7", 0, "run.format", "memcg-results/1");
	fact("6.9-ci-7", 0, "run.id", "6.9-ci-7");
	fact("6.9-ci-7", 0, "run.variant", "nokmem");
	fact("6.9-ci-7", 0, "kernel.commit", "0123456789ab");
	fact("6.9-ci-7", 0, "kernel.describe", "v6.12-3-g0123456789ab");
	sample("6.9-ci-7", "faults", 0, 1, 1);
	end(content);
	finish();
}

static void test_a_format_with_room_for_all(void **data)
{
	char id[53];

	(void)data;
	one_run_that_tells_all("a");
	assert_int_equal(batch.run_count, 1);
	check_text(batch.runs[0].kernel, "v6.12-3-g0123456789ab");
	check_text(batch.runs[0].kernel_alias, "");
	check_text(batch.runs[0].config.variant, "nokmem");
	assert_false(batch.runs[0].transcribed);
	/* the id stands for the content */
	memcpy(id, batch.runs[0].id, sizeof(id));
	one_run_that_tells_all("b");
	assert_string_equal(batch.runs[0].id, id);
}

static void test_what_is_no_measurement(void **data)
{
	struct record r;
	struct error err = { 0 };

	(void)data;
	begin("", "x");
	fact("", 0, "tool.version", "1");
	assert_int_equal(batch_finish(&batch, &err), ERR_INPUT);
	batch_init(&batch, &arena, &no_options);
	begin("", "x");
	r = sample_of("", "cycles", 0, 1, RECORD_NO_NUMBER);
	r.status = SLICE("not supported");
	emit(&r);
	r = sample_of("", "name", 0, 2, RECORD_NO_NUMBER);
	r.text = SLICE("a text");
	emit(&r);
	end("x");
	finish();
	assert_int_equal(batch.sample_count, 0);
	assert_int_equal(batch.note_count, 2);
	check_text(batch.notes[0].status, "not supported");
	check_text(batch.notes[1].text, "a text");
}

static void test_histograms_and_symbols(void **data)
{
	const struct bucket buckets[] = { { 0, 1, 5 }, { 1, 2, 7 } };
	struct record histogram = record_init(RECORD_HISTOGRAM);
	struct record symbol = record_init(RECORD_SYMBOL);

	(void)data;
	histogram.metric = SLICE("@usecs");
	histogram.buckets = buckets;
	histogram.bucket_count = ARRAY_SIZE(buckets);
	symbol.source_file = SLICE("mm/memcontrol.c");
	symbol.percent = 6.6441;
	symbol.samples = 395842;
	begin("", "x");
	emit(&histogram);
	emit(&symbol);
	end("x");
	finish();
	assert_int_equal(batch.histograms[0].buckets[1].count, 7);
	check_text(batch.metrics[batch.histograms[0].metric].name, "@usecs");
	check_text(batch.symbols[0].source_file, "mm/memcontrol.c");
	assert_int_equal(batch.symbols[0].samples, 395842);
}

/* Metrics of many labels stay what they are while tables grow; the direction may come later. */
static void test_many_metrics_and_runs(void **data)
{
	struct record r;
	char name[16], run[16];

	(void)data;
	begin("", "x");
	for (int round = 0; round < 2; round++)
		for (int i = 0; i < 1000; i++) {
			(void)snprintf(name, sizeof(name), "m%d", i);
			(void)snprintf(run, sizeof(run), "run%d", i % 100);
			r = sample_of(run, name, 0, 1, i);
			r.better = round == 0 ? BETTER_UNKNOWN : BETTER_LOWER;
			emit(&r);
		}
	end("x");
	finish();
	assert_int_equal(batch.metric_count, 1000);
	assert_int_equal(batch.run_count, 100);
	assert_int_equal(batch.file_count, 100);
	assert_int_equal(batch.sample_count, 2000);
	for (size_t i = 0; i < batch.sample_count; i++) {
		const struct batch_sample *s = &batch.samples[i];

		(void)snprintf(name, sizeof(name), "m%d", (int)s->value);
		check_text(batch.metrics[s->metric].name, name);
		assert_int_equal(batch.metrics[s->metric].better, BETTER_LOWER);
	}
}

static void test_too_many_runs(void **data)
{
	struct error err = { 0 };
	struct record r;
	char run[16];
	enum err e = OK;

	(void)data;
	begin("", "x");
	for (int i = 0; i <= BATCH_RUNS_MAX && e == OK; i++) {
		(void)snprintf(run, sizeof(run), "run%d", i);
		r = sample_of(run, "m", 0, 1, 1);
		e = sink_emit(batch_sink(&batch), &r, &err);
	}
	assert_int_equal(e, ERR_LIMIT);
	begin("another tree", "y");
	assert_int_equal(batch_finish(&batch, &err), ERR_LIMIT);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_order_of_members_does_not_matter),
		TEST(test_iterations_without_boot_time_are_one_boot),
		TEST(test_kept_in_a_file),
		TEST(test_runs_named_in_a_text),
		TEST(test_the_upload_is_a_run_when_it_has_records),
		TEST(test_a_manifest_makes_two_spellings_one_run),
		TEST(test_options_win_over_files),
		TEST(test_a_format_with_room_for_all),
		TEST(test_what_is_no_measurement),
		TEST(test_histograms_and_symbols),
		TEST(test_many_metrics_and_runs),
		TEST(test_too_many_runs),
	};

	return cmocka_run_group_tests_name("lib/batch", tests, NULL, NULL);
}
