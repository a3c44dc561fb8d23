/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/record.h"

#include <math.h>
#include <string.h>

#include "tests/unit/check.h"

static struct record valid(void)
{
	struct record r = record_init(RECORD_SAMPLE);

	r.metric = SLICE("faults");
	r.value = 1;
	r.line = 7;
	return r;
}

static void check_refused(const struct record *r, enum err wanted)
{
	struct error err = { 0 };

	assert_int_equal(record_check(r, &err), wanted);
	assert_int_equal(err.code, wanted);
	assert_int_equal(err.line, 7);
	assert_true(strlen(err.text) > 0);
}

static void test_init_means_absent(void **data)
{
	struct record r = record_init(RECORD_STACK);

	(void)data;
	assert_int_equal(r.kind, RECORD_STACK);
	assert_true(isnan(r.value) && isnan(r.total) && isnan(r.time_s) && isnan(r.percent) &&
		    isnan(r.sem_percent) && isnan(r.children_percent));
	assert_true(r.n == RECORD_NO_COUNT && r.print == RECORD_NO_COUNT &&
		    r.count == RECORD_NO_COUNT && r.period == RECORD_NO_COUNT &&
		    r.samples == RECORD_NO_COUNT);
}

static void test_one_of_value_status_text(void **data)
{
	struct record r = valid();

	(void)data;
	assert_int_equal(record_check(&r, NULL), OK);
	r.status = SLICE("failed");
	check_refused(&r, ERR_INPUT);
	r.value = RECORD_NO_NUMBER;
	assert_int_equal(record_check(&r, NULL), OK);
	r.status = SLICE_NONE;
	check_refused(&r, ERR_INPUT);
	r.text = SLICE("true");
	assert_int_equal(record_check(&r, NULL), OK);
}

static void test_refusals(void **data)
{
	static char large[RECORD_TEXT_MAX + 1];
	struct label labels[RECORD_LABELS_MAX + 1] = { 0 };
	const struct bucket flat[] = { { 0, 1, 5 }, { 2, 2, 7 } };
	struct record r = valid();

	(void)data;
	r.value = INFINITY;
	check_refused(&r, ERR_INPUT);
	r = valid();
	r.metric = SLICE("\xff");
	check_refused(&r, ERR_INPUT);
	r = valid();
	memset(large, 'a', sizeof(large));
	r.unit = (struct slice){ large, sizeof(large) };
	check_refused(&r, ERR_LIMIT);
	r.unit.n = RECORD_TEXT_MAX;
	assert_int_equal(record_check(&r, NULL), OK);
	r = valid();
	r.labels = labels;
	r.label_count = ARRAY_SIZE(labels);
	check_refused(&r, ERR_LIMIT);
	r.label_count = 1;
	labels[0].value = SLICE("\xc0\xaf");
	check_refused(&r, ERR_INPUT);
	r = record_init(RECORD_HISTOGRAM);
	r.line = 7;
	r.buckets = flat;
	r.bucket_count = ARRAY_SIZE(flat);
	check_refused(&r, ERR_INPUT);
	r.bucket_count = 1;
	assert_int_equal(record_check(&r, NULL), OK);
}

static void test_names(void **data)
{
	(void)data;
	assert_string_equal(record_kind_name(RECORD_SAMPLE), "sample");
	assert_string_equal(record_kind_name(RECORD_DIAGNOSTIC), "diagnostic");
	for (int better = BETTER_HIGHER; better <= BETTER_NONE; better++)
		assert_int_equal(better_parse(slice_str(better_name(better))), better);
	assert_int_equal(better_parse(SLICE("")), BETTER_UNKNOWN);
	assert_int_equal(better_parse(SLICE("high")), BETTER_UNKNOWN);
}

struct last_record {
	struct sink sink;
	enum record_kind kind;
	size_t line;
	char key[32], text[64];
};

static enum err remember(struct sink *sink, const struct record *r, struct error *err)
{
	struct last_record *last = CONTAINER_OF(sink, struct last_record, sink);
	struct slice text = r->kind == RECORD_META ? r->value_text : r->message;

	(void)err;
	last->kind = r->kind;
	last->line = r->line;
	(void)snprintf(last->key, sizeof(last->key), "%.*s", SLICE_FMT(r->key));
	(void)snprintf(last->text, sizeof(last->text), "%.*s", SLICE_FMT(text));
	return OK;
}

static void test_counts(void **data)
{
	(void)data;
	assert_int_equal(record_count(12.9), 12);
	assert_int_equal(record_count(-3), -3);
	assert_int_equal(record_count(1e300), INT64_MAX);
	assert_int_equal(record_count(-1e300), INT64_MIN + 1);
	assert_int_equal(record_count(RECORD_NO_NUMBER), RECORD_NO_COUNT);
}

static void test_helpers_of_sinks(void **data)
{
	struct last_record last = { .sink.emit = remember };

	(void)data;
	assert_int_equal(sink_diagnostic(&last.sink, 3, NULL, "odd %d", 5), OK);
	assert_int_equal(last.kind, RECORD_DIAGNOSTIC);
	assert_int_equal(last.line, 3);
	assert_string_equal(last.text, "odd 5");
	assert_int_equal(sink_meta(&last.sink, 4, "kernel.release", SLICE("6.1"), NULL), OK);
	assert_int_equal(last.kind, RECORD_META);
	assert_string_equal(last.key, "kernel.release");
	assert_string_equal(last.text, "6.1");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_init_means_absent),
		cmocka_unit_test(test_one_of_value_status_text),
		cmocka_unit_test(test_refusals),
		cmocka_unit_test(test_names),
		cmocka_unit_test(test_counts),
		cmocka_unit_test(test_helpers_of_sinks),
	};

	return cmocka_run_group_tests_name("lib/record", tests, NULL, NULL);
}
