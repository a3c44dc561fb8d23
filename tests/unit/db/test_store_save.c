/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What goes into the store comes back, once. */
#include "tests/unit/db/store_test.h"

static const double values[] = { 1.5, 2.5, 4.0 };

static const struct test_run plain = {
	"6.1-vanilla",
	"6.1.0-57-cloud-amd64",
	"#1 SMP Debian 6.1.192-3 (2026-11-26)",
	"on",
	"1700000000",
	"Some CPU",
	"pft",
	values,
	3,
};

/* A tree's run with one of everything. */
static void make_everything(struct upload *upload)
{
	const struct bucket buckets[] = { { -INFINITY, 1, 5 }, { 1, 2, 7 }, { 2, INFINITY, 1 } };
	struct record r;

	upload_begin(upload);
	upload_file(upload, "6.1-vanilla", "iter-0/pft/logs/pft-1.log", "the log of pft\n");
	upload_fact(upload, 1, "kernel.release", "6.1.0-57-cloud-amd64");
	upload_fact(upload, 1, "kernel.version", "#1 SMP Debian 6.1.192-3 (2026-11-26)");
	upload_fact(upload, 1, "boot.time", "1700000000");
	upload_fact(upload, 2, "boot.time", "1700009000");
	upload_fact(upload, 1, "run.start", "1700000100");
	upload_fact(upload, 0, "machine.cpu", "Some CPU");
	upload_fact(upload, 0, "machine.threads", "4");
	upload_sample(upload, "pft", 1, 3.25);
	upload_sample(upload, "pft", 1, 0.1);
	upload_sample(upload, "pft", 2, 7);
	r = test_sample("pft", 0, 5.5);
	r.statistic = SLICE("hmean");
	r.n = 12;
	upload_emit(upload, &r);
	r = test_sample("other", 0, NAN);
	r.status = SLICE("not counted");
	upload_emit(upload, &r);
	r = record_init(RECORD_HISTOGRAM);
	r.benchmark = SLICE("other");
	r.metric = SLICE("latency");
	r.unit = SLICE("usec");
	r.buckets = buckets;
	r.bucket_count = ARRAY_SIZE(buckets);
	upload_emit(upload, &r);
	r = record_init(RECORD_SYMBOL);
	r.source_file = SLICE("mm/memcontrol.c");
	r.symbol = SLICE("try_charge");
	r.percent = 2.5;
	r.samples = 99;
	upload_emit(upload, &r);
	r = record_init(RECORD_DIAGNOSTIC);
	r.line = 31;
	r.message = SLICE("a line that nobody knows");
	upload_emit(upload, &r);
	upload_file_end(upload);
	upload_finish(upload);
}

static void check_run(const struct store_run *run, const struct batch_run *from)
{
	assert_true(slice_eq(run->id, slice_str(from->id)));
	check_text(run->name, "6.1-vanilla");
	check_text(run->kernel, "6.1.192");
	check_text(run->kernel_release, "6.1.0-57-cloud-amd64");
	check_text(run->kernel_slug, "6.1.0-57-cloud-amd64");
	check_text(run->kernel_level, "6.1.192");
	assert_true(slice_eq(run->config.key, from->config.key));
	assert_true(slice_eq(run->config.line, from->config.line));
	assert_true(slice_eq(run->config.label, from->config.label));
	assert_int_equal(run->config.mode, from->config.mode);
	check_text(run->config.variant, "vanilla");
	check_text(run->machine, "Some CPU");
	assert_true(slice_starts(run->machine_slug, "Some~CPU-"));
	assert_int_equal(run->start_s, 1700000100);
	assert_true(run->stored_s > 1700000000);
	assert_int_equal(run->boots, 2);
	assert_int_equal(run->iterations, 2);
	assert_false(run->transcribed);
	assert_int_equal(run->superseded_by.n, 0);
	assert_int_equal(run->samples, 3);
	assert_int_equal(run->summaries, 1);
	assert_int_equal(run->metrics, 3);
	assert_int_equal(run->files, 1);
	check_text(run->benchmarks, "other, pft");
}

static void check_numbers(struct store *store, struct arena *arena, int64_t run)
{
	struct store_result *results = NULL;
	struct store_sample *samples = NULL;
	size_t count = 0;

	check_ok(store_run_results(store, arena, run, &results, &count, &test_err));
	assert_int_equal(count, 2);
	check_text(results[0].metric.benchmark, "pft");
	check_text(results[0].metric.unit, "s");
	assert_int_equal(results[0].metric.better, BETTER_LOWER);
	check_text(results[0].statistic, "");
	assert_int_equal(results[0].stats.n, 3);
	assert_int_equal(results[0].boots, 2);
	check_near(results[0].stats.mean, 3.45);
	check_near(results[0].stats.median, 3.25);
	check_near(results[0].stats.hmean, 3 / (1 / 3.25 + 1 / 0.1 + 1 / 7.));
	check_text(results[1].statistic, "hmean");
	check_near(results[1].stats.mean, 5.5);
	assert_int_equal(results[1].stats.n, 12);
	assert_true(isnan(results[1].stats.stddev));

	check_ok(store_run_samples(store, arena, run, SLICE("pft"), SLICE("time"), &samples, &count,
				   &test_err));
	assert_int_equal(count, 3);
	assert_true(samples[0].value == 3.25 && samples[1].value == 0.1 && samples[2].value == 7);
	assert_int_equal(samples[1].seq, 2);
	assert_int_equal(samples[2].boot, 2);
	assert_int_equal(samples[2].iteration, 2);
	assert_int_equal(samples[2].line, 7);
	check_text(samples[2].path, "iter-0/pft/logs/pft-1.log");
	check_ok(store_run_samples(store, arena, run, SLICE("none"), SLICE(""), &samples, &count,
				   &test_err));
	assert_int_equal(count, 0);
}

static void check_rest(struct store *store, struct arena *arena, int64_t run)
{
	struct store_fact *facts = NULL;
	struct store_symbol *symbols = NULL;
	struct store_note *notes = NULL;
	struct store_diagnostic *diagnostics = NULL;
	size_t count = 0;

	check_ok(store_run_facts(store, arena, run, &facts, &count, &test_err));
	assert_int_equal(count, 7);
	check_text(facts[1].key, "boot.time");
	check_text(facts[1].value, "1700009000");
	assert_int_equal(facts[1].iteration, 2);
	check_ok(store_run_symbols(store, arena, run, &symbols, &count, &test_err));
	assert_int_equal(count, 1);
	check_text(symbols[0].symbol, "try_charge");
	check_text(symbols[0].file, "mm/memcontrol.c");
	check_near(symbols[0].percent, 2.5);
	assert_true(isnan(symbols[0].children_percent));
	assert_int_equal(symbols[0].samples, 99);
	check_ok(store_run_notes(store, arena, run, &notes, &count, &test_err));
	assert_int_equal(count, 1);
	check_text(notes[0].status, "not counted");
	check_text(notes[0].metric.benchmark, "other");
	check_ok(store_run_diagnostics(store, arena, run, &diagnostics, &count, &test_err));
	assert_int_equal(count, 1);
	check_text(diagnostics[0].message, "a line that nobody knows");
	check_text(diagnostics[0].path, "iter-0/pft/logs/pft-1.log");
	assert_int_equal(diagnostics[0].line, 31);
	assert_int_equal(ask("select sum(count) from bucket"), 13);
	assert_int_equal(ask("select count(*) from bucket where lo is null or hi is null"), 2);
}

static void check_files(struct store *store, struct arena *arena, int64_t run)
{
	struct store_file *files = NULL;
	struct slice raw;
	size_t count = 0;

	check_ok(store_run_files(store, arena, run, &files, &count, &test_err));
	assert_int_equal(count, 1);
	check_text(files[0].path, "iter-0/pft/logs/pft-1.log");
	assert_int_equal(files[0].size_bytes, 15);
	assert_true(files[0].kept);
	check_ok(store_raw(store, arena, files[0].sha256, &raw, &test_err));
	check_text(raw, "the log of pft\n");
	check_error(store_raw(store, arena, SLICE("../../etc/passwd"), &raw, &test_err),
		    ERR_NOT_FOUND, "no file");
	check_error(store_raw(store, arena,
			      SLICE("00000000000000000000000000000000"
				    "00000000000000000000000000000000"),
			      &raw, &test_err),
		    ERR_NOT_FOUND, "no file 0000");
}

static void everything_comes_back(void **state)
{
	struct store *store = open_store(STORE_WRITE), *reader;
	struct upload upload;
	struct store_saved *saved;
	struct store_run run;

	(void)state;
	make_everything(&upload);
	saved = upload_save(&upload, store);
	assert_int_equal(upload.batch.run_count, 1);
	assert_true(saved[0].is_new);
	check_text(saved[0].name, "6.1-vanilla");
	reader = open_store(STORE_READ);
	check_ok(store_run_get(reader, &upload.arena, saved[0].run, &run, &test_err));
	check_run(&run, &upload.batch.runs[0]);
	check_numbers(reader, &upload.arena, run.rowid);
	check_rest(reader, &upload.arena, run.rowid);
	check_files(reader, &upload.arena, run.rowid);
	check_error(store_run_get(reader, &upload.arena, SLICE("NONE"), &run, &test_err),
		    ERR_NOT_FOUND, "no run 'NONE'");
	upload_end(&upload);
	store_close(reader);
	store_close(store);
}

static void the_same_again_is_known(void **state)
{
	struct store *store = open_store(STORE_WRITE);
	char first[64], second[64];
	int64_t generation = generation_of(store);

	(void)state;
	assert_true(save_one(store, &plain, first));
	assert_int_equal(generation_of(store), generation + 1);
	assert_false(save_one(store, &plain, second));
	assert_string_equal(first, second);
	assert_int_equal(generation_of(store), generation + 1);
	assert_int_equal(ask("select count(*) from run"), 1);
	assert_int_equal(ask("select count(*) from upload"), 1);
	assert_int_equal(ask("select count(*) from sample"), 3);
	store_close(store);
}

static void equal_files_are_kept_once(void **state)
{
	struct store *store = open_store(STORE_WRITE);
	struct upload upload;

	(void)state;
	upload_begin(&upload);
	for (int i = 0; i < 3; i++) {
		upload_file(&upload, i < 2 ? "a" : "b", i == 1 ? "two" : "one", "equal\n");
		upload_sample(&upload, "pft", 1, i + 1);
		upload_file_end(&upload);
	}
	upload_finish(&upload);
	(void)upload_save(&upload, store);
	upload_end(&upload);
	assert_int_equal(ask("select count(*) from content"), 1);
	assert_int_equal(ask("select count(*) from file"), 3);
	store_close(store);
}

/* As an archive may have it; a run has one file of a name. */
static void a_path_that_comes_twice_is_one_file(void **state)
{
	struct store *store = open_store(STORE_WRITE);
	struct upload upload;

	(void)state;
	upload_begin(&upload);
	for (int i = 0; i < 3; i++) {
		upload_file(&upload, i < 2 ? "a" : "b", "log", i == 0 ? "first\n" : "second\n");
		upload_sample(&upload, "pft", 1, i + 1);
		upload_file_end(&upload);
	}
	upload_finish(&upload);
	(void)upload_save(&upload, store);
	upload_end(&upload);
	assert_int_equal(ask("select count(*) from file"), 2);
	assert_int_equal(ask("select count(*) from sample"), 3);
	assert_int_equal(ask("select count(*) from pragma_foreign_key_check"), 0);
	store_close(store);
}

/* Adds a second iteration to the plain run. */
static bool save_bigger(struct store *store, char id[64])
{
	struct upload upload;
	struct store_saved *saved;
	bool is_new;

	upload_begin(&upload);
	upload_run(&upload, &plain);
	upload_file(&upload, plain.name, "iter-1/log", "more\n");
	upload_sample(&upload, "pft", 2, 9);
	upload_file_end(&upload);
	upload_finish(&upload);
	saved = upload_save(&upload, store);
	(void)snprintf(id, 64, "%.*s", SLICE_FMT(saved[0].run));
	is_new = saved[0].is_new;
	upload_end(&upload);
	return is_new;
}

static void check_superseded(struct store *store, const char *small, const char *big)
{
	struct arena arena = { NULL };
	struct store_run run;

	check_ok(store_run_get(store, &arena, slice_str(small), &run, &test_err));
	check_text(run.superseded_by, big);
	check_ok(store_run_get(store, &arena, slice_str(big), &run, &test_err));
	check_text(run.superseded_by, "");
	check_ok(store_run_resolve(store, &arena, SLICE("6.1-vanilla"), &run, &test_err));
	check_text(run.id, big);
	arena_release(&arena);
}

static void a_run_that_holds_more_takes_its_place(void **state)
{
	struct store *store = open_store(STORE_WRITE);
	char small[64], big[64];

	(void)state;
	assert_true(save_one(store, &plain, small));
	assert_true(save_bigger(store, big));
	check_superseded(store, small, big);
	assert_int_equal(ask("select count(*) from sample"), 7);
	store_close(store);
}

static void whichever_comes_first(void **state)
{
	struct store *store = open_store(STORE_WRITE);
	char small[64], big[64];

	(void)state;
	assert_true(save_bigger(store, big));
	assert_true(save_one(store, &plain, small));
	check_superseded(store, small, big);
	store_close(store);
}

static void another_start_is_another_run(void **state)
{
	struct store *store = open_store(STORE_WRITE);
	struct test_run later = plain;
	char id[64];

	(void)state;
	later.start = "1700005000";
	assert_true(save_one(store, &plain, id));
	assert_true(save_one(store, &later, id));
	assert_int_equal(ask("select count(*) from run where superseded_by is null"), 2);
	store_close(store);
}

/* Mails: the reply quotes all, part, or more than the first. */
static bool save_mail(struct store *store, const char *text, size_t count, char id[64])
{
	struct test_run run = {
		"4.0-vanilla", NULL, NULL, NULL, text, NULL, "pft", values, count, true,
	};

	return save_one(store, &run, id);
}

static void quoted_numbers_are_stored_once(void **state)
{
	struct store *store = open_store(STORE_WRITE);
	char first[64], reply[64];

	(void)state;
	assert_true(save_mail(store, "the mail", 2, first));
	assert_false(save_mail(store, "a reply that quotes all", 2, reply));
	assert_string_equal(first, reply);
	assert_false(save_mail(store, "a reply that quotes half", 1, reply));
	assert_string_equal(first, reply);
	assert_int_equal(ask("select count(*) from sample"), 2);
	assert_int_equal(ask("select count(*) from run"), 1);
	store_close(store);
}

static void a_mail_with_more_numbers_takes_the_place(void **state)
{
	struct store *store = open_store(STORE_WRITE);
	char first[64], more[64];

	(void)state;
	assert_true(save_mail(store, "the mail", 2, first));
	assert_true(save_mail(store, "one that quotes it and adds", 3, more));
	assert_int_equal(ask("select count(*) from run where superseded_by is null"), 1);
	store_close(store);
}

static void other_numbers_of_the_same_name_are_new(void **state)
{
	static const double other[] = { 8, 9 };
	struct store *store = open_store(STORE_WRITE);
	struct test_run run = { "4.0-vanilla", NULL, NULL, NULL, "x", NULL, "pft", other, 2, true };
	char id[64];

	(void)state;
	assert_true(save_mail(store, "the mail", 3, id));
	assert_true(save_one(store, &run, id));
	assert_int_equal(ask("select count(*) from run where superseded_by is null"), 2);
	store_close(store);
}

static void a_clash_of_ids_lengthens_the_later(void **state)
{
	struct store *store = open_store(STORE_WRITE);
	struct test_run later = plain;
	struct upload upload;
	struct store_saved *saved;
	char sql[256], id[64];

	(void)state;
	assert_true(save_one(store, &plain, id));
	later.start = "1700005000";
	upload_begin(&upload);
	upload_run(&upload, &later);
	upload_finish(&upload);
	(void)snprintf(sql, sizeof(sql), "update run set public_id = '%s'",
		       upload.batch.runs[0].id);
	(void)ask(sql);
	saved = upload_save(&upload, store);
	assert_int_equal(saved[0].run.n, strlen(upload.batch.runs[0].id) + 1);
	assert_true(slice_starts(saved[0].run, upload.batch.runs[0].id));
	upload_end(&upload);
	store_close(store);
}

static void slugs_are_fit_for_addresses(void **state)
{
	static const char *const releases[] = { "6.1+deb", "6.1/deb", "..", "6.1~deb" };
	struct store *store = open_store(STORE_WRITE);
	char id[64];

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(releases); i++) {
		struct test_run run = plain;
		char start[16];

		(void)snprintf(start, sizeof(start), "17000%05zu", i);
		run.release = releases[i];
		run.start = start;
		assert_true(save_one(store, &run, id));
	}
	assert_int_equal(ask("select count(*) from kernel where slug in "
			     "('6.1~deb', '6.1~deb~2', '~..', '6.1~deb~3')"),
			 4);
	store_close(store);
}

/* What SQLite refuses in the middle takes the whole upload away. */
static void a_failure_leaves_nothing(void **state)
{
	struct store *store = open_store(STORE_WRITE);
	struct upload upload;
	struct store_saved *saved;

	(void)state;
	make_everything(&upload);
	(void)ask("create trigger stop before insert on diagnostic begin "
		  "select raise(abort, 'stopped'); end");
	check_error(store_save(store, &upload.arena, &upload.batch, SLICE("x"), &test_actor, &saved,
			       &test_err),
		    ERR_BUG, "stopped");
	assert_int_equal(ask("select (select count(*) from run) + (select count(*) from sample) + "
			     "(select count(*) from kernel) + (select generation from state)"),
			 0);
	(void)ask("drop trigger stop");
	(void)upload_save(&upload, store);
	assert_int_equal(ask("select count(*) from run"), 1);
	upload_end(&upload);
	store_close(store);
}

static void addresses_of_databases(void **state)
{
	struct store *store = NULL;
	char url[128];

	(void)state;
	(void)snprintf(url, sizeof(url), "sqlite:%s", test_path);
	check_ok(store_open(url, STORE_WRITE, &store, &test_err));
	store_close(store);
	check_error(store_open("postgresql://host/db", STORE_READ, &store, &test_err), ERR_INPUT,
		    "sqlite:PATH");
	check_error(store_open("sqlite:", STORE_WRITE, &store, &test_err), ERR_INPUT, "no name");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		db_test(everything_comes_back),
		db_test(the_same_again_is_known),
		db_test(equal_files_are_kept_once),
		db_test(a_path_that_comes_twice_is_one_file),
		db_test(a_run_that_holds_more_takes_its_place),
		db_test(whichever_comes_first),
		db_test(another_start_is_another_run),
		db_test(quoted_numbers_are_stored_once),
		db_test(a_mail_with_more_numbers_takes_the_place),
		db_test(other_numbers_of_the_same_name_are_new),
		db_test(a_clash_of_ids_lengthens_the_later),
		db_test(slugs_are_fit_for_addresses),
		db_test(a_failure_leaves_nothing),
		db_test(addresses_of_databases),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
