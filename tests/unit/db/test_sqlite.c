/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Connections: whose database, in what state, and who else uses it. */
#include "tests/unit/db/db_test.h"

#include <grp.h>
#include <math.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "db/migrate.h"

static struct db *open_new(void)
{
	struct db *db = NULL;

	check_ok(db_open(test_path, DB_WRITE, &db, &test_err));
	check_ok(migrate(db, &test_err));
	return db;
}

/* A database made by plain SQLite. */
static void make_with(const char *sql)
{
	sqlite3 *handle;

	assert_int_equal(sqlite3_open(test_path, &handle), SQLITE_OK);
	assert_int_equal(sqlite3_exec(handle, sql, NULL, NULL, NULL), SQLITE_OK);
	sqlite3_close(handle);
}

static void write_file(const char *text)
{
	FILE *f = fopen(test_path, "w");

	assert_non_null(f);
	assert_true(fputs(text, f) >= 0);
	assert_int_equal(fclose(f), 0);
}

static void reading_needs_a_database(void **state)
{
	struct db *db;

	(void)state;
	check_error(db_open(test_path, DB_READ, &db, &test_err), ERR_NOT_FOUND, test_path);
	check_error(db_open("", DB_READ, &db, &test_err), ERR_INPUT, "no name");
	assert_int_equal(access(test_path, F_OK), -1);
}

static void a_folder_is_no_database(void **state)
{
	struct db *db;

	(void)state;
	check_error(db_open(test_folder, DB_READ, &db, &test_err), ERR_INPUT, "is a folder");
	check_error(db_open(test_folder, DB_WRITE, &db, &test_err), ERR_INPUT, "is a folder");
}

static void text_is_no_database(void **state)
{
	struct db *db;

	(void)state;
	write_file("This file is longer than a header, but it is no database at all: just text, "
		   "and more text, until a hundred bytes and more are there.\n");
	check_error(db_open(test_path, DB_READ, &db, &test_err), ERR_INPUT, "not a database");
	check_error(db_open(test_path, DB_WRITE, &db, &test_err), ERR_INPUT, "not a database");
}

static void an_empty_file_becomes_one(void **state)
{
	struct db *db = NULL;

	(void)state;
	write_file("");
	check_ok(db_open(test_path, DB_READ, &db, &test_err));
	check_error(migrate_check(db, &test_err), ERR_INPUT, "is empty");
	db_close(db);
	db_close(open_new());
	check_ok(db_open(test_path, DB_READ, &db, &test_err));
	check_ok(migrate_check(db, &test_err));
	db_close(db);
}

static void another_programs_database_is_left_alone(void **state)
{
	struct db *db;

	(void)state;
	make_with("create table recipe (name text)");
	check_error(db_open(test_path, DB_WRITE, &db, &test_err), ERR_INPUT, "another program");
	check_error(db_open(test_path, DB_READ, &db, &test_err), ERR_INPUT, "another program");
	make_with("drop table recipe; pragma application_id = 7");
	check_error(db_open(test_path, DB_WRITE, &db, &test_err), ERR_INPUT, "another program");
}

static void a_newer_schema_is_refused(void **state)
{
	struct db *db = NULL;

	(void)state;
	db_close(open_new());
	make_with("pragma user_version = 99");
	check_ok(db_open(test_path, DB_WRITE, &db, &test_err));
	check_error(migrate(db, &test_err), ERR_INPUT, "newer (schema 99)");
	check_error(migrate_check(db, &test_err), ERR_INPUT, "newer (schema 99)");
	db_close(db);
}

static void readers_cannot_write(void **state)
{
	struct db *db = NULL;

	(void)state;
	db_close(open_new());
	check_ok(db_open(test_path, DB_READ, &db, &test_err));
	check_error(db_script(db, "delete from state", &test_err), ERR_IO, "read-only");
	db_close(db);
}

static void the_second_writer_waits_and_then_says_so(void **state)
{
	struct db *first = open_new(), *second = NULL;

	(void)state;
	check_ok(db_open(test_path, DB_WRITE, &second, &test_err));
	db_patience(second, 20);
	check_ok(db_begin(first, DB_WRITE, &test_err));
	check_error(db_begin(second, DB_WRITE, &test_err), ERR_BUSY, "locked");
	db_rollback(first);
	check_ok(db_begin(second, DB_WRITE, &test_err));
	db_rollback(second);
	db_close(second);
	db_close(first);
}

static void a_read_transaction_sees_one_state(void **state)
{
	struct db *writer = open_new(), *reader = NULL;
	struct stmt *stmt;
	bool row = false;

	(void)state;
	check_ok(db_open(test_path, DB_READ, &reader, &test_err));
	check_ok(db_begin(reader, DB_READ, &test_err));
	for (int i = 0; i < 2; i++) {
		check_ok(db_prepare(reader, "generation", &stmt, &test_err));
		check_ok(db_step(stmt, &row, &test_err));
		assert_int_equal(db_int(stmt, 0), 0);
		check_ok(db_script(writer, "update state set generation = 5", &test_err));
	}
	db_rollback(reader);
	check_ok(db_prepare(reader, "generation", &stmt, &test_err));
	check_ok(db_step(stmt, &row, &test_err));
	assert_int_equal(db_int(stmt, 0), 5);
	db_close(reader);
	db_close(writer);
}

static void a_rollback_forgets(void **state)
{
	struct db *db = open_new();
	struct stmt *stmt;
	bool row = false;

	(void)state;
	check_ok(db_begin(db, DB_WRITE, &test_err));
	check_ok(db_prepare(db, "generation_raise", &stmt, &test_err));
	check_ok(db_run(stmt, &test_err));
	db_rollback(db);
	check_ok(db_prepare(db, "generation", &stmt, &test_err));
	check_ok(db_step(stmt, &row, &test_err));
	assert_int_equal(db_int(stmt, 0), 0);
	db_close(db);
}

static void a_deadline_cuts_a_long_query(void **state)
{
	struct db *db = open_new();

	(void)state;
	db_deadline(db, 20);
	check_error(db_script(db,
			      "with recursive n(i) as (select 1 union all select i + 1 from n) "
			      "select count(*) from n",
			      &test_err),
		    ERR_BUSY, "over 20 ms");
	db_deadline(db, 0);
	check_ok(db_script(db,
			   "with recursive n(i) as (select 1 union all select i + 1 from n "
			   "where i < 100000) select count(*) from n",
			   &test_err));
	db_close(db);
}

static void values_come_back_as_they_went(void **state)
{
	struct db *db = open_new();
	struct arena arena = { NULL };
	struct stmt *stmt;
	bool row = false;
	char hash[32] = { 1, 0, 2 };

	(void)state;
	check_ok(db_prepare(db, "content_save", &stmt, &test_err));
	db_bind_blob(stmt, 1, (struct slice){ hash, sizeof(hash) });
	db_bind_int(stmt, 2, INT64_MAX);
	db_bind_blob(stmt, 3, SLICE_NONE);
	check_ok(db_run(stmt, &test_err));
	check_ok(db_prepare(db, "content_get", &stmt, &test_err));
	db_bind_blob(stmt, 1, (struct slice){ hash, sizeof(hash) });
	check_ok(db_step(stmt, &row, &test_err));
	assert_true(row);
	assert_true(db_int(stmt, 0) == INT64_MAX);
	assert_false(db_is_null(stmt, 1));
	assert_int_equal(db_text(&arena, stmt, 1).n, 0);
	check_ok(db_step(stmt, &row, &test_err));
	assert_false(row);
	/* A value that the schema refuses is an error, not a silent change. */
	check_ok(db_prepare(db, "content_save", &stmt, &test_err));
	db_bind_blob(stmt, 1, SLICE("short"));
	db_bind_double(stmt, 2, NAN);
	check_error(db_run(stmt, &test_err), ERR_BUG, "constraint");
	arena_release(&arena);
	db_close(db);
}

/* Runs a check as a user who owns nothing: the super-user may write read-only files. */
static void as_nobody(void (*check)(void))
{
	enum { NOBODY = 65534 };
	int status = -1;
	pid_t pid = fork();

	assert_true(pid >= 0);
	if (pid == 0) {
		if (geteuid() == 0 &&
		    (setgroups(0, NULL) != 0 || setgid(NOBODY) != 0 || setuid(NOBODY) != 0))
			_exit(99);
		check();
		_exit(0);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 0);
}

static void expect(int number, enum err got, enum err code, const char *part)
{
	if (got == code && strstr(test_err.text, part) != NULL)
		return;
	(void)fprintf(stderr, "check %d: %s: '%s'\n", number, error_name(got), test_err.text);
	_exit(number);
}

static void refuses_to_write(void)
{
	struct db *db;

	expect(1, db_open(test_path, DB_WRITE, &db, &test_err), ERR_IO, "read-only");
}

static void says_why_it_cannot_read(void)
{
	struct db *db;

	expect(1, db_open(test_path, DB_READ, &db, &test_err), ERR_IO, "folder is read-only");
}

static void reads(void)
{
	struct db *db;

	if (db_open(test_path, DB_READ, &db, &test_err) != OK || migrate_check(db, &test_err) != OK)
		expect(1, ERR_IO, OK, "");
	db_close(db);
}

static void refuses_to_make(void)
{
	struct db *db;
	char path[128];

	(void)snprintf(path, sizeof(path), "%s/other.db", test_folder);
	expect(1, db_open(path, DB_WRITE, &db, &test_err), ERR_IO, "cannot open");
	(void)snprintf(path, sizeof(path), "%s/none/other.db", test_folder);
	expect(2, db_open(path, DB_WRITE, &db, &test_err), ERR_IO, "cannot open");
}

static void refuses_to_read(void)
{
	struct db *db;

	expect(1, db_open(test_path, DB_READ, &db, &test_err), ERR_IO, "cannot open");
}

static void read_only_places(void **state)
{
	(void)state;
	db_close(open_new());
	assert_int_equal(chmod(test_path, 0444), 0);
	assert_int_equal(chmod(test_folder, 0555), 0);
	as_nobody(refuses_to_write);
	as_nobody(refuses_to_make);
	/* SQLite shares its state with writers through a file beside the database. */
	as_nobody(says_why_it_cannot_read);
	assert_int_equal(chmod(test_folder, 0777), 0);
	as_nobody(reads);
	assert_int_equal(chmod(test_path, 0000), 0);
	as_nobody(refuses_to_read);
	assert_int_equal(chmod(test_folder, 0755), 0);
}

/* Two programs that make the same database at the same time both find it whole. */
static void two_make_one(void **state)
{
	enum { MAKERS = 4 };
	int status;

	(void)state;
	for (int i = 0; i < MAKERS; i++) {
		pid_t pid = fork();

		assert_true(pid >= 0);
		if (pid == 0) {
			struct db *db = NULL;
			enum err e = db_open(test_path, DB_WRITE, &db, &test_err);

			if (e == OK)
				e = migrate(db, &test_err);
			if (e != OK)
				(void)fprintf(stderr, "maker: %s\n", test_err.text);
			db_close(db);
			_exit(e);
		}
	}
	for (int i = 0; i < MAKERS; i++) {
		assert_true(wait(&status) > 0);
		assert_int_equal(status, 0);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		db_test(reading_needs_a_database),
		db_test(a_folder_is_no_database),
		db_test(text_is_no_database),
		db_test(an_empty_file_becomes_one),
		db_test(another_programs_database_is_left_alone),
		db_test(a_newer_schema_is_refused),
		db_test(readers_cannot_write),
		db_test(the_second_writer_waits_and_then_says_so),
		db_test(a_read_transaction_sees_one_state),
		db_test(a_rollback_forgets),
		db_test(a_deadline_cuts_a_long_query),
		db_test(values_come_back_as_they_went),
		db_test(read_only_places),
		db_test(two_make_one),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
