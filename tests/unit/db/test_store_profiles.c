/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Profiles on their way into the store and back. */
#include "tests/unit/db/store_test.h"

#include "db/migrate.h"
#include "db/store_profiles.h"

static void emit_stack(struct upload *upload, const char *comm, const char *frames, int64_t count)
{
	struct record r = record_init(RECORD_STACK);
	struct slice rest = slice_str(frames), list[8];
	size_t n = 0;

	while (n < 8 && slice_split(&rest, ';', &list[n]))
		n++;
	r.source = SLICE("perf-script");
	r.event = SLICE("cycles");
	r.comm = slice_str(comm);
	r.frames = list;
	r.frame_count = n;
	r.count = count;
	r.period = 10 * count;
	upload_emit(upload, &r);
}

static void emit_instruction(struct upload *upload, const char *address, double percent)
{
	struct record r = record_init(RECORD_INSTRUCTION);

	r.source = SLICE("perf-annotate");
	r.event = SLICE("cycles");
	r.symbol = SLICE("try_charge_memcg");
	r.address = slice_str(address);
	r.assembly = SLICE("lock xadd %rax,(%rdi)");
	r.percent = percent;
	upload_emit(upload, &r);
}

static void emit_row(struct upload *upload, const char *symbol, double percent, int64_t samples)
{
	struct record r = record_init(RECORD_SYMBOL);

	r.source = SLICE("perf-report");
	r.event = SLICE("page-faults");
	r.dso = SLICE("[kernel.kallsyms]");
	r.symbol = slice_str(symbol);
	r.percent = percent;
	r.samples = samples;
	upload_emit(upload, &r);
}

static void emit_difference(struct upload *upload)
{
	struct record r = record_init(RECORD_SYMBOL);

	r.source = SLICE("perf-diff");
	r.symbol = SLICE("charge_memcg");
	r.baseline_percent = 2;
	r.delta_percent = 0.5;
	upload_emit(upload, &r);
}

/* One run with an annotation, stacks, rows and a difference. */
static void fill(struct upload *upload)
{
	upload_begin(upload);
	upload_file(upload, "", "a-annotate.txt", "annotate");
	emit_instruction(upload, "10", 20);
	emit_instruction(upload, "14", 80);
	upload_file_end(upload);
	upload_file(upload, "", "b.script", "script");
	emit_stack(upload, "pft", "asm_exc_page_fault;charge_memcg", 6);
	emit_stack(upload, "pft", "asm_exc_page_fault;clear_page_erms", 90);
	emit_stack(upload, "cat", "asm_exc_page_fault;charge_memcg", 4);
	upload_file_end(upload);
	upload_file(upload, "", "c.report", "report");
	emit_row(upload, "try_charge_memcg", 25, 25);
	emit_row(upload, "clear_page_erms", 75, 75);
	emit_difference(upload);
	upload_file_end(upload);
	check_ok(batch_finish(&upload->batch, &test_err));
}

static struct store *store;
static struct arena arena;
static struct store_run run;
static struct store_profile *profiles;
static size_t count;

static void load(void)
{
	struct store_saved *saved;
	struct upload upload;

	arena_init(&arena);
	check_ok(store_open(test_path, STORE_WRITE, &store, &test_err));
	fill(&upload);
	saved = upload_save(&upload, store);
	check_ok(store_run_get(store, &arena, arena_slice(&arena, saved[0].run), &run, &test_err));
	check_ok(store_run_profiles(store, &arena, &run, &profiles, &count, &test_err));
	upload_end(&upload);
}

static void unload(void)
{
	store_close(store);
	arena_release(&arena);
}

static void stacks_first_then_rows_then_instructions(void **state)
{
	(void)state;
	load();
	assert_int_equal(count, 3);
	check_text(profiles[0].source, "perf-script");
	check_text(profiles[0].path, "b.script");
	check_text(profiles[0].event, "cycles");
	check_near(profiles[0].samples, 100);
	check_near(profiles[0].memcg_percent, 10);
	assert_int_equal(profiles[0].nodes, 7);
	check_text(profiles[1].source, "perf-report");
	check_near(profiles[1].memcg_percent, 25);
	check_text(profiles[2].source, "perf-annotate");
	assert_int_equal(profiles[2].instructions, 2);
	assert_true(isnan(profiles[2].memcg_percent));
	unload();
}

static void a_tree_comes_back_as_it_was(void **state)
{
	struct profile profile;
	struct profile_sum sum;
	int64_t period = 0;

	(void)state;
	load();
	check_ok(store_profile_load(store, &arena, &profiles[0], &profile, &test_err));
	assert_int_equal(profile.node_count, 7);
	assert_int_equal(profile.row_count, 0);
	for (size_t i = 0; i < profile.node_count; i++) {
		assert_true(profile.nodes[i].caller == PROFILE_NONE || profile.nodes[i].caller < i);
		if (profile.nodes[i].period != RECORD_NO_COUNT)
			period += profile.nodes[i].period;
	}
	assert_int_equal(period, 1000);
	profile_sum(&arena, memcg_symbols_new(&arena), &profile, &sum);
	check_near(sum.strict, 10);
	check_near(sum.whole, 100);
	check_ok(store_profile_load(store, &arena, &profiles[1], &profile, &test_err));
	assert_int_equal(profile.row_count, 2);
	check_text(profile.rows[0].symbol, "try_charge_memcg");
	check_text(profile.rows[0].dso, "[kernel.kallsyms]");
	assert_int_equal(profile.rows[1].samples, 75);
	unload();
}

static void by_its_address(void **state)
{
	struct store_profile profile;
	struct store_run of;
	struct slice id;

	(void)state;
	load();
	id = arena_printf(&arena, "%.*s-2", SLICE_FMT(run.id));
	check_ok(store_profile_get(store, &arena, id, &of, &profile, &test_err));
	check_text(profile.source, "perf-report");
	assert_true(slice_eq(profile.id, id));
	assert_true(slice_eq(of.id, run.id));
	id = arena_printf(&arena, "%.*s-4", SLICE_FMT(run.id));
	check_error(store_profile_get(store, &arena, id, &of, &profile, &test_err), ERR_NOT_FOUND,
		    "has no profile 4");
	check_error(store_profile_get(store, &arena, run.id, &of, &profile, &test_err),
		    ERR_NOT_FOUND, "RUN-NUMBER");
	check_error(store_profile_get(store, &arena, SLICE("0-99999999999999999999"), &of, &profile,
				      &test_err),
		    ERR_NOT_FOUND, "RUN-NUMBER");
	unload();
}

static void instructions_of_a_function(void **state)
{
	struct store_instruction *list = NULL;
	struct store_annotated *functions = NULL;
	size_t n;

	(void)state;
	load();
	check_ok(store_annotated(store, &arena, run.rowid, &functions, &n, &test_err));
	assert_int_equal(n, 1);
	check_text(functions[0].symbol, "try_charge_memcg");
	assert_int_equal(functions[0].instructions, 2);
	assert_int_equal(functions[0].profile, 3);
	check_ok(store_instructions(store, &arena, run.rowid, SLICE("try_charge_memcg"), &list, &n,
				    &test_err));
	assert_int_equal(n, 2);
	check_text(list[1].address, "14");
	check_near(list[1].percent, 80);
	check_ok(store_instructions(store, &arena, run.rowid, SLICE("none"), &list, &n, &test_err));
	assert_int_equal(n, 0);
	unload();
}

static void a_column_has_the_share_of_the_first(void **state)
{
	struct column column;

	(void)state;
	load();
	check_ok(store_column(store, &arena, &run.rowid, 1, &column, &test_err));
	check_near(column.memcg_percent, 10);
	unload();
}

/* Names of frames are kept once, whatever uses them. */
static void names_are_shared(void **state)
{
	sqlite3 *handle = NULL;
	sqlite3_stmt *stmt = NULL;

	(void)state;
	load();
	unload();
	assert_int_equal(sqlite3_open(test_path, &handle), SQLITE_OK);
	assert_int_equal(sqlite3_prepare_v2(handle,
					    "select count(*), count(distinct name) from frame", -1,
					    &stmt, NULL),
			 SQLITE_OK);
	assert_int_equal(sqlite3_step(stmt), SQLITE_ROW);
	assert_int_equal(sqlite3_column_int(stmt, 0), 5);
	assert_int_equal(sqlite3_column_int(stmt, 1), 5);
	sqlite3_finalize(stmt);
	sqlite3_close(handle);
}

/* A database as it was before profiles, with rows of two events in it. */
static void make_old(void)
{
	static const char rows[] =
		"insert into config values (1, 'k', 'l', 'root', 'on', 0, 0, 0, 'root', '', '', "
		"'');"
		"insert into machine values (1, 'm', 'm', 'm', '', 'CPU', 0, 0, 0, 0, 0);"
		"insert into upload values (1, 'u', 5);"
		"insert into run values (1, 'OLD', zeroblob(32), 'old', 1, null, 1, 1, 0, 5, 1, 0, "
		"0, "
		"null, 0, 0, 0, 1, '');"
		"insert into content values (1, zeroblob(32), 3, null);"
		"insert into file values (1, 1, 'p.txt', 1);"
		"insert into symbol values (1, 0, 'e', '', '', 'mm/memcontrol.c', '', 5, null, 50, "
		"null, "
		"1, 1), (1, 1, 'e', '', '', 'mm/memcontrol.c', 'f', 2, null, 20, null, 1, 2), "
		"(1, 2, 'd', '', '', '', 'g', null, null, null, null, 1, 3);";
	sqlite3 *handle;

	assert_int_equal(sqlite3_open(test_path, &handle), SQLITE_OK);
	assert_int_equal(sqlite3_exec(handle, db_migration[0].start, NULL, NULL, NULL), SQLITE_OK);
	assert_int_equal(sqlite3_exec(handle, rows, NULL, NULL, NULL), SQLITE_OK);
	sqlite3_close(handle);
}

static void old_rows_become_profiles(void **state)
{
	struct column column;

	(void)state;
	make_old();
	arena_init(&arena);
	check_ok(store_open(test_path, STORE_WRITE, &store, &test_err));
	check_ok(store_run_get(store, &arena, SLICE("OLD"), &run, &test_err));
	check_ok(store_run_profiles(store, &arena, &run, &profiles, &count, &test_err));
	assert_int_equal(count, 1);
	check_text(profiles[0].id, "OLD-1");
	check_text(profiles[0].event, "e");
	assert_int_equal(profiles[0].symbols, 2);
	check_ok(store_column(store, &arena, &run.rowid, 1, &column, &test_err));
	check_near(column.memcg_percent, 5);
	unload();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		db_test(stacks_first_then_rows_then_instructions),
		db_test(a_tree_comes_back_as_it_was),
		db_test(by_its_address),
		db_test(instructions_of_a_function),
		db_test(a_column_has_the_share_of_the_first),
		db_test(names_are_shared),
		db_test(old_rows_become_profiles),
	};

	return cmocka_run_group_tests_name("db/store_profiles", tests, NULL, NULL);
}
