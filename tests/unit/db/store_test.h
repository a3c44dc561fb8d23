/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Uploads made by hand for the tests of the store, by the way that parsers take: a batch's sink. */
#ifndef TESTS_UNIT_DB_STORE_TEST_H
#define TESTS_UNIT_DB_STORE_TEST_H

#include "tests/unit/db/db_test.h"

#include <math.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#include "db/store.h"
#include "lib/record.h"

#define check_text(got, wanted)                                                              \
	do {                                                                                 \
		struct slice g = (got);                                                      \
		if (!slice_is(g, wanted))                                                    \
			fail_msg("line %d: got '%.*s', wanted '%s'", __LINE__, SLICE_FMT(g), \
				 wanted);                                                    \
	} while (0)

#define check_near(got, wanted) assert_true(fabs((got) - (wanted)) < 1e-9)

/* One upload in the making. */
struct upload {
	struct arena arena;
	struct batch batch;
	struct slice bytes; /* of the current file */
};

static inline void upload_begin_with(struct upload *upload, const struct batch_options *options)
{
	arena_init(&upload->arena);
	batch_init(&upload->batch, &upload->arena, options);
}

static inline void upload_begin(struct upload *upload)
{
	const struct batch_options options = { .name = SLICE("test") };

	upload_begin_with(upload, &options);
}

static inline void upload_file(struct upload *upload, const char *run, const char *path,
			       const char *bytes)
{
	upload->bytes = slice_str(bytes);
	batch_file_begin(&upload->batch, slice_str(run), slice_str(path));
}

static inline void upload_file_end(struct upload *upload)
{
	unsigned char hash[SHA256_SIZE];
	char packed[4096];
	size_t n = ZSTD_compress(packed, sizeof(packed), upload->bytes.p, upload->bytes.n, 1);

	assert_false(ZSTD_isError(n));
	sha256(upload->bytes, hash);
	batch_file_end(&upload->batch, upload->bytes.n, hash, (struct slice){ packed, n });
}

static inline void upload_emit(struct upload *upload, const struct record *record)
{
	check_ok(sink_emit(batch_sink(&upload->batch), record, &test_err));
}

/* A measurement of metric "time" (in seconds, lower is better) of a benchmark. */
static inline struct record test_sample(const char *benchmark, int iteration, double value)
{
	struct record r = record_init(RECORD_SAMPLE);

	r.benchmark = slice_str(benchmark);
	r.metric = SLICE("time");
	r.unit = SLICE("s");
	r.better = BETTER_LOWER;
	r.iteration = iteration;
	r.value = value;
	r.line = 7;
	return r;
}

static inline void upload_sample(struct upload *upload, const char *benchmark, int iteration,
				 double value)
{
	struct record r = test_sample(benchmark, iteration, value);

	upload_emit(upload, &r);
}

static inline void upload_fact(struct upload *upload, int iteration, const char *key,
			       const char *value)
{
	struct record r = record_init(RECORD_META);

	r.key = slice_str(key);
	r.value_text = slice_str(value);
	r.iteration = iteration;
	upload_emit(upload, &r);
}

static inline void upload_finish(struct upload *upload)
{
	check_ok(batch_finish(&upload->batch, &test_err));
}

static const struct store_actor test_actor = { .name = { "cli:tester", 10 } };

static inline struct store_saved *upload_save(struct upload *upload, struct store *store)
{
	struct store_saved *saved = NULL;

	check_ok(store_save(store, &upload->arena, &upload->batch, SLICE("test"), &test_actor,
			    &saved, &test_err));
	return saved;
}

static inline void upload_end(struct upload *upload)
{
	arena_release(&upload->arena);
}

/* What a run of a tree is. */
struct test_run {
	const char *name, *release, *version, *mode, *start, *cpu, *benchmark;
	const double *values;
	size_t count;
	bool transcribed; /* the file stands outside any tree, and names the run */
};

static inline void upload_run(struct upload *upload, const struct test_run *run)
{
	char bytes[256];

	(void)snprintf(bytes, sizeof(bytes), "%s %s %zu %g\n", run->name, run->start, run->count,
		       run->values[run->count - 1]);
	upload_file(upload, run->transcribed ? "" : run->name, "iter-0/log", bytes);
	if (run->release != NULL) {
		upload_fact(upload, 1, "kernel.release", run->release);
		upload_fact(upload, 1, "kernel.version", run->version);
		upload_fact(upload, 1, "run.start", run->start);
		upload_fact(upload, 1, "cgroup.memory.enabled",
			    strcmp(run->mode, "on") == 0 ? "1" : "0");
		upload_fact(upload, 1, "machine.cpu", run->cpu);
	}
	for (size_t i = 0; i < run->count; i++) {
		struct record r = test_sample(run->benchmark, 1, run->values[i]);

		if (run->transcribed)
			r.run = slice_str(run->name);
		upload_emit(upload, &r);
	}
	upload_file_end(upload);
}

/* Saves one run as an upload of its own; copies its id. */
static inline bool save_one(struct store *store, const struct test_run *run, char id[64])
{
	struct upload upload;
	struct store_saved *saved;
	bool is_new;

	upload_begin(&upload);
	upload_run(&upload, run);
	upload_finish(&upload);
	saved = upload_save(&upload, store);
	is_new = saved[0].is_new;
	(void)snprintf(id, 64, "%.*s", SLICE_FMT(saved[0].run));
	upload_end(&upload);
	return is_new;
}

static inline struct store *open_store(enum store_mode mode)
{
	struct store *store = NULL;

	check_ok(store_open(test_path, mode, &store, &test_err));
	return store;
}

static inline int64_t generation_of(struct store *store)
{
	int64_t generation = -1;

	check_ok(store_begin(store, &generation, &test_err));
	store_end(store);
	return generation;
}

/* What plain SQL finds: one number. */
static inline int64_t ask(const char *sql)
{
	sqlite3 *handle;
	sqlite3_stmt *stmt;
	int64_t value = -1;

	assert_int_equal(sqlite3_open(test_path, &handle), SQLITE_OK);
	assert_int_equal(sqlite3_prepare_v2(handle, sql, -1, &stmt, NULL), SQLITE_OK);
	if (sqlite3_step(stmt) == SQLITE_ROW)
		value = sqlite3_column_int64(stmt, 0);
	sqlite3_finalize(stmt);
	sqlite3_close(handle);
	return value;
}

#endif
