/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Corrections, withdrawal, merged machines and the log, by what lists and costs then say. */
#include "tests/unit/db/store_test.h"

#include "db/migrate.h"
#include "db/store_admin.h"

static const double on_values[] = { 11, 11, 11 }, off_values[] = { 10, 10, 10 };

/* What memcg costs needs both; another machine and another kernel beside. */
static const struct test_run runs[] = {
	{ "6.1-on", "6.1.0-57-amd64", "#1 Debian 6.1.192-3 (x)", "on", "1000", "CPU A", "pft",
	  on_values, 3 },
	{ "6.1-off", "6.1.0-57-amd64", "#1 Debian 6.1.192-3 (x)", "off", "2000", "CPU A", "pft",
	  off_values, 3 },
	{ "6.1-other", "6.1.0-57-amd64", "#1 Debian 6.1.192-3 (x)", "on", "3000", "CPU B", "pft",
	  on_values, 3 },
	{ "wrong-on", "6.9.9", "#1 SMP", "on", "4000", "CPU A", "pipe", on_values, 3 },
};
enum { ON, OFF, OTHER, WRONG };
static char ids[ARRAY_SIZE(runs)][64];

static struct arena arena;
static struct store *store;

static void load(void)
{
	arena = (struct arena){ NULL };
	store = open_store(STORE_WRITE);
	for (size_t i = 0; i < ARRAY_SIZE(runs); i++)
		assert_true(save_one(store, &runs[i], ids[i]));
}

static void unload(void)
{
	arena_release(&arena);
	store_close(store);
	assert_int_equal(ask("select count(*) from pragma_foreign_key_check()"), 0);
}

static struct store_run get(const char *id)
{
	struct store_run run;

	check_ok(store_run_get(store, &arena, slice_str(id), &run, &test_err));
	return run;
}

static size_t count_runs(struct store_filter filter)
{
	struct store_runs page;

	filter.limit = 100;
	check_ok(store_runs(store, &arena, &filter, &page, &test_err));
	return page.count;
}

static size_t count_costs(void)
{
	struct overhead_input input;
	struct overhead overhead;

	check_ok(store_overhead(store, &arena, &(struct store_selection){ SLICE(""), SLICE(""), 0 },
				&input, &test_err));
	overhead_build(&arena, &input, &overhead);
	return overhead.cell_count;
}

static size_t count_kernels(void)
{
	struct store_kernel *list = NULL;
	size_t count = 0;

	check_ok(store_kernels(store, &arena, &list, &count, &test_err));
	return count;
}

static size_t count_machines(void)
{
	struct store_machine *list = NULL;
	size_t count = 0;

	check_ok(store_machines(store, &arena, &list, &count, &test_err));
	return count;
}

/* The latest line of the log is this. */
static void check_log(const char *action, const char *id, const char *detail)
{
	struct store_audit *list = NULL;
	size_t count = 0;

	check_ok(store_audit(store, &arena, SLICE(""), 1, &list, &count, &test_err));
	assert_int_equal(count, 1);
	check_text(list[0].actor, "cli:tester");
	check_text(list[0].address, "");
	check_text(list[0].action, action);
	check_text(list[0].run, id);
	assert_true(list[0].at_s > 1700000000);
	check_text(list[0].detail, detail);
}

static struct store_run patch(const char *id, struct store_patch what)
{
	struct store_run run;

	check_ok(
		store_run_patch(store, &arena, slice_str(id), &what, &test_actor, &run, &test_err));
	return run;
}

static void cannot_patch(const char *id, struct store_patch what, enum err code, const char *part)
{
	struct store_run run;
	int64_t lines = ask("select count(*) from audit"), generation = generation_of(store);

	check_error(
		store_run_patch(store, &arena, slice_str(id), &what, &test_actor, &run, &test_err),
		code, part);
	assert_int_equal(ask("select count(*) from audit"), lines);
	assert_int_equal(generation_of(store), generation);
}

static void names_and_notes_change(void **state)
{
	const struct slice name = SLICE("6.1-renamed"), note = SLICE("fan was broken");
	struct store_run run;
	int64_t generation;

	(void)state;
	load();
	generation = generation_of(store);
	run = patch(ids[ON], (struct store_patch){ .name = &name, .note = &note });
	check_text(run.id, ids[ON]);
	check_text(run.name, "6.1-renamed");
	check_text(run.note, "fan was broken");
	assert_int_equal(generation_of(store), generation + 1);
	check_log("patch", ids[ON], "name: 6.1-on -> 6.1-renamed; note:  -> fan was broken");
	/* Saying the same again is no change. */
	(void)patch(ids[ON], (struct store_patch){ .name = &name, .note = &note });
	assert_int_equal(generation_of(store), generation + 1);
	assert_int_equal(ask("select count(*) from audit where action = 'patch'"), 1);
	/* The content is still known by its hash. */
	assert_false(save_one(store, &runs[ON], ids[ON]));
	unload();
}

static void a_kernel_is_corrected(void **state)
{
	const struct slice level = SLICE("6.1.192"), fresh = SLICE("6.12.1"), none = SLICE("");
	struct store_run run;

	(void)state;
	load();
	assert_int_equal(count_kernels(), 2);
	run = patch(ids[WRONG], (struct store_patch){ .kernel = &level });
	check_text(run.kernel_release, "6.1.0-57-amd64");
	check_log("patch", ids[WRONG], "kernel: 6.9.9 -> 6.1.192");
	/* The mistake is gone, and its name leads nowhere. */
	assert_int_equal(ask("select count(*) from kernel"), 1);
	assert_int_equal(count_runs((struct store_filter){ .kernel = SLICE("6.9.9") }), 0);
	assert_int_equal(count_runs((struct store_filter){ .kernel = SLICE("6.1.192") }), 4);
	run = patch(ids[WRONG], (struct store_patch){ .kernel = &fresh });
	check_text(run.kernel, "6.12.1");
	check_text(run.kernel_level, "6.12.1");
	assert_int_equal(count_kernels(), 2);
	run = patch(ids[WRONG], (struct store_patch){ .kernel = &none });
	check_text(run.kernel, "");
	assert_int_equal(count_kernels(), 1);
	unload();
}

static void a_kernel_may_be_ambiguous(void **state)
{
	struct test_run twin = runs[ON];
	const struct slice level = SLICE("6.1.192"), release = SLICE("6.1.0-57-rt");
	char id[64];

	(void)state;
	load();
	twin.name = "rt";
	twin.release = "6.1.0-57-rt";
	assert_true(save_one(store, &twin, id));
	cannot_patch(ids[WRONG], (struct store_patch){ .kernel = &level }, ERR_CONFLICT,
		     "6.1.0-57-amd64, 6.1.0-57-rt");
	(void)patch(ids[WRONG], (struct store_patch){ .kernel = &release });
	unload();
}

static void a_config_is_corrected(void **state)
{
	const struct label off[] = { { SLICE("mode"), SLICE("boot-off") } };
	const struct label child[] = { { SLICE("placement"), SLICE("v2:1") },
				       { SLICE("preempt"), SLICE("full") },
				       { SLICE("MEMCG_V1"), SLICE("n") } };
	const struct label back[] = { { SLICE("preempt"), SLICE("") },
				      { SLICE("MEMCG_V1"), SLICE("") } };
	const struct label bad[] = { { SLICE("mode"), SLICE("of") } };
	struct store_run run;

	(void)state;
	load();
	assert_int_equal(count_costs(), 1);
	run = patch(ids[ON], (struct store_patch){ .config = off, .config_count = 1 });
	assert_int_equal(run.config.mode, MEMCG_BOOT_OFF);
	assert_int_equal(count_costs(), 0); /* two that are off, and nothing that is on */
	run = patch(ids[OFF], (struct store_patch){ .config = child, .config_count = 3 });
	check_text(run.config.placement, "v2:1");
	check_text(run.config.words, "preempt=full");
	check_text(run.config.options, "MEMCG_V1=n");
	check_text(run.config.key, "boot-off|v2:1|preempt=full|MEMCG_V1=n|off");
	check_log("patch", ids[OFF],
		  "config: boot-off|unknown|||off -> boot-off|v2:1|preempt=full|MEMCG_V1=n|off");
	run = patch(ids[OFF], (struct store_patch){ .config = back, .config_count = 2 });
	check_text(run.config.key, "boot-off|v2:1|||off");
	cannot_patch(ids[OFF], (struct store_patch){ .config = bad, .config_count = 1 }, ERR_INPUT,
		     "mode is on, boot-off");
	unload();
}

static void a_machine_gets_its_name(void **state)
{
	const struct slice lab = SLICE("lab1"), host = SLICE("host 2");
	struct store_run run;

	(void)state;
	load();
	/* Nobody had named the machine: all its runs are of lab1 now. */
	run = patch(ids[ON], (struct store_patch){ .machine = &lab });
	check_text(run.machine, "lab1");
	check_text(get(ids[OFF]).machine, "lab1");
	assert_true(slice_starts(run.machine_slug, "CPU~A-"));
	assert_int_equal(count_costs(), 1);
	/* It has a name: the run is of another one with the same hardware. */
	run = patch(ids[ON], (struct store_patch){ .machine = &host });
	check_text(run.machine, "host 2");
	check_text(run.machine_slug, "host~2");
	check_text(get(ids[OFF]).machine, "lab1");
	assert_int_equal(count_costs(), 0);
	assert_int_equal(ask("select count(distinct fingerprint) from machine"), 2);
	assert_int_equal(count_machines(), 3);
	/* And of one that is there. */
	(void)patch(ids[ON], (struct store_patch){ .machine = &lab });
	check_log("patch", ids[ON], "machine: host 2 -> lab1");
	assert_int_equal(count_costs(), 1);
	assert_int_equal(count_machines(), 2);
	unload();
}

static void what_cannot_be_patched(void **state)
{
	char long_text[STORE_NOTE_MAX + 2];
	const struct slice empty = SLICE(""), lines = SLICE("a\nb"), bytes = SLICE("\xff\xfe");
	struct slice too_long;

	(void)state;
	load();
	memset(long_text, 'x', sizeof(long_text) - 1);
	too_long = (struct slice){ long_text, sizeof(long_text) - 1 };
	cannot_patch("nosuch", (struct store_patch){ .note = &empty }, ERR_NOT_FOUND, "nosuch");
	cannot_patch(ids[ON], (struct store_patch){ .name = &empty }, ERR_INPUT, "empty");
	cannot_patch(ids[ON], (struct store_patch){ .machine = &empty }, ERR_INPUT, "empty");
	cannot_patch(ids[ON], (struct store_patch){ .kernel = &lines }, ERR_INPUT, "one line");
	cannot_patch(ids[ON], (struct store_patch){ .name = &bytes }, ERR_INPUT, "UTF-8");
	cannot_patch(ids[ON], (struct store_patch){ .note = &too_long }, ERR_LIMIT, "4096");
	cannot_patch(ids[ON], (struct store_patch){ .name = &too_long }, ERR_LIMIT, "256");
	unload();
}

static struct store_run withdraw(const char *id, const char *why)
{
	struct store_run run;

	check_ok(store_run_withdraw(store, &arena, slice_str(id), slice_str(why), &test_actor, &run,
				    &test_err));
	return run;
}

static void a_withdrawn_run_is_out_of_sight(void **state)
{
	struct store_run run;
	struct store_saved *saved;
	struct upload upload;
	int64_t generation;

	(void)state;
	load();
	generation = generation_of(store);
	run = withdraw(ids[OFF], "booted with the wrong words");
	assert_true(run.withdrawn_s > 1700000000);
	check_text(get(ids[OFF]).withdrawn_why, "booted with the wrong words");
	check_log("withdraw", ids[OFF], "booted with the wrong words");
	assert_int_equal(generation_of(store), generation + 1);
	assert_int_equal(count_costs(), 0);
	assert_int_equal(count_runs((struct store_filter){ .with_superseded = true }), 3);
	assert_int_equal(count_runs((struct store_filter){ .kernel = SLICE("6.1.192") }), 2);
	check_error(store_run_resolve(store, &arena, SLICE("6.1-off"), &run, &test_err),
		    ERR_NOT_FOUND, "no run");
	check_error(store_run_resolve(store, &arena, slice_str(ids[OFF]), &run, &test_err),
		    ERR_NOT_FOUND, "withdrawn: booted");
	/* Once more changes nothing, and so does its content. */
	(void)withdraw(ids[OFF], "other reason");
	upload_begin(&upload);
	upload_run(&upload, &runs[OFF]);
	upload_finish(&upload);
	saved = upload_save(&upload, store);
	check_text(saved[0].run, ids[OFF]);
	assert_false(saved[0].is_new);
	assert_true(saved[0].withdrawn_s > 0);
	upload_end(&upload);
	assert_int_equal(generation_of(store), generation + 1);
	check_text(get(ids[OFF]).withdrawn_why, "booted with the wrong words");
	assert_int_equal(count_costs(), 0);
	unload();
}

static void withdrawn_runs_stay_as_they_are(void **state)
{
	const struct slice note = SLICE("x");
	const struct store_actor other = { .name = SLICE("ci"), .machine = SLICE("lab9") };
	struct store_run run;

	(void)state;
	load();
	check_error(store_run_withdraw(store, &arena, slice_str(ids[ON]), SLICE(""), &other, &run,
				       &test_err),
		    ERR_DENIED, "machine 'lab9' only");
	(void)withdraw(ids[WRONG], "");
	cannot_patch(ids[WRONG], (struct store_patch){ .note = &note }, ERR_NOT_FOUND, "withdrawn");
	/* It was the only one of its kernel and benchmark: lists do not offer them. */
	assert_int_equal(count_kernels(), 1);
	assert_int_equal(count_runs((struct store_filter){ .benchmark = SLICE("pipe") }), 0);
	unload();
}

/* The run of a tree with so many files. */
static void save_files(int files, char id[64])
{
	struct upload upload;
	char path[32], bytes[32];

	upload_begin(&upload);
	for (int i = 0; i < files; i++) {
		(void)snprintf(path, sizeof(path), "iter-%d/log", i);
		(void)snprintf(bytes, sizeof(bytes), "file %d\n", i);
		upload_file(&upload, "tree", path, bytes);
		if (i == 0)
			upload_fact(&upload, 1, "kernel.release", "6.6.6");
		upload_sample(&upload, "pft", i + 1, i + 1);
		upload_file_end(&upload);
	}
	upload_finish(&upload);
	(void)snprintf(id, 64, "%.*s", SLICE_FMT(upload_save(&upload, store)[0].run));
	upload_end(&upload);
}

static void what_a_withdrawn_run_held_stands_again(void **state)
{
	const struct slice other = SLICE("other kernel"), same = SLICE("6.6.6");
	char small[64], middle[64], large[64];

	(void)state;
	load();
	save_files(1, small);
	save_files(3, large);
	save_files(2, middle);
	check_text(get(small).superseded_by, large);
	check_text(get(middle).superseded_by, large);
	/* A corrected run holds nothing of another kernel; back again it does. */
	(void)patch(large, (struct store_patch){ .kernel = &other });
	check_text(get(small).superseded_by, middle);
	check_text(get(middle).superseded_by, "");
	(void)patch(large, (struct store_patch){ .kernel = &same });
	check_text(get(middle).superseded_by, large);
	(void)withdraw(large, "");
	check_text(get(middle).superseded_by, "");
	check_text(get(small).superseded_by, middle);
	(void)withdraw(middle, "");
	check_text(get(small).superseded_by, "");
	unload();
}

static void a_note_moves_nothing(void **state)
{
	const struct slice note = SLICE("quoted");
	static const double numbers[] = { 1, 2, 3 };
	const struct test_run whole = {
		.name = "v5.8",
		.start = "0",
		.benchmark = "pft",
		.values = numbers,
		.count = 3,
		.transcribed = true,
	};
	struct test_run part = whole;
	char first[64], second[64];

	(void)state;
	load();
	part.start = "1";
	part.count = 2;
	assert_true(save_one(store, &part, first));
	assert_true(save_one(store, &whole, second));
	check_text(get(first).superseded_by, second);
	(void)patch(first, (struct store_patch){ .note = &note });
	check_text(get(first).superseded_by, second);
	(void)patch(second, (struct store_patch){ .note = &note });
	check_text(get(first).superseded_by, second);
	unload();
}

static void merged_machines_are_one(void **state)
{
	const struct store_actor other = { .name = SLICE("ci"), .machine = SLICE("lab9") };
	struct store_machine machine;
	struct test_run again = runs[OTHER];
	struct slice from, into;
	char id[64];

	(void)state;
	load();
	from = get(ids[OTHER]).machine_slug;
	into = get(ids[ON]).machine_slug;
	check_error(store_machine_merge(store, &arena, from, into, &other, &machine, &test_err),
		    ERR_DENIED, "only");
	check_ok(store_machine_merge(store, &arena, from, into, &test_actor, &machine, &test_err));
	assert_true(slice_eq(machine.slug, into));
	assert_int_equal(machine.runs, 4);
	check_log("machine-merge", "",
		  arena_printf(&arena, "%.*s -> %.*s, runs moved: 1", SLICE_FMT(from),
			       SLICE_FMT(into))
			  .p);
	assert_int_equal(count_machines(), 1);
	check_text(get(ids[OTHER]).machine, "CPU A");
	/* What it was called leads on, in filters and for what comes from it. */
	assert_int_equal(count_runs((struct store_filter){ .machine = from }), 4);
	assert_int_equal(count_runs((struct store_filter){ .machine = SLICE("CPU B") }), 4);
	again.start = "9000";
	assert_true(save_one(store, &again, id));
	assert_true(slice_eq(get(id).machine_slug, into));
	check_error(
		store_machine_merge(store, &arena, from, into, &test_actor, &machine, &test_err),
		ERR_CONFLICT, "both are");
	check_error(store_machine_merge(store, &arena, SLICE("no"), into, &test_actor, &machine,
					&test_err),
		    ERR_NOT_FOUND, "no machine 'no'");
	unload();
}

static void merges_follow_each_other(void **state)
{
	struct test_run third = runs[ON];
	struct store_machine machine;
	struct slice a, b, c;
	char id[64];

	(void)state;
	load();
	third.name = "6.1-c";
	third.cpu = "CPU C";
	assert_true(save_one(store, &third, id));
	a = get(ids[ON]).machine_slug;
	b = get(ids[OTHER]).machine_slug;
	c = get(id).machine_slug;
	check_ok(store_machine_merge(store, &arena, b, a, &test_actor, &machine, &test_err));
	check_ok(store_machine_merge(store, &arena, a, c, &test_actor, &machine, &test_err));
	assert_int_equal(machine.runs, 5);
	assert_int_equal(count_runs((struct store_filter){ .machine = b }), 5);
	check_error(store_machine_merge(store, &arena, c, b, &test_actor, &machine, &test_err),
		    ERR_CONFLICT, "both are");
	unload();
}

static void the_log_is_kept(void **state)
{
	struct store_audit *list = NULL;
	size_t count = 0;

	(void)state;
	load();
	(void)withdraw(ids[ON], "x");
	check_ok(store_audit(store, &arena, SLICE(""), 100, &list, &count, &test_err));
	assert_int_equal(count, 5);
	check_text(list[0].action, "withdraw");
	check_text(list[4].action, "upload");
	check_text(list[4].detail, "test");
	check_ok(store_audit(store, &arena, slice_str(ids[ON]), 100, &list, &count, &test_err));
	assert_int_equal(count, 2);
	check_text(list[1].run, ids[ON]);
	check_ok(store_audit(store, &arena, SLICE(""), 2, &list, &count, &test_err));
	assert_int_equal(count, 2);
	check_error(store_audit(store, &arena, SLICE("nosuch"), 2, &list, &count, &test_err),
		    ERR_NOT_FOUND, "nosuch");
	check_error(store_audit(store, &arena, SLICE(""), 0, &list, &count, &test_err), ERR_LIMIT,
		    "limit");
	/* What cannot be logged does not happen. */
	(void)ask("create trigger stop before insert on audit begin "
		  "select raise(abort, 'stopped'); end");
	check_error(store_run_withdraw(store, &arena, slice_str(ids[OFF]), SLICE(""), &test_actor,
				       &(struct store_run){ 0 }, &test_err),
		    ERR_BUG, "stopped");
	assert_int_equal(get(ids[OFF]).withdrawn_s, 0);
	(void)ask("drop trigger stop");
	unload();
}

/* A database as the first version made it, with a run in it. */
static void make_first_version(void)
{
	static const char rows[] =
		"insert into config values (1, 'k', 'l', 'root', 'on', 0, 0, 0, 'root', '', '', "
		"'');"
		"insert into machine values (1, 'm', 'm', 'm', '', 'CPU', 0, 0, 0, 0, 0);"
		"insert into upload values (1, 'u', 5);"
		"insert into run values (1, 'OLD', x'"
		"0000000000000000000000000000000000000000000000000000000000000000',"
		" 'old', 1, null, 1, 1, 0, 5, 1, 0, 0, null, 0, 0, 0, 0, '');";
	sqlite3 *handle;

	assert_int_equal(sqlite3_open(test_path, &handle), SQLITE_OK);
	assert_int_equal(sqlite3_exec(handle, db_migration[0].start, NULL, NULL, NULL), SQLITE_OK);
	assert_int_equal(sqlite3_exec(handle, rows, NULL, NULL, NULL), SQLITE_OK);
	sqlite3_close(handle);
}

/* The database has the schema of one that is new. */
static void check_schema_is_fresh(void)
{
	static const char differences[] =
		"select count(*) from (select type, name, sql from main.sqlite_schema "
		"except select type, name, sql from fresh.sqlite_schema) "
		"union all select count(*) from (select type, name, sql from fresh.sqlite_schema "
		"except select type, name, sql from main.sqlite_schema) "
		"union all select count(*) < 40 from fresh.sqlite_schema";
	char path[128], attach[160];
	sqlite3 *handle;
	sqlite3_stmt *stmt;
	int rows = 0;

	(void)snprintf(path, sizeof(path), "%s/fresh.db", test_folder);
	check_ok(store_open(path, STORE_WRITE, &store, &test_err));
	store_close(store);
	(void)snprintf(attach, sizeof(attach), "attach '%s' as fresh", path);
	assert_int_equal(sqlite3_open(test_path, &handle), SQLITE_OK);
	assert_int_equal(sqlite3_exec(handle, attach, NULL, NULL, NULL), SQLITE_OK);
	assert_int_equal(sqlite3_prepare_v2(handle, differences, -1, &stmt, NULL), SQLITE_OK);
	for (; sqlite3_step(stmt) == SQLITE_ROW; rows++)
		assert_int_equal(sqlite3_column_int(stmt, 0), 0);
	assert_int_equal(rows, 3);
	sqlite3_finalize(stmt);
	sqlite3_close(handle);
}

static void an_old_database_becomes_as_a_new_one(void **state)
{
	(void)state;
	make_first_version();
	check_error(store_open(test_path, STORE_READ, &store, &test_err), ERR_INPUT, "older");
	arena = (struct arena){ NULL };
	store = open_store(STORE_WRITE);
	check_text(get("OLD").name, "old");
	check_text(get("OLD").note, "");
	assert_int_equal(get("OLD").withdrawn_s, 0);
	(void)withdraw("OLD", "old");
	unload();
	check_schema_is_fresh();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		db_test(names_and_notes_change),
		db_test(a_kernel_is_corrected),
		db_test(a_kernel_may_be_ambiguous),
		db_test(a_config_is_corrected),
		db_test(a_machine_gets_its_name),
		db_test(what_cannot_be_patched),
		db_test(a_withdrawn_run_is_out_of_sight),
		db_test(withdrawn_runs_stay_as_they_are),
		db_test(what_a_withdrawn_run_held_stands_again),
		db_test(a_note_moves_nothing),
		db_test(merged_machines_are_one),
		db_test(merges_follow_each_other),
		db_test(the_log_is_kept),
		db_test(an_old_database_becomes_as_a_new_one),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
