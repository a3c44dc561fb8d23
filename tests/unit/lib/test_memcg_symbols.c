/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/memcg_symbols.h"

#include "tests/unit/check.h"

static struct arena arena;
static struct memcg_symbols *table;

static int setup(void **data)
{
	(void)data;
	arena_init(&arena);
	table = memcg_symbols_new(&arena);
	return 0;
}

static int teardown(void **data)
{
	(void)data;
	arena_release(&arena);
	return 0;
}

static struct memcg_class kernel(const char *symbol)
{
	return memcg_classify(table, slice_str(symbol), OBJECT_KERNEL, SLICE_NONE);
}

/* Every row of the table by itself: the file that the build embeds, read anew. */
static void test_every_row_is_found_in_its_phase(void **data)
{
	struct slice text = check_data(&arena, "lib/memcg_symbols.tsv"), line;
	size_t rows = 0;

	(void)data;
	while (slice_line(&text, &line)) {
		struct slice symbol, group;
		struct memcg_class class;

		if (line.n == 0 || line.p[0] == '#')
			continue;
		assert_true(slice_split(&line, '\t', &symbol) && slice_split(&line, '\t', &group));
		class = memcg_classify(table, symbol, OBJECT_KERNEL, SLICE_NONE);
		check_text(group, memcg_group_name(class.group));
		assert_true(class.kind == MEMCG_OWN || class.kind == MEMCG_SHARED ||
			    class.kind == MEMCG_AMBIGUOUS);
		assert_int_equal(class.strict, class.kind != MEMCG_SHARED);
		rows++;
	}
	assert_int_equal(rows, 583);
}

static struct slice first_word(struct slice text)
{
	return slice_field(&text);
}

/* Symbols as tools print them, with the answers of whoever collected them. */
static void test_printed_symbols(void **data)
{
	struct slice text = check_data(&arena, "tests/data/memcg-symbols-tests.tsv"), line;
	size_t rows = 0;

	(void)data;
	while (slice_line(&text, &line)) {
		struct slice symbol, group, kind;
		struct memcg_class class;

		if (line.n == 0 || line.p[0] == '#' || slice_find(line, "(object:") < line.n)
			continue;
		assert_true(slice_split(&line, '\t', &symbol) && slice_split(&line, '\t', &group) &&
			    slice_split(&line, '\t', &kind));
		class = memcg_classify(table, symbol, OBJECT_KERNEL, SLICE_NONE);
		rows++;
		if (slice_is(group, "?")) {
			assert_int_equal(class.kind, MEMCG_RULE);
			assert_int_equal(class.group, MEMCG_OTHER);
			continue;
		}
		if (class.kind == MEMCG_NOT && slice_is(group, "-"))
			continue;
		check_text(group, memcg_group_name(class.group));
		check_text(first_word(kind), memcg_kind_name(class.kind));
	}
	assert_int_equal(rows, 62);
}

static void test_an_object_that_is_not_the_kernel(void **data)
{
	const struct slice user = SLICE("[.] try_charge");

	(void)data;
	assert_int_equal(memcg_object_of(SLICE("libfoo.so"), SLICE("try_charge")), OBJECT_OTHER);
	assert_int_equal(memcg_object_of(SLICE("[nf_tables]"), user), OBJECT_OTHER);
	assert_int_equal(memcg_object_of(SLICE_NONE, user), OBJECT_OTHER);
	assert_int_equal(memcg_object_of(SLICE_NONE, SLICE("[k] x")), OBJECT_KERNEL);
	assert_int_equal(memcg_object_of(SLICE_NONE, SLICE("x")), OBJECT_UNKNOWN);
	assert_int_equal(memcg_object_of(SLICE("/usr/lib/debug/boot/vmlinux"), user),
			 OBJECT_KERNEL);
	assert_int_equal(memcg_object_of(SLICE("[guest.kernel.kallsyms]"), user), OBJECT_KERNEL);
	assert_int_equal(memcg_classify(table, user, OBJECT_OTHER, SLICE_NONE).kind, MEMCG_NOT);
}

static void test_an_ambiguous_name_counts_in_the_kernel_only(void **data)
{
	struct memcg_class class;

	(void)data;
	assert_true(kernel("try_charge").strict);
	class = memcg_classify(table, SLICE("try_charge"), OBJECT_UNKNOWN, SLICE_NONE);
	assert_int_equal(class.kind, MEMCG_AMBIGUOUS);
	assert_false(class.strict);
}

static void test_the_file_wins(void **data)
{
	const struct slice file = SLICE("mm/memcontrol.c");
	struct memcg_class class;

	(void)data;
	class = memcg_classify(table, SLICE("anything"), OBJECT_UNKNOWN, file);
	assert_int_equal(class.kind, MEMCG_FILE);
	assert_int_equal(class.group, MEMCG_OTHER);
	assert_true(class.strict);
	class = memcg_classify(table, SLICE("page_counter_cancel"), OBJECT_UNKNOWN,
			       SLICE("mm/page_counter.c"));
	assert_int_equal(class.group, MEMCG_UNCHARGE);
	assert_true(class.strict);
	class = memcg_classify(table, SLICE("lru_cache_add"), OBJECT_UNKNOWN, SLICE("mm/swap.c"));
	assert_int_equal(class.kind, MEMCG_NOT);
}

static void test_base_names(void **data)
{
	(void)data;
	check_text(memcg_symbol_base(SLICE("f.isra.22.cold")), "f");
	check_text(memcg_symbol_base(SLICE("f.llvm.1234567")), "f");
	check_text(memcg_symbol_base(SLICE("f.__uniq.42.7")), "f");
	check_text(memcg_symbol_base(SLICE("  [k] __pfx_f+0x1a/0x90 ")), "f");
	check_text(memcg_symbol_base(SLICE("f_[k]")), "f");
	check_text(memcg_symbol_base(SLICE("f.part.0+377")), "f");
	check_text(memcg_symbol_base(SLICE("operator+")), "operator+");
	check_text(memcg_symbol_base(SLICE("f.constant")), "f.constant");
	check_text(memcg_symbol_base(SLICE(".part.0")), ".part");
	check_text(memcg_symbol_base(SLICE("")), "");
}

static void test_reclaim_is_left_below_its_entries(void **data)
{
	(void)data;
	assert_true(kernel("try_to_free_mem_cgroup_pages").entry);
	assert_true(kernel("shrink_lruvec").entry);
	assert_int_equal(kernel("shrink_lruvec").kind, MEMCG_NOT);
	assert_false(kernel("try_charge_memcg").entry);
}

static void test_a_file_adds_to_the_table(void **data)
{
	struct error err;

	(void)data;
	assert_int_equal(memcg_symbols_add(table,
					   SLICE("# ours\n\nnew_hot\tcharge\n"
						 "shared_hot\tswap\t7.9\t8.0\tSHARED with zram\n"
						 "try_charge\t-\n"),
					   &err),
			 OK);
	assert_int_equal(kernel("new_hot.isra.0").group, MEMCG_CHARGE);
	assert_int_equal(kernel("shared_hot").kind, MEMCG_SHARED);
	assert_int_equal(kernel("try_charge").kind, MEMCG_NOT);
}

static void test_a_file_that_is_none(void **data)
{
	struct error err;

	(void)data;
	assert_int_equal(memcg_symbols_add(table, SLICE("a\tcharge\nb\tcharging\n"), &err),
			 ERR_INPUT);
	assert_int_equal(err.line, 2);
	assert_int_equal(memcg_symbols_add(table, SLICE("only_a_name\n"), &err), ERR_INPUT);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
	const struct CMUnitTest tests[] = {
		TEST(test_every_row_is_found_in_its_phase),
		TEST(test_printed_symbols),
		TEST(test_an_object_that_is_not_the_kernel),
		TEST(test_an_ambiguous_name_counts_in_the_kernel_only),
		TEST(test_the_file_wins),
		TEST(test_base_names),
		TEST(test_reclaim_is_left_below_its_entries),
		TEST(test_a_file_adds_to_the_table),
		TEST(test_a_file_that_is_none),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
