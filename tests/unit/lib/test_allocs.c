/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/allocs.h"

#include <math.h>

#include "lib/report_allocs.h"
#include "tests/unit/check.h"

/* The map of a mail of 2021, from a kernel of that year. */
static struct traced_row rows[] = {
	{ { .name = { "@alloc", 6 },
	    .labels = { "key0=pgbench,key1=11784,key2=11840,key3=3264", 44 } },
	  1,
	  1 },
	{ { .name = { "@alloc", 6 }, .labels = { "key0=pgbench,key1=216,key2=256,key3=3264", 40 } },
	  1,
	  23 },
	{ { .name = { "@alloc", 6 },
	    .labels = { "key0=pgbench,key1=216,key2=256,key3=4197568", 43 } },
	  1,
	  1400046 },
	{ { .name = { "@free", 5 }, .labels = { "key0=pgbench", 12 } }, 1, 1400560 },
};

/* The same allocation by an old kernel, which has its flags elsewhere; printed twice. */
static struct traced_row old_rows[] = {
	{ { .name = { "@alloc", 6 },
	    .labels = { "key0=pgbench,key1=216,key2=256,key3=7340224", 43 } },
	  1,
	  5 },
	{ { .name = { "@alloc", 6 },
	    .labels = { "key0=pgbench,key1=216,key2=256,key3=7340224", 43 } },
	  2,
	  700023 },
};

static struct arena arena;
static struct traced runs[2];

static int setup(void **state)
{
	(void)state;
	arena_init(&arena);
	runs[0] = (struct traced){
		.name = SLICE("new"),
		.level = SLICE("5.12-rc6"),
		.rows = rows,
		.row_count = ARRAY_SIZE(rows),
	};
	runs[1] = (struct traced){
		.name = SLICE("old"),
		.level = SLICE("4.19.300"),
		.rows = old_rows,
		.row_count = ARRAY_SIZE(old_rows),
	};
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	arena_release(&arena);
	return 0;
}

static enum err build(size_t count, const char *map, const char *keys, struct allocs *out,
		      struct error *err)
{
	struct allocs_ask ask = { slice_str(map), slice_str(keys) };

	return allocs_build(&arena, runs, count, &ask, out, err);
}

static void test_the_map_of_the_mail(void **state)
{
	struct allocs allocs;
	struct error err;

	(void)state;
	assert_int_equal(build(1, "", "", &allocs, &err), OK);
	assert_int_equal(allocs.row_count, 3);
	check_text(allocs.rows[0].who, "pgbench");
	assert_int_equal(allocs.rows[0].requested, 216);
	assert_int_equal(allocs.rows[0].allocated, 256);
	check_text(allocs.rows[0].flags, "GFP_KERNEL_ACCOUNT");
	assert_true(allocs.rows[0].accounted);
	assert_true(allocs.rows[0].counts[0] == 1400046);
	check_text(allocs.rows[1].flags, "GFP_KERNEL");
	assert_false(allocs.rows[1].accounted);
	assert_true(allocs.totals[0].count == 1400070);
	assert_true(allocs.totals[0].accounted == 1400046);
	assert_true(allocs.totals[0].frees == 1400560);
	assert_false(allocs.totals[0].assumed);
}

static void test_kernels_meet_by_the_meaning_of_flags(void **state)
{
	struct allocs allocs;
	struct error err;

	(void)state;
	assert_int_equal(build(2, "@alloc", "", &allocs, &err), OK);
	assert_int_equal(allocs.row_count, 3);
	assert_true(allocs.rows[0].counts[0] == 1400046);
	assert_true(allocs.rows[0].counts[1] == 700023); /* the last printing */
	assert_true(isnan(allocs.rows[1].counts[1]));
	assert_true(isnan(allocs.totals[1].frees));
}

static void test_keys_may_be_named_otherwise(void **state)
{
	struct allocs allocs;
	struct error err;

	(void)state;
	assert_int_equal(build(1, "@alloc", "task,bytes_req,bytes_alloc,flags", &allocs, &err), OK);
	assert_int_equal(allocs.rows[0].who.n, 0);
	assert_int_equal(allocs.rows[0].flags.n, 0);
	assert_int_equal(build(1, "@alloc", "comm,gfp_flags", &allocs, &err), ERR_INPUT);
	assert_int_equal(build(1, "@none", "", &allocs, &err), ERR_NOT_FOUND);
	rows[3].metric.labels = SLICE("bytes_alloc=64,bytes_req=40,comm=a\\,b");
	assert_int_equal(build(1, "@free", "", &allocs, &err), OK);
	check_text(allocs.rows[0].who, "a,b");
	assert_int_equal(allocs.rows[0].requested, 40);
	rows[3].metric.labels = SLICE("key0=pgbench");
}

static void test_text_says_counts_and_change(void **state)
{
	const double ops[] = { 700023, 700023 };
	struct allocs allocs;
	struct error err;
	struct buf buf;

	(void)state;
	assert_int_equal(build(2, "", "", &allocs, &err), OK);
	buf_init(&buf);
	report_allocs(&buf, &allocs, NULL, &(struct report_options){ .width = 0 });
	assert_true(slice_find(buf_slice(&buf),
			       "  comm     gfp  asked  taken  waste        A       B    B/A-1\n"
			       "  pgbench  a      216    256     40  1400046  700023  -50.00%\n"
			       "  pgbench  b      216    256     40       23\n") < buf.n);
	assert_true(slice_find(buf_slice(&buf), "  gfp a  GFP_KERNEL_ACCOUNT\n") < buf.n);
	buf_clear(&buf);
	report_allocs(&buf, &allocs, ops, &(struct report_options){ .width = 0 });
	assert_true(slice_find(buf_slice(&buf), "2.0000  1.0000  -50.00%\n") < buf.n);
	assert_true(slice_find(buf_slice(&buf), "Counts are per operation.") < buf.n);
	buf_release(&buf);
}

static void test_csv(void **state)
{
	struct allocs allocs;
	struct error err;
	struct buf buf;

	(void)state;
	assert_int_equal(build(1, "", "", &allocs, &err), OK);
	buf_init(&buf);
	report_allocs(&buf, &allocs, NULL, &(struct report_options){ .style = REPORT_CSV });
	assert_true(slice_find(buf_slice(&buf), ",new,,,pgbench,216,256,GFP_KERNEL_ACCOUNT,yes,"
						"1400046\n") < buf.n);
	buf_release(&buf);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_the_map_of_the_mail),
		TEST(test_kernels_meet_by_the_meaning_of_flags),
		TEST(test_keys_may_be_named_otherwise),
		TEST(test_text_says_counts_and_change),
		TEST(test_csv),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
