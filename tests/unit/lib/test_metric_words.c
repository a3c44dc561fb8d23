/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/metric_words.h"

#include "tests/unit/check.h"

static struct arena arena;

static int set_up(void **state)
{
	(void)state;
	arena_init(&arena);
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	arena_release(&arena);
	return 0;
}

#define CELL(benchmark, name, labels, unit)                                                        \
	{                                                                                          \
		.metric = { SLICE(benchmark), SLICE(name), SLICE(labels), SLICE(unit), 0 }, .n = 1 \
	}

static struct column_cell cells[] = {
	CELL("pgbench", "latency", "clients=1", "ms"),
	CELL("pgbench", "tps", "", "1/s"),
	CELL("pgbench", "tps", "clients=1", "1/s"),
	CELL("pgbench", "tps", "clients=16", "1/s"),
	CELL("pft", "faults/cpu-1", "", "faults/s"),
	CELL("pft", "faults/sec-1", "", "faults/s"),
	CELL("", "calls sendto", "", ""),
};
static const struct column column = { .cells = cells, .cell_count = ARRAY_SIZE(cells) };

static void found(const char *words, size_t cell)
{
	const struct column_cell *got;
	struct error err;

	if (metric_by_words(&arena, &column, slice_str(words), &got, &err) != OK)
		fail_msg("'%s': %s", words, err.text);
	assert_ptr_equal(got, &cells[cell]);
}

static void not_found(const char *words, enum err code, const char *text)
{
	const struct column_cell *got;
	struct error err;

	assert_int_equal(metric_by_words(&arena, &column, slice_str(words), &got, &err), code);
	check_text(slice_str(err.text), text);
}

static void words_that_say_one(void **state)
{
	(void)state;
	found("pgbench tps", 1); /* it is all of that metric, and not all of the others */
	found("tps PGBENCH", 1);
	found("pgbench tps clients=16", 3);
	found("tps 16", 3);
	found("latency", 0);
	found("ms", 0);
	found("faults/cpu-1", 4);
	found("sec-1", 5); /* a part */
	found("calls sendto", 6);
	found("send", 6);
}

static void words_that_say_several_list_them(void **state)
{
	(void)state;
	not_found("tps", ERR_CONFLICT,
		  "metric 'tps' may be 'pgbench tps', 'pgbench tps clients=1', "
		  "'pgbench tps clients=16'");
	not_found("faults", ERR_CONFLICT,
		  "metric 'faults' may be 'pft faults/cpu-1', 'pft faults/sec-1'");
	not_found("pgbench clients=1", ERR_CONFLICT,
		  "metric 'pgbench clients=1' may be 'pgbench latency clients=1', "
		  "'pgbench tps clients=1'");
}

static void words_that_say_none_list_all(void **state)
{
	(void)state;
	not_found("tps clients=2", ERR_NOT_FOUND,
		  "no metric 'tps clients=2' among: 'pgbench latency clients=1', 'pgbench tps', "
		  "'pgbench tps clients=1', 'pgbench tps clients=16', 'pft faults/cpu-1', "
		  "'pft faults/sec-1', 'calls sendto'");
}

/* A mean that somebody else made is no sample. */
static void summaries_are_none(void **state)
{
	struct column_cell cell = CELL("pft", "faults", "", "");
	const struct column only = { .cells = &cell, .cell_count = 1 };
	const struct column_cell *got;
	struct error err;

	(void)state;
	cell.statistic = SLICE("mean");
	assert_int_equal(metric_by_words(&arena, &only, SLICE("pft"), &got, &err), ERR_NOT_FOUND);
	check_text(slice_str(err.text), "it holds no samples");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(words_that_say_one),
		cmocka_unit_test(words_that_say_several_list_them),
		cmocka_unit_test(words_that_say_none_list_all),
		cmocka_unit_test(summaries_are_none),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
