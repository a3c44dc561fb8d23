/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/judgement.h"

#include <string.h>

#include "tests/unit/check.h"

enum { ROWS = 14 };

static struct compare_cell cells[ROWS][2];
static struct compare_row rows[ROWS];

/* Rows whose second column has these words, and effects of 1 %, 2 %, ... */
static struct comparison comparison_of(const enum verdict_word *words, size_t count)
{
	struct comparison comparison = { .rows = rows, .row_count = count, .column_count = 2 };

	memset(cells, 0, sizeof(cells));
	memset(rows, 0, sizeof(rows));
	for (size_t i = 0; i < count; i++) {
		rows[i].cells = cells[i];
		cells[i][1].verdict = verdict_none();
		cells[i][1].verdict.word = words[i];
		cells[i][1].verdict.effect = 0.01 * (double)(i + 1);
		cells[i][1].verdict.n_a = cells[i][1].verdict.n_b = 5;
	}
	return comparison;
}

static enum verdict_word word_of(enum verdict_word a, enum verdict_word b)
{
	const enum verdict_word words[] = { a, b };
	struct comparison comparison = comparison_of(words, 2);

	return judgement_of(&comparison).word;
}

static void one_word_for_all(void **state)
{
	(void)state;
	assert_int_equal(word_of(VERDICT_BETTER, VERDICT_WORSE), VERDICT_WORSE);
	assert_int_equal(word_of(VERDICT_UNCLEAR, VERDICT_WORSE), VERDICT_WORSE);
	assert_int_equal(word_of(VERDICT_UNCLEAR, VERDICT_BETTER), VERDICT_UNCLEAR);
	assert_int_equal(word_of(VERDICT_SAME, VERDICT_BETTER), VERDICT_BETTER);
	assert_int_equal(word_of(VERDICT_SAME, VERDICT_CHANGED), VERDICT_CHANGED);
	assert_int_equal(word_of(VERDICT_SAME, VERDICT_SMALL), VERDICT_SMALL);
	assert_int_equal(word_of(VERDICT_SAME, VERDICT_NONE), VERDICT_SAME);
	assert_int_equal(word_of(VERDICT_NONE, VERDICT_NONE), VERDICT_UNCLEAR);
}

static void the_worst_come_first(void **state)
{
	enum verdict_word words[ROWS];
	struct comparison comparison;
	struct judgement judgement;

	(void)state;
	for (size_t i = 0; i < ROWS; i++)
		words[i] = i == 5 ? VERDICT_SAME : VERDICT_WORSE;
	comparison = comparison_of(words, ROWS);
	cells[2][1].verdict.effect = -0.5; /* half as much is more than 14 % more */
	judgement = judgement_of(&comparison);
	assert_int_equal(judgement.counts[VERDICT_WORSE], ROWS - 1);
	assert_int_equal(judgement.counts[VERDICT_SAME], 1);
	assert_int_equal(judgement.worst_count, JUDGEMENT_WORST_MAX);
	assert_int_equal(judgement.worst[0].row, 2);
	assert_int_equal(judgement.worst[1].row, ROWS - 1);
	assert_int_equal(judgement.worst[9].row, 4);
	assert_int_equal(judgement.worst[9].column, 1);
}

static void what_is_no_result_does_not_count(void **state)
{
	const enum verdict_word words[] = { VERDICT_WORSE, VERDICT_NONE };
	struct comparison comparison = comparison_of(words, 2);
	struct judgement judgement;

	(void)state;
	rows[0].duration = true;
	cells[1][1].verdict.n_a = 0; /* a summary */
	judgement = judgement_of(&comparison);
	assert_int_equal(judgement.word, VERDICT_UNCLEAR);
	assert_int_equal(judgement.counts[VERDICT_WORSE] + judgement.counts[VERDICT_NONE], 0);
	assert_int_equal(judgement.worst_count, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_word_for_all),
		cmocka_unit_test(the_worst_come_first),
		cmocka_unit_test(what_is_no_result_does_not_count),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
