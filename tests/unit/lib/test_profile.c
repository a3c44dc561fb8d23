/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/profile.h"

#include <math.h>

#include "tests/unit/check.h"

static struct arena arena;
static struct memcg_symbols *table;
static struct batch batch;

static int setup(void **data)
{
	const struct batch_options options = { .name = SLICE("upload") };

	(void)data;
	arena_init(&arena);
	table = memcg_symbols_new(&arena);
	batch_init(&batch, &arena, &options);
	batch_file_begin(&batch, SLICE_NONE, SLICE("perf.script"));
	return 0;
}

static int teardown(void **data)
{
	(void)data;
	arena_release(&arena);
	return 0;
}

static void emit(const struct record *r)
{
	struct error err;

	assert_int_equal(sink_emit(batch_sink(&batch), r, &err), OK);
}

/* frames: "outermost;leaf" */
static void stack(const char *comm, const char *frames, int64_t count)
{
	struct record r = record_init(RECORD_STACK);
	struct slice rest = slice_str(frames), list[16];
	size_t n = 0;

	while (n < 16 && slice_split(&rest, ';', &list[n]))
		n++;
	r.source = SLICE("perf-script");
	r.event = SLICE("cycles");
	r.comm = slice_str(comm);
	r.frames = list;
	r.frame_count = n;
	r.count = count;
	emit(&r);
}

static void row(const char *file, const char *dso, const char *symbol, double percent,
		int64_t samples)
{
	struct record r = record_init(RECORD_SYMBOL);

	r.source = SLICE("perf-report");
	r.event = SLICE("cycles");
	r.source_file = slice_str(file);
	r.dso = slice_str(dso);
	r.symbol = slice_str(symbol);
	r.percent = percent;
	r.samples = samples;
	emit(&r);
}

static struct profile profile;
static struct profile_sum sum;

static void finish(void)
{
	unsigned char hash[SHA256_SIZE] = { 1 };
	struct error err;

	batch_file_end(&batch, 1, hash, SLICE_NONE);
	assert_int_equal(batch_finish(&batch, &err), OK);
	assert_int_equal(batch.profile_count, 1);
	profile_of_batch(&arena, &batch, 0, &profile);
	profile_sum(&arena, table, &profile, &sum);
}

static const struct profile_function *function(const char *symbol)
{
	for (size_t i = 0; i < sum.function_count; i++)
		if (slice_is(sum.functions[i].symbol, symbol))
			return &sum.functions[i];
	fail_msg("no function %s", symbol);
	return NULL;
}

static void check_near(double got, double wanted)
{
	if (!(fabs(got - wanted) < 1e-9))
		fail_msg("%.12g is not %.12g", got, wanted);
}

static void test_stacks(void **data)
{
	(void)data;
	stack("pft", "main;asm_exc_page_fault;do_anonymous_page;__mem_cgroup_charge;charge_memcg",
	      6);
	stack("pft",
	      "main;asm_exc_page_fault;do_anonymous_page;__mem_cgroup_charge;charge_memcg;"
	      "try_charge_memcg;page_counter_try_charge",
	      3);
	stack("pft", "main;asm_exc_page_fault;clear_page_erms", 90);
	stack("cat", "main;asm_exc_page_fault;clear_page_erms", 1);
	stack("pft", "main;asm_exc_page_fault;clear_page_erms", 0);
	finish();
	check_near(sum.whole, 100);
	assert_true(sum.counted);
	check_near(sum.strict, 6);
	check_near(sum.shared, 3);
	check_near(sum.total, 9);
	check_near(sum.phases[MEMCG_CHARGE].self, 6);
	check_near(sum.phases[MEMCG_CHARGE].shared, 3);
	check_near(sum.phases[MEMCG_CHARGE].total, 9);
	check_near(function("charge_memcg")->total, 9);
	check_near(function("clear_page_erms")->self, 91);
	check_near(function("main")->total, 100);
	assert_int_equal(sum.entry_count, 1);
	check_text(sum.entries[0].caller, "do_anonymous_page");
	check_text(sum.entries[0].function, "__mem_cgroup_charge");
	check_near(sum.entries[0].weight, 9);
}

static void test_a_recursive_function_counts_once(void **data)
{
	(void)data;
	stack("x", "f;g;f;g;f", 5);
	stack("x", "f.isra.0;g", 2);
	finish();
	check_near(function("f")->total, 7);
	check_near(function("f")->self, 5);
	check_near(function("g")->total, 7);
}

static void test_reclaim_below_a_charge_is_not_memcg(void **data)
{
	(void)data;
	stack("x", "do_syscall_64;try_charge_memcg;try_to_free_mem_cgroup_pages;shrink_lruvec", 40);
	stack("x",
	      "do_syscall_64;try_charge_memcg;try_to_free_mem_cgroup_pages;shrink_node;"
	      "mem_cgroup_iter",
	      5);
	stack("x", "do_syscall_64;try_charge_memcg", 5);
	stack("x", "do_syscall_64", 50);
	finish();
	check_near(sum.strict, 10);
	check_near(sum.total, 10);
	assert_int_equal(sum.entry_count, 2);
	check_near(sum.entries[0].weight + sum.entries[1].weight, 10);
}

static void test_an_ambiguous_name_counts_below_an_entry_of_the_kernel(void **data)
{
	(void)data;
	stack("x", "main;try_charge", 4);
	stack("x", "main;entry_SYSCALL_64_after_hwframe;try_charge", 3);
	stack("x", "main;try_charge_[k]", 2);
	finish();
	check_near(sum.strict, 5);
	check_near(sum.ambiguous, 4);
}

/* The profile of 2015: the line of the file is more than its functions. */
static void test_the_line_of_a_file_wins(void **data)
{
	(void)data;
	row("mm/memcontrol.c", "", "", 6.6441, 395842);
	row("mm/memcontrol.c", "", "mem_cgroup_try_charge", 2.950, 175781);
	row("mm/memcontrol.c", "", "mem_cgroup_charge_statistics.isra.22", 1.239, 73823);
	finish();
	check_near(100 * sum.strict / sum.whole, 6.6441);
	check_near(100 * sum.phases[MEMCG_CHARGE].self / sum.whole, 2.950);
	check_near(100 * sum.unlisted / sum.whole, 6.6441 - 2.950 - 1.239);
	check_near(sum.covered, 0.066441);
	assert_true(sum.counted);
	assert_true(fabs(sum.whole - 5957781) < 1000);
	assert_true(isnan(sum.total));
}

static void folded(const char *frames, int64_t count)
{
	struct record r = record_init(RECORD_STACK);
	struct slice rest = slice_str(frames), list[16];
	size_t n = 0;

	while (n < 16 && slice_split(&rest, ';', &list[n]))
		n++;
	r.source = SLICE("folded");
	r.frames = list;
	r.frame_count = n;
	r.count = count;
	emit(&r);
}

/* Sums of a period that all samples have. */
static void test_counts_that_are_periods(void **data)
{
	(void)data;
	folded("x;asm_exc_page_fault;charge_memcg", 3 * 5025125LL);
	folded("x;asm_exc_page_fault;clear_page_erms", 5 * 5025125LL);
	folded("x;asm_exc_page_fault", 2 * 5025125LL);
	finish();
	check_near(sum.unit, 5025125);
	check_near(sum.whole, 10);
	check_near(sum.strict, 3);
	assert_true(sum.counted);
}

/* Periods that differ tell nothing of how many samples there were. */
static void test_counts_that_are_no_samples(void **data)
{
	(void)data;
	folded("x;asm_exc_page_fault;charge_memcg", 3000001);
	folded("x;asm_exc_page_fault;clear_page_erms", 7000003);
	folded("x;asm_exc_page_fault", 1000003);
	finish();
	assert_false(sum.counted);
	assert_true(isnan(profile_share(&sum, sum.strict).lo));
}

static void test_a_listing_by_task_has_no_share(void **data)
{
	(void)data;
	row("", "", "", 60, 600);
	finish();
	check_near(sum.whole, 0);
	assert_true(isnan(profile_share(&sum, sum.strict).part));
}

static void test_rows_without_samples_have_no_interval(void **data)
{
	(void)data;
	row("", "[kernel.kallsyms]", "try_charge", 5, RECORD_NO_COUNT);
	row("", "libfoo.so", "try_charge", 7, RECORD_NO_COUNT);
	row("", "[kernel.kallsyms]", "page_counter_try_charge", 1, RECORD_NO_COUNT);
	finish();
	check_near(profile_share(&sum, sum.strict).part, 0.05);
	check_near(profile_share(&sum, sum.shared).part, 0.01);
	assert_true(isnan(profile_share(&sum, sum.strict).lo));
	assert_int_equal(sum.function_count, 3);
}

static void test_two_profiles(void **data)
{
	struct profile_function of_a[] = {
		{ SLICE("f"),
		  SLICE("f"),
		  SLICE_NONE,
		  { .kind = MEMCG_OWN, .strict = true },
		  10,
		  NAN },
		{ SLICE("g"), SLICE("g"), SLICE("libc.so"), { .kind = MEMCG_NOT }, 90, NAN },
	};
	struct profile_function of_b[] = {
		{ SLICE("f.isra.0"),
		  SLICE("f"),
		  SLICE("[kernel.kallsyms]"),
		  { .kind = MEMCG_OWN, .strict = true },
		  60,
		  NAN },
		{ SLICE("h"), SLICE("h"), SLICE_NONE, { .kind = MEMCG_NOT }, 140, NAN },
	};
	struct profile_sum a = { .whole = 100,
				 .counted = true,
				 .strict = 10,
				 .functions = of_a,
				 .function_count = 2,
				 .total = NAN };
	struct profile_sum b = { .whole = 200,
				 .counted = true,
				 .strict = 60,
				 .functions = of_b,
				 .function_count = 2,
				 .total = NAN };
	struct profile_diff diff;

	(void)data;
	profile_compare(&arena, &a, &b, &diff);
	check_near(diff.strict.part, 0.2);
	assert_true(diff.strict.lo > 0.1 && diff.strict.hi < 0.3);
	assert_true(isnan(diff.total.part));
	assert_int_equal(diff.function_count, 3);
	check_text(diff.functions[0].base, "g");
	check_text(diff.functions[1].base, "h");
	check_text(diff.functions[2].base, "f");
	check_near(diff.functions[2].change.part, 0.2);
	assert_true(diff.functions[2].moved);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
	const struct CMUnitTest tests[] = {
		TEST(test_stacks),
		TEST(test_a_recursive_function_counts_once),
		TEST(test_reclaim_below_a_charge_is_not_memcg),
		TEST(test_an_ambiguous_name_counts_below_an_entry_of_the_kernel),
		TEST(test_the_line_of_a_file_wins),
		TEST(test_counts_that_are_periods),
		TEST(test_counts_that_are_no_samples),
		TEST(test_a_listing_by_task_has_no_share),
		TEST(test_rows_without_samples_have_no_interval),
		TEST(test_two_profiles),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
