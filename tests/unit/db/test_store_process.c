/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Several programs at one database, and one that is killed. */
#include "tests/unit/db/store_test.h"

#include <signal.h>
#include <sys/wait.h>

static const double values[] = { 1, 2, 3 };
static const struct test_run plain = {
	"6.1-vanilla", "6.1.5", "#1 SMP", "on", "1000", "Some CPU", "pft", values, 3,
};

/* A child that does its work and ends with 0. */
static pid_t start(void (*work)(void))
{
	pid_t pid = fork();

	assert_true(pid >= 0);
	if (pid == 0) {
		work();
		_exit(0);
	}
	return pid;
}

static void finish(pid_t pid)
{
	int status = -1;

	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(status, 0);
}

static void write_ten(void)
{
	struct store *store = NULL;
	char id[64];

	if (store_open(test_path, STORE_WRITE, &store, &test_err) != OK)
		_exit(1);
	for (int i = 0; i < 10; i++) {
		struct test_run run = plain;
		char start_s[16];

		(void)snprintf(start_s, sizeof(start_s), "%d%03d", (int)getpid() % 100000, i);
		run.start = start_s;
		if (!save_one(store, &run, id))
			_exit(2);
	}
	store_close(store);
}

static void readers_see_whole_states(void **state)
{
	struct store *writer = open_store(STORE_WRITE), *reader;
	struct arena arena = { NULL };
	struct store_filter filter = { .limit = 100 };
	int64_t generation = 0, last = 0;
	pid_t pids[2];

	(void)state;
	store_close(writer);
	reader = open_store(STORE_READ);
	for (size_t i = 0; i < ARRAY_SIZE(pids); i++)
		pids[i] = start(write_ten);
	while (last < 20) {
		struct store_runs page;

		check_ok(store_begin(reader, &generation, &test_err));
		check_ok(store_runs(reader, &arena, &filter, &page, &test_err));
		store_end(reader);
		assert_true(generation >= last);
		assert_int_equal(page.count, generation);
		for (size_t i = 0; i < page.count; i++)
			assert_int_equal(page.runs[i].samples, 3);
		last = generation;
		arena_reset(&arena);
	}
	for (size_t i = 0; i < ARRAY_SIZE(pids); i++)
		finish(pids[i]);
	arena_release(&arena);
	store_close(reader);
}

/* An upload that takes a while, so that it can be killed within. */
static void write_much(void)
{
	enum { MANY = 300 * 1000 };
	struct store *store = NULL;
	struct upload upload;
	struct store_saved *saved;

	upload_begin(&upload);
	upload_file(&upload, "big", "iter-0/log", "big\n");
	for (int i = 0; i < MANY; i++)
		upload_sample(&upload, "pft", 1, i);
	upload_file_end(&upload);
	upload_finish(&upload);
	if (store_open(test_path, STORE_WRITE, &store, &test_err) != OK ||
	    store_save(store, &upload.arena, &upload.batch, SLICE("big"), &test_actor, &saved,
		       &test_err) != OK)
		_exit(1);
	for (;;)
		(void)pause();
}

static int64_t wal_bytes(void)
{
	char path[128];
	FILE *file;
	long size = 0;

	(void)snprintf(path, sizeof(path), "%s-wal", test_path);
	file = fopen(path, "rb");
	if (file == NULL)
		return 0;
	if (fseek(file, 0, SEEK_END) == 0)
		size = ftell(file);
	(void)fclose(file);
	return size;
}

/* Killed while its rows are being written: the file grows before the end of the transaction. */
static void a_kill_leaves_nothing(void **state)
{
	struct store *store = open_store(STORE_WRITE);
	char id[64];
	int status = 0;
	int64_t before;
	pid_t pid;

	(void)state;
	assert_true(save_one(store, &plain, id));
	before = wal_bytes();
	pid = start(write_much);
	while (wal_bytes() < before + (int64_t)MiB)
		assert_int_equal(waitpid(pid, &status, WNOHANG), 0);
	assert_int_equal(kill(pid, SIGKILL), 0);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(ask("select count(*) from run"), 1);
	assert_int_equal(ask("select count(*) from sample"), 3);
	assert_int_equal(generation_of(store), 1);
	assert_false(save_one(store, &plain, id));
	store_close(store);
	assert_int_equal(ask("select count(*) from pragma_foreign_key_check()"), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		db_test(readers_see_whole_states),
		db_test(a_kill_leaves_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
