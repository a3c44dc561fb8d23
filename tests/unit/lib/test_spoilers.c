/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/spoilers.h"

#include "tests/unit/check.h"

static void check(const struct spoilers *spoilers, const char *expected)
{
	struct arena arena;

	arena_init(&arena);
	check_text(spoilers_text(&arena, spoilers), expected);
	arena_release(&arena);
}

static void nothing_spoils_a_run_whose_boots_all_gave_samples(void **state)
{
	const struct spoilers all = { .boots = 3, .of_boots = 3 };
	const struct spoilers most = { .boots = 11, .of_boots = 20 };

	(void)state;
	check(&all, "");
	check(&most, "");
}

static void each_kind_is_told(void **state)
{
	const struct spoilers spoilers = { .options = SLICE("DEBUG_VM KASAN"),
					   .boots = 10,
					   .of_boots = 20,
					   .tracing = { .lost = 12, .full_maps = 1 } };

	(void)state;
	check(&spoilers, "built with DEBUG_VM KASAN, samples of only 10 of 20 boots, "
			 "events lost in tracing: 12 or more, and a map was full");
}

static void several_metrics_have_the_fewest_boots_of_them(void **state)
{
	struct spoilers first = { .boots = 4, .of_boots = 20 };
	const struct spoilers second = { .boots = 1, .of_boots = 20, .tracing = { .lost = 3 } };

	(void)state;
	spoilers_add(&first, &first);
	check(&first, "samples of only 4 of 20 boots");
	spoilers_add(&first, &second);
	check(&first, "in some rows samples of only 1 of 20 boots, "
		      "events lost in tracing: 3 or more");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nothing_spoils_a_run_whose_boots_all_gave_samples),
		cmocka_unit_test(each_kind_is_told),
		cmocka_unit_test(several_metrics_have_the_fewest_boots_of_them),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
