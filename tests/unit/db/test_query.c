/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Every named query against the schema: it prepares, and finds its rows by an index. */
#include "tests/unit/db/db_test.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "db/migrate.h"

static struct db *open_new(void)
{
	struct db *db = NULL;

	check_ok(db_open(test_path, DB_WRITE, &db, &test_err));
	check_ok(migrate(db, &test_err));
	return db;
}

static void every_query_prepares(void **state)
{
	struct db *db = open_new();
	struct stmt *stmt;

	(void)state;
	assert_true(db_query_count > 40);
	for (size_t i = 0; i < db_query_count; i++) {
		if (i > 0)
			assert_true(strcmp(db_query[i - 1].name, db_query[i].name) < 0);
		assert_true(slice_starts(embedded_bytes(&db_query[i]), "-- "));
		check_ok(db_prepare(db, db_query[i].name, &stmt, &test_err));
	}
	db_close(db);
}

/* All sources of db as one text; the tests are started in the top folder. */
static char *read_sources(void)
{
	FILE *pipe = popen("cat db/*.c", "r");
	char *text = calloc(1, MiB);

	assert_non_null(pipe);
	assert_non_null(text);
	assert_true(fread(text, 1, MiB - 1, pipe) > 0);
	assert_int_equal(pclose(pipe), 0);
	return text;
}

static void every_query_is_asked_for(void **state)
{
	char *sources = read_sources();

	(void)state;
	for (size_t i = 0; i < db_query_count; i++) {
		char quoted[64];

		(void)snprintf(quoted, sizeof(quoted), "\"%s\"", db_query[i].name);
		if (strstr(sources, quoted) == NULL)
			fail_msg("nobody asks for %s", db_query[i].name);
	}
	free(sources);
}

/* What a plan may read from end to end: lists of all, and what grows with runs and metrics. */
static bool may_scan(const char *query, const char *step)
{
	static const char *const allowed[][2] = {
		{ "audit_list", "SCAN a" },
		{ "config_list", "SCAN c" },
		{ "frozen_list", "SCAN f" },
		{ "generation", "SCAN state" },
		{ "generation_raise", "SCAN state" },
		{ "kernel_configs", "SCAN n" },
		{ "kernel_list", "SCAN k" },
		{ "kernel_list", "SCAN rm" },
		{ "kernel_machines", "SCAN n" },
		{ "kernel_names", "SCAN kernel_name" },
		{ "machine_by_name", "SCAN m" },
		{ "machine_configs", "SCAN n" },
		{ "machine_is", "SCAN m" },
		{ "machine_kernels", "SCAN n" },
		{ "machine_list", "SCAN m" },
		{ "metric_list", "SCAN m" },
		{ "metric_list", "SCAN u" },
		{ "medians_save", "SCAN (subquery" }, /* of a run */
		{ "noise_runs", "SCAN c" },
		{ "point_runs", "SCAN m" },
		{ "point_runs", "SCAN c" },
		{ "profile_latest", "SCAN p" }, /* from its end, until there are enough */
		{ "run_benchmark_save", "SCAN used" },
		{ "run_finish", "SCAN used" },
		{ "run_list", "SCAN m" },
		{ "run_list", "SCAN machine_called" },
		{ "run_list", "SCAN r USING INDEX run_start" },
		{ "run_maps", "SCAN used" },
		{ "search_commits", "SCAN o" },
		{ "search_functions", "SCAN p" }, /* from its end, as above */
		{ "search_functions", "SCAN l" }, /* of so many profiles, as below */
		{ "search_functions", "SCAN named" },
		{ "search_functions", "SCAN x" },
		{ "search_metrics", "SCAN m" },
		{ "search_runs", "SCAN found" }, /* of so many runs, as below */
		{ "search_runs", "SCAN named" },
		{ "search_runs", "SCAN of_id" },
		{ "token_called", "SCAN token" },
		{ "token_list", "SCAN token" },
	};

	/* `db check`, `db prune` and `db reparse` look at all there is */
	if (strncmp(step, "SCAN", 4) != 0 || strncmp(query, "check_", 6) == 0 ||
	    strncmp(query, "prune_", 6) == 0 || strncmp(query, "reread_", 7) == 0)
		return true;
	for (size_t i = 0; i < ARRAY_SIZE(allowed); i++)
		if (strcmp(query, allowed[i][0]) == 0 &&
		    strncmp(step, allowed[i][1], strlen(allowed[i][1])) == 0)
			return true;
	return false;
}

static void check_plan(sqlite3 *handle, const struct embedded *query)
{
	sqlite3_stmt *plan;
	char sql[8192];

	(void)snprintf(sql, sizeof(sql), "explain query plan %s", query->start);
	assert_int_equal(sqlite3_prepare_v2(handle, sql, -1, &plan, NULL), SQLITE_OK);
	while (sqlite3_step(plan) == SQLITE_ROW) {
		const char *step = (const char *)sqlite3_column_text(plan, 3);

		if (!may_scan(query->name, step))
			fail_msg("query %s: %s", query->name, step);
	}
	sqlite3_finalize(plan);
}

/* Plans ask only whether there is such a function. */
static void no_step(sqlite3_context *context, int count, sqlite3_value **values)
{
	(void)context;
	(void)count;
	(void)values;
}

static void no_final(sqlite3_context *context)
{
	(void)context;
}

static void no_query_scans_what_grows(void **state)
{
	sqlite3 *handle;

	(void)state;
	db_close(open_new());
	assert_int_equal(sqlite3_open(test_path, &handle), SQLITE_OK);
	assert_int_equal(sqlite3_create_function(handle, "packed", 2, SQLITE_UTF8, NULL, NULL,
						 no_step, no_final),
			 SQLITE_OK);
	for (size_t i = 0; i < db_query_count; i++)
		if (strstr(db_query[i].start, "\nselect") != NULL ||
		    strstr(db_query[i].start, "\nupdate") != NULL ||
		    strstr(db_query[i].start, "\ninsert") != NULL)
			check_plan(handle, &db_query[i]);
	sqlite3_close(handle);
}

static void migrations_set_their_number(void **state)
{
	struct db *db = open_new();
	int64_t version = 0;

	(void)state;
	check_ok(db_version(db, &version, &test_err));
	assert_int_equal(version, db_migration_count);
	for (size_t i = 0; i < db_migration_count; i++) {
		char number[32];

		(void)snprintf(number, sizeof(number), "%04zu_", i + 1);
		assert_memory_equal(db_migration[i].name, number, 5);
	}
	db_close(db);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		db_test(every_query_prepares),
		db_test(every_query_is_asked_for),
		db_test(no_query_scans_what_grows),
		db_test(migrations_set_their_number),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
