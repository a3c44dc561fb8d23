/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/latency.h"

#include <math.h>

#include "lib/report_latency.h"
#include "tests/unit/check.h"

static const struct bucket old_buckets[] = { { 2, 4, 90 }, { 4, 8, 9 }, { 8, 16, 1 } };
static const struct bucket new_buckets[] = { { 1, 2, 50 }, { 2, 4, 0 }, { 4, 8, 50 } };
static const struct bucket cut_buckets[] = { { 0, 1, 1 }, { 2147483648.0, 4294967296.0, 9 } };

static struct traced_histogram histogram(const struct bucket *buckets, size_t count, int64_t print)
{
	return (struct traced_histogram){
		.metric = { .name = SLICE("@usecs") },
		.print = print,
		.buckets = buckets,
		.bucket_count = count,
	};
}

#define HISTOGRAM(list, print) histogram(list, ARRAY_SIZE(list), print)

static struct arena arena;
static struct traced_histogram of_a[2], of_b[1];
static struct traced runs[2];

static int setup(void **state)
{
	(void)state;
	arena_init(&arena);
	of_a[0] = HISTOGRAM(new_buckets, 1);
	of_a[1] = HISTOGRAM(old_buckets, 2);
	of_b[0] = HISTOGRAM(new_buckets, 1);
	runs[0] = (struct traced){ .name = SLICE("a"), .histograms = of_a, .histogram_count = 2 };
	runs[1] = (struct traced){ .name = SLICE("b"), .histograms = of_b, .histogram_count = 1 };
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	arena_release(&arena);
	return 0;
}

static void build(size_t count, enum latency_prints prints, struct latency *out)
{
	struct error err;

	assert_int_equal(latency_build(&arena, runs, count, SLICE_NONE, prints, out, &err), OK);
}

static void check_range(struct latency_range range, double lo, double hi)
{
	assert_true(range.lo == lo);
	assert_true(range.hi == hi);
}

static void test_the_last_printing_stands_for_all(void **state)
{
	struct latency latency;
	const struct latency_row *row;

	(void)state;
	build(2, LATENCY_LAST, &latency);
	assert_int_equal(latency.row_count, 1);
	row = &latency.rows[0];
	assert_int_equal(row->bound_count, 4);
	assert_int_equal(row->cells[0].total, 100);
	assert_int_equal(row->cells[0].prints, 1);
	assert_int_equal(row->cells[0].counts[0], LATENCY_NOT_PRINTED);
	assert_int_equal(row->cells[0].counts[1], 90);
	assert_int_equal(row->cells[1].counts[1], 0);
	assert_int_equal(row->cells[1].counts[3], LATENCY_NOT_PRINTED);
}

static void test_printings_add_up_when_asked(void **state)
{
	struct latency latency;

	(void)state;
	build(1, LATENCY_ALL, &latency);
	assert_int_equal(latency.rows[0].cells[0].total, 200);
	assert_int_equal(latency.rows[0].cells[0].prints, 2);
	assert_int_equal(latency.rows[0].cells[0].counts[1], 90);
	assert_int_equal(latency.rows[0].cells[0].counts[2], 59);
}

/* Ranks by hand: of 100 values 90 are in 2-4, 9 in 4-8, the last one in 8-16. */
static void test_percentiles_are_the_bounds_of_a_bucket(void **state)
{
	struct latency latency;
	const struct latency_row *row;

	(void)state;
	build(2, LATENCY_LAST, &latency);
	row = &latency.rows[0];
	check_range(latency_percentile(row, &row->cells[0], 0.5), 2, 4);
	check_range(latency_percentile(row, &row->cells[0], 0.9), 2, 4);
	check_range(latency_percentile(row, &row->cells[0], 0.99), 4, 8);
	check_range(latency_percentile(row, &row->cells[0], 0.999), 8, 16);
	check_range(latency_percentile(row, &row->cells[1], 0.5), 1, 2);
	check_range(latency_percentile(row, &row->cells[1], 0.51), 4, 8);
}

static void test_values_cut_to_32_bits_are_open(void **state)
{
	struct latency latency;
	const struct latency_row *row;

	(void)state;
	of_a[1] = HISTOGRAM(cut_buckets, 2);
	build(1, LATENCY_LAST, &latency);
	row = &latency.rows[0];
	assert_true(row->cells[0].open_top);
	check_range(latency_percentile(row, &row->cells[0], 0.99), 2147483648.0, INFINITY);
	runs[0].tool = SLICE("0.20.2");
	build(1, LATENCY_LAST, &latency);
	row = &latency.rows[0];
	assert_false(row->cells[0].open_top);
	check_range(latency_percentile(row, &row->cells[0], 0.99), 2147483648.0, 4294967296.0);
}

static void test_nothing_and_too_much(void **state)
{
	struct traced many[TRACED_RUNS_MAX + 1] = { 0 };
	struct latency latency;
	struct error err;

	(void)state;
	assert_int_equal(
		latency_build(&arena, runs, 2, SLICE("@other"), LATENCY_LAST, &latency, &err),
		ERR_NOT_FOUND);
	assert_string_equal(err.text, "no histogram '@other' in these runs");
	assert_int_equal(latency_build(&arena, many, ARRAY_SIZE(many), SLICE_NONE, LATENCY_LAST,
				       &latency, &err),
			 ERR_LIMIT);
}

static void test_ranges_as_text(void **state)
{
	(void)state;
	check_text(report_range(&arena, (struct latency_range){ 16, 32 }), "16-32");
	check_text(report_range(&arena, (struct latency_range){ 512, 1024 }), "512-1K");
	check_text(report_range(&arena, (struct latency_range){ 7680, 8192 }), "7680-8K");
	check_text(report_range(&arena, (struct latency_range){ 5, 6 }), "5");
	check_text(report_range(&arena, (struct latency_range){ -INFINITY, 0 }), "<0");
	check_text(report_range(&arena, (struct latency_range){ 1048576, INFINITY }), ">=1M");
	check_text(report_range(&arena, (struct latency_range){ NAN, NAN }), "");
}

static void test_text_has_a_column_for_each_run(void **state)
{
	struct latency latency;
	struct buf buf;

	(void)state;
	runs[1].tracing.lost = 12;
	build(2, LATENCY_LAST, &latency);
	buf_init(&buf);
	report_latency(&buf, &latency, &(struct report_options){ .width = 0 });
	check_text(slice_head(buf_slice(&buf), slice_find(buf_slice(&buf), "  p50 ...")),
		   "  A  a\n"
		   "  B  b\n"
		   "\n"
		   "  @usecs\n"
		   "            A                       B\n"
		   "  1                                50 ##################\n"
		   "  2-4      90 ##################    0\n"
		   "  4-8       9 ##                   50 ##################\n"
		   "  8-16      1 #\n"
		   "  all     100                     100\n"
		   "  p50     2-4                       1\n"
		   "  p90     2-4                     4-8\n"
		   "  p99     4-8                     4-8\n"
		   "  p99.9  8-16                     4-8\n"
		   "\n");
	assert_true(slice_find(buf_slice(&buf), "B lost 12 events or more") < buf.n);
	buf_release(&buf);
}

static void test_csv_has_what_was_printed(void **state)
{
	struct latency latency;
	struct buf buf;

	(void)state;
	build(1, LATENCY_LAST, &latency);
	buf_init(&buf);
	report_latency(&buf, &latency, &(struct report_options){ .style = REPORT_CSV });
	check_text(buf_slice(&buf), "metric,unit,id,run,kernel,config,lo,hi,count\n"
				    "\"@usecs\",,,a,,,2,4,90\n"
				    "\"@usecs\",,,a,,,4,8,9\n"
				    "\"@usecs\",,,a,,,8,16,1\n");
	buf_release(&buf);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_the_last_printing_stands_for_all),
		TEST(test_printings_add_up_when_asked),
		TEST(test_percentiles_are_the_bounds_of_a_bucket),
		TEST(test_values_cut_to_32_bits_are_open),
		TEST(test_nothing_and_too_much),
		TEST(test_ranges_as_text),
		TEST(test_text_has_a_column_for_each_run),
		TEST(test_csv_has_what_was_printed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
