/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/gfp.h"

#include "tests/unit/check.h"

static struct slice decode(struct arena *arena, uint64_t flags, const char *level)
{
	bool known;

	return gfp_decode(arena, flags, gfp_layout_of(slice_str(level), &known));
}

static void test_numbers_of_real_traces(void **state)
{
	struct arena arena;

	(void)state;
	arena_init(&arena);
	check_text(decode(&arena, 3264, "5.12-rc6"), "GFP_KERNEL");
	check_text(decode(&arena, 4197568, "5.12-rc6"), "GFP_KERNEL_ACCOUNT");
	check_text(decode(&arena, 4197568, ""), "GFP_KERNEL_ACCOUNT");
	check_text(decode(&arena, 1314250, "6.18.44"), "GFP_HIGHUSER_MOVABLE|ZERO|COMP");
	check_text(decode(&arena, 4459968, "6.18.44"), "GFP_KERNEL_ACCOUNT|ZERO|COMP");
	check_text(decode(&arena, 7340224, "4.19.300"), "GFP_KERNEL_ACCOUNT");
	check_text(decode(&arena, 6291648, "4.19"), "GFP_KERNEL");
	check_text(decode(&arena, 2592, "5.10.262"), "GFP_ATOMIC");
	check_text(decode(&arena, 2080, "6.3"), "GFP_ATOMIC");
	check_text(decode(&arena, 10240, "6.18"), "GFP_NOWAIT");
	check_text(decode(&arena, 0, "6.18"), "0");
	arena_release(&arena);
}

static void test_what_has_no_name_is_a_number(void **state)
{
	struct arena arena;

	(void)state;
	arena_init(&arena);
	check_text(decode(&arena, 0x4000cc0, "6.18"), "GFP_KERNEL|0x4000000");
	check_text(decode(&arena, 0x4000cc0, "6.4"), "GFP_KERNEL|NOLOCKDEP");
	check_text(decode(&arena, 0x8000cc0, "6.1.192"), "GFP_KERNEL|NOLOCKDEP");
	check_text(decode(&arena, 0x800cc0, "5.10"), "GFP_KERNEL|NOLOCKDEP");
	check_text(decode(&arena, 1125450, "6.18"),
		   "GFP_NOFS|HIGHMEM|MOVABLE|NOWARN|NORETRY|HARDWALL");
	check_text(decode(&arena, UINT64_C(1) << 40, "6.18"), "0x10000000000");
	arena_release(&arena);
}

static void test_layouts(void **state)
{
	bool known;

	(void)state;
	assert_int_equal(gfp_layout_of(SLICE("4.20.17"), &known), GFP_LAYOUT_4_19);
	assert_true(known);
	assert_int_equal(gfp_layout_of(SLICE("5.10.262"), &known), GFP_LAYOUT_5_4);
	assert_int_equal(gfp_layout_of(SLICE("6.2.1"), &known), GFP_LAYOUT_6_1);
	assert_int_equal(gfp_layout_of(SLICE("6.9"), &known), GFP_LAYOUT_6_3);
	assert_int_equal(gfp_layout_of(SLICE("7.0"), &known), GFP_LAYOUT_6_10);
	assert_int_equal(gfp_layout_of(SLICE("vanilla"), &known), GFP_LAYOUT_6_10);
	assert_false(known);
	assert_true(gfp_is_accounted(4197568, GFP_LAYOUT_5_4));
	assert_false(gfp_is_accounted(4197568, GFP_LAYOUT_4_19));
	assert_true(gfp_is_accounted(7340224, GFP_LAYOUT_4_19));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_numbers_of_real_traces),
		cmocka_unit_test(test_what_has_no_name_is_a_number),
		cmocka_unit_test(test_layouts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
