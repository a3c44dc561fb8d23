/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/mmtests_missing.h"

#include "ingest/benchmarks.h"

/* More tests are not looked after; the files of one come together, with few others between. */
enum { TESTS_MAX = 16384, TESTS_BETWEEN = 1024 };

void missing_init(struct mmtests_missing *missing, struct arena *arena)
{
	*missing = (struct mmtests_missing){ .arena = arena };
}

/* The entry, new or not; the one asked for is mostly the last. NULL beyond the limit. */
static struct missing_test *test_of(struct mmtests_missing *missing, struct slice run,
				    int iteration, struct slice name)
{
	struct missing_test new = { .iteration = iteration };

	size_t first = missing->count > TESTS_BETWEEN ? missing->count - TESTS_BETWEEN : 0;

	for (size_t i = missing->count; i > first; i--) {
		struct missing_test *test = &missing->tests[i - 1];

		if (test->iteration == iteration && slice_eq(test->name, name) &&
		    slice_eq(test->run, run))
			return test;
	}
	if (missing->count == TESTS_MAX)
		return NULL;
	new.run = arena_slice(missing->arena, run);
	new.name = arena_slice(missing->arena, name);
	ARENA_PUSH(missing->arena, missing->tests, missing->count, missing->capacity, new);
	return &missing->tests[missing->count - 1];
}

void missing_seen(struct mmtests_missing *missing, struct slice run, int iteration,
		  struct slice name, bool has_results)
{
	struct missing_test *test;

	(void)test_of(missing, run, iteration, SLICE("")); /* the iteration is there */
	test = test_of(missing, run, iteration, name);
	if (test != NULL && has_results)
		test->has_results = true;
}

void missing_record(struct mmtests_missing *missing, const struct record *record)
{
	struct slice name = record->key;
	struct missing_test *test;

	if (record->kind != RECORD_META || !slice_take(&name, "test.status."))
		return;
	test = test_of(missing, record->run, record->iteration, name);
	if (test != NULL)
		test->ran = true;
}

static enum err tell_results(const struct missing_test *test, struct sink *sink, struct error *err)
{
	return sink_diagnostic(sink, 0, err,
			       "%.*s/iter-%d: %.*s ran, but there are no results of it",
			       SLICE_FMT(test->run), test->iteration - 1, SLICE_FMT(test->name));
}

static bool has_iteration(const struct mmtests_missing *missing, struct slice run, int iteration)
{
	for (size_t i = 0; i < missing->count; i++)
		if (missing->tests[i].iteration == iteration &&
		    slice_eq(missing->tests[i].run, run))
			return true;
	return false;
}

/* The iteration before one that is there, when a still earlier one is there too. */
static enum err tell_gap(const struct mmtests_missing *missing, const struct missing_test *test,
			 struct sink *sink, struct error *err)
{
	int before = test->iteration - 1;
	bool earlier = false;

	if (test->name.n > 0 || before < 1 || has_iteration(missing, test->run, before))
		return OK;
	for (size_t i = 0; i < missing->count; i++)
		earlier = earlier || (missing->tests[i].iteration < before &&
				      slice_eq(missing->tests[i].run, test->run));
	return earlier ? sink_diagnostic(sink, 0, err, "%.*s: iter-%d is missing",
					 SLICE_FMT(test->run), before - 1)
		       : OK;
}

enum err missing_tell(const struct mmtests_missing *missing, struct sink *sink, struct error *err)
{
	enum err e = OK;

	for (size_t i = 0; e == OK && i < missing->count; i++) {
		const struct missing_test *test = &missing->tests[i];

		if (test->ran && !test->has_results && benchmark_known(test->name))
			e = tell_results(test, sink, err);
		if (e == OK)
			e = tell_gap(missing, test, sink, err);
	}
	return e;
}
