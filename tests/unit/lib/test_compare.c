/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <math.h>

#include "tests/unit/check.h"
#include "tests/unit/lib/kvm_samples.h"

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

static void check_near(double got, double wanted, double tolerance)
{
	if (!(fabs(got - wanted) <= tolerance))
		fail_msg("got %.12g, wanted %.12g", got, wanted);
}

/* A number that a tool printed. */
static struct column_cell summary(const char *benchmark, const char *name, const char *statistic,
				  enum better better, const double *value)
{
	return (struct column_cell){
		.metric = { slice_str(benchmark), slice_str(name), SLICE_NONE, SLICE_NONE, better },
		.statistic = slice_str(statistic),
		.values = value,
		.n = 1,
		.summary_n = RECORD_NO_COUNT,
	};
}

static struct comparison build(const struct column *columns, size_t count, size_t baseline)
{
	struct comparison out;
	struct error err;

	if (compare_build(&arena, columns, count, baseline, &out, &err) != OK)
		fail_msg("%s", err.text);
	return out;
}

/* Against the data set's own figures (EXPECTED.md and expected-compare.csv, by scipy). */
static void samples_give_change_interval_and_p(void **state)
{
	struct column_cell cells[4][2];
	struct column columns[] = {
		kvm_column("6.1.192-disabled", cells[0], kvm_faults_disabled, kvm_fork_disabled),
		kvm_column("6.1.192-default", cells[1], kvm_faults_default, kvm_fork_default),
		kvm_column("6.1.192-child", cells[2], kvm_faults_child, kvm_fork_child),
	};
	struct comparison c = build(columns, 3, 0);
	const struct compare_cell *cell;

	(void)state;
	assert_int_equal(c.row_count, 2);
	check_text(c.rows[0].metric.name, "usecs-op-fork");
	cell = &c.rows[0].cells[1];
	check_near(100 * cell->delta, 2.140890591, 1e-9);
	check_near(100 * cell->delta_lo, 1.32766979, 1e-8);
	check_near(100 * cell->delta_hi, 2.954111392, 1e-8);
	check_near(cell->welch_p, 3.034667963e-05, 1e-13);
	assert_int_equal(cell->n, 18);
	assert_int_equal(cell->boots, 3);
	cell = &c.rows[1].cells[2];
	check_near(cell->stats.mean, 72677.91117, 1e-5);
	check_near(100 * cell->delta, -16.03192967, 1e-8);
	check_near(100 * cell->delta_lo, -16.06724901, 1e-8);
	check_near(100 * cell->delta_hi, -15.99661033, 1e-8);
	assert_true(isnan(c.rows[1].cells[0].delta) && isnan(c.rows[1].cells[0].welch_p));
}

static void another_baseline_turns_the_table(void **state)
{
	struct column_cell cells[2][2];
	struct column columns[] = {
		kvm_column("child", cells[0], kvm_faults_child, kvm_fork_child),
		kvm_column("disabled-child", cells[1], kvm_faults_disabled_child,
			   kvm_fork_disabled_child),
	};
	struct comparison c = build(columns, 2, 1);

	(void)state;
	check_near(100 * c.rows[0].cells[0].delta, 21.12127117, 1e-8);
	assert_true(isnan(c.rows[0].cells[1].delta));
}

/* As people read: numbers as numbers, a benchmark's durations behind its results. */
static void rows_stand_as_people_read_them(void **state)
{
	static const char *const names[] = {
		"faults/sec-1",     "Duration System", "faults/cpu-12",
		"Duration Elapsed", "faults/cpu-2",    "Duration User"
	};
	static const char *const wanted[] = {
		"faults/cpu-2",  "faults/cpu-12",   "faults/sec-1",
		"Duration User", "Duration System", "Duration Elapsed"
	};
	struct column_cell cells[ARRAY_SIZE(names) + 1];
	struct column columns[2];
	struct comparison c;

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		cells[i] = kvm_cell("pft", names[i], "s", BETTER_LOWER, kvm_fork_default);
	cells[ARRAY_SIZE(names)] =
		kvm_cell("hackbench", "time-1", "s", BETTER_LOWER, kvm_fork_default);
	columns[0] = columns[1] = column_of_cells("any", cells, ARRAY_SIZE(cells));
	c = build(columns, 2, 0);
	check_text(c.rows[0].metric.name, "time-1");
	for (size_t i = 0; i < ARRAY_SIZE(wanted); i++)
		check_text(c.rows[i + 1].metric.name, wanted[i]);
	assert_int_equal(c.group_count, 2);
	check_text(c.groups[1].benchmark, "pft");
	assert_int_equal(c.groups[1].first, 1);
	assert_int_equal(c.groups[1].count, 6);
}

/* The 2013 mail of samples/: one number a side. */
static void pasted_numbers_are_compared_without_interval(void **state)
{
	const double elapsed[] = { 466.15, 510.00, 483.23 };
	struct column_cell cells[3];
	struct column columns[3];
	struct comparison c;

	(void)state;
	for (size_t i = 0; i < 3; i++) {
		cells[i] = summary("", "Elapsed", "mean", BETTER_LOWER, &elapsed[i]);
		columns[i] = column_of_cells("x", &cells[i], 1);
	}
	c = build(columns, 3, 0);
	check_near(100 * c.rows[0].cells[1].delta, 9.41, 0.005);
	check_near(100 * c.rows[0].cells[2].delta, 3.66, 0.005);
	assert_true(isnan(c.rows[0].cells[1].delta_lo) && isnan(c.rows[0].cells[1].welch_p));
	assert_int_equal(c.rows[0].cells[1].boots, 0);
}

/* perf's +- of five runs each (a memcg patch of 2010); by hand from Welch's formulas. */
static void standard_errors_that_are_told_give_an_interval(void **state)
{
	const double faults[] = { 45878618, 48179400 };
	struct column_cell a = summary("", "page-faults", "mean", BETTER_NONE, &faults[0]);
	struct column_cell b = summary("", "page-faults", "mean", BETTER_NONE, &faults[1]);
	struct column columns[] = { { .name = SLICE("Before"), .cells = &a, .cell_count = 1 },
				    { .name = SLICE("After"), .cells = &b, .cell_count = 1 } };
	struct comparison c;

	(void)state;
	a.summary_n = b.summary_n = 5;
	a.sem_percent = 0.110;
	c = build(columns, 2, 0);
	assert_true(isnan(c.rows[0].cells[1].delta_lo));
	b.sem_percent = 0.271;
	c = build(columns, 2, 0);
	check_near(c.rows[0].cells[1].delta_lo, 0.042382788, 1e-8);
	check_near(c.rows[0].cells[1].delta_hi, 0.057915874, 1e-8);
	assert_int_equal(c.rows[0].cells[1].verdict.word, VERDICT_NONE);
}

static void statistics_are_compared_with_their_like(void **state)
{
	const double value[] = { 10, 20 };
	struct column_cell a = summary("pft", "faults", "hmean", BETTER_HIGHER, &value[0]);
	struct column_cell b = summary("pft", "faults", "amean", BETTER_HIGHER, &value[1]);
	struct column columns[] = { column_of_cells("a", &a, 1), column_of_cells("b", &b, 1) };
	struct comparison c;
	struct error err;

	(void)state;
	assert_int_equal(compare_build(&arena, columns, 2, 0, &c, &err), ERR_INPUT);
	assert_non_null(strstr(err.text, "no metric in common"));
}

static void geometric_mean_counts_one_direction_and_no_spread(void **state)
{
	const double base[] = { 100, 100, 5, 7, 100 }, other[] = { 200, 50, 50, 70, 300 };
	struct column_cell cells[2][5];
	struct column columns[2];
	struct comparison c;

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		const double *v = i == 0 ? base : other;

		cells[i][0] = summary("b", "m-1", "hmean", BETTER_HIGHER, &v[0]);
		cells[i][1] = summary("b", "m-2", "hmean", BETTER_HIGHER, &v[1]);
		cells[i][2] = summary("b", "m-2", "stddev", BETTER_HIGHER, &v[2]);
		cells[i][3] = summary("b", "wait", "hmean", BETTER_LOWER, &v[3]);
		cells[i][4] = summary("b", "Duration User", "hmean", BETTER_HIGHER, &v[4]);
		columns[i] = column_of_cells("x", cells[i], 5);
	}
	c = build(columns, 2, 0);
	check_near(c.groups[0].geomean[1].value, 0, 1e-15); /* sqrt(2 * 0.5) - 1 */
	assert_true(isnan(c.groups[0].geomean[0].value));
	assert_true(c.rows[0].counts && c.rows[1].counts);
	assert_false(c.rows[2].counts || c.rows[3].counts || c.rows[4].counts);
}

/* R 4.2.2: t.test of the logs of the boots' medians. */
static void a_row_has_a_verdict_by_boots(void **state)
{
	struct column_cell cells[2][2];
	struct column columns[] = {
		kvm_column("off", cells[0], kvm_faults_disabled_child, kvm_fork_disabled_child),
		kvm_column("on", cells[1], kvm_faults_child, kvm_fork_child),
	};
	struct comparison c;
	const struct verdict *v;

	(void)state;
	c = build(columns, 2, 0);
	v = &c.rows[0].cells[1].verdict;
	assert_true(v->word == VERDICT_WORSE && v->by_boots && v->n_a == 3 && v->family == 1);
	check_near(v->effect, 0.208730219303, 1e-11);
	check_near(v->lo, 0.197935249058, 1e-11);
	check_near(v->hi, 0.219622466410, 1e-11);
	assert_int_equal(c.rows[0].cells[0].verdict.word, VERDICT_NONE);
	check_near(c.groups[0].geomean[1].value, v->effect, 1e-12);
	assert_true(c.groups[0].geomean[1].lo > v->lo && c.groups[0].geomean[1].hi < v->hi);
}

static void durations_are_a_family_of_their_own(void **state)
{
	struct column_cell cells[2][3];
	struct column columns[2];
	struct comparison c;

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		const double *v = i == 0 ? kvm_fork_disabled : kvm_fork_child;

		cells[i][0] = kvm_cell("b", "m-1", "s", BETTER_LOWER, v);
		cells[i][1] = kvm_cell("b", "m-2", "s", BETTER_LOWER, v);
		cells[i][2] = kvm_cell("b", "Duration User", "s", BETTER_LOWER, v);
		columns[i] = column_of_cells("x", cells[i], 3);
	}
	c = build(columns, 2, 0);
	assert_int_equal(c.rows[0].cells[1].verdict.family, 2);
	assert_int_equal(c.rows[2].cells[1].verdict.family, 1);
}

/* The 2015 mail has both in one benchmark; gitsource has nothing but time(1)'s columns. */
static void user_and_system_are_durations_beside_results(void **state)
{
	const double v[] = { 1443258.1, 1530574.6, 41.45, 41.11, 410.19, 404.76 };
	struct column_cell cells[2][3];
	struct column columns[2];
	struct comparison c;

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		cells[i][0] = summary("pft", "System", "mean", BETTER_LOWER, &v[4 + i]);
		cells[i][1] = summary("pft", "User", "mean", BETTER_LOWER, &v[2 + i]);
		cells[i][2] = summary("pft", "faults/cpu-1", "hmean", BETTER_HIGHER, &v[i]);
		columns[i] = column_of_cells("x", cells[i], 3);
	}
	c = build(columns, 2, 0);
	check_text(c.rows[0].metric.name, "faults/cpu-1");
	check_text(c.rows[1].metric.name, "User");
	assert_true(c.rows[1].duration && c.rows[2].duration && !c.rows[0].duration);
	check_near(c.groups[0].geomean[1].value, 0.0605, 0.00005); /* the mail's 6.05 % */
	columns[0].cell_count = columns[1].cell_count = 2;
	c = build(columns, 2, 0);
	assert_false(c.rows[0].duration || c.rows[0].counts || c.rows[1].counts);
	assert_true(isnan(c.groups[0].geomean[1].value)); /* a mean over parts of a whole */
}

static void what_is_not_shared_is_left_out(void **state)
{
	const double v[] = { 1, 2, 3 };
	struct column_cell a[] = { summary("b", "only-a", "", BETTER_LOWER, &v[0]),
				   summary("b", "zero", "", BETTER_LOWER, &v[0]) };
	struct column_cell b[] = { summary("b", "only-b", "", BETTER_LOWER, &v[1]),
				   summary("b", "zero", "", BETTER_UNKNOWN, &v[2]) };
	struct column columns[] = { column_of_cells("a", a, 2), column_of_cells("b", b, 2) };
	const double nothing = 0;
	struct comparison c;

	(void)state;
	a[1].values = &nothing;
	a[1].metric.better = BETTER_UNKNOWN;
	b[1].metric.better = BETTER_HIGHER;
	c = build(columns, 2, 0);
	assert_int_equal(c.row_count, 1);
	assert_int_equal(c.left_out, 2);
	assert_int_equal(c.rows[0].metric.better, BETTER_HIGHER); /* the one that knows */
	assert_true(isnan(c.rows[0].cells[1].delta));             /* no percent of 0 */
}

static void differences_name_what_is_not_the_same(void **state)
{
	struct label a[] = { { SLICE("kernel.arch"), SLICE("x86_64") },
			     { SLICE("os.name"), SLICE("Debian") },
			     { SLICE("run.start"), SLICE("1") } };
	struct label b[] = { { SLICE("kernel.arch"), SLICE("x86_64") },
			     { SLICE("run.start"), SLICE("2") } };
	struct column_cell cells[2][2];
	struct column columns[] = {
		kvm_column("a", cells[0], kvm_faults_child, kvm_fork_child),
		kvm_column("b", cells[1], kvm_faults_child, kvm_fork_child),
	};
	struct comparison c;

	(void)state;
	columns[0].facts = a;
	columns[0].fact_count = 3;
	columns[1].facts = b;
	columns[1].fact_count = 2;
	c = build(columns, 2, 0);
	assert_int_equal(c.difference_count, 1);
	check_text(c.differences[0].key, "os.name");
	check_text(c.differences[0].values[0], "Debian");
	check_text(c.differences[0].values[1], "");
}

static void too_few_and_too_many_columns(void **state)
{
	struct column columns[COMPARE_COLUMNS_MAX + 1] = { 0 };
	struct comparison c;
	struct error err;

	(void)state;
	assert_int_equal(compare_build(&arena, columns, 1, 0, &c, &err), ERR_INPUT);
	assert_int_equal(compare_build(&arena, columns, 10, 0, &c, &err), ERR_LIMIT);
	assert_non_null(strstr(err.text, "at most 9"));
}

static enum err take(struct batch *batch, const char *run, const char *metric, double value,
		     const char *statistic)
{
	struct record r = record_init(RECORD_SAMPLE);
	struct error err;

	r.run = slice_str(run);
	r.benchmark = SLICE("pft");
	r.metric = slice_str(metric);
	r.unit = SLICE("faults/s");
	r.better = BETTER_HIGHER;
	r.value = value;
	r.statistic = slice_str(statistic);
	return sink_emit(batch_sink(batch), &r, &err);
}

static void take_symbol(struct batch *batch, const char *run, const char *symbol, double percent)
{
	struct record r = record_init(RECORD_SYMBOL);
	struct error err;

	r.run = slice_str(run);
	r.source_file = SLICE("mm/memcontrol.c");
	r.symbol = slice_str(symbol);
	r.percent = percent;
	assert_int_equal(sink_emit(batch_sink(batch), &r, &err), OK);
}

static void a_batch_gives_a_column_a_run(void **state)
{
	struct batch_options options = { .name = SLICE("mail") };
	struct column columns[2];
	struct batch batch;
	struct error err;
	struct comparison c;
	size_t sum;

	(void)state;
	batch_init(&batch, &arena, &options);
	batch_file_begin(&batch, SLICE_NONE, SLICE("mail.txt"));
	for (int i = 0; i < 6; i++)
		assert_int_equal(
			take(&batch, i % 2 == 0 ? "6.1-a" : "6.1-b", "faults/sec-1", 10 + i, ""),
			OK);
	assert_int_equal(take(&batch, "6.1-a", "faults/cpu-1", 7, "hmean"), OK);
	assert_int_equal(take(&batch, "6.1-b", "faults/cpu-1", 14, "hmean"), OK);
	assert_int_equal(take(&batch, "6.1-b", "faults/cpu-1", 99, "hmean"), OK);
	take_symbol(&batch, "6.1-a", "charge", 1.5);
	take_symbol(&batch, "6.1-a", "uncharge", 0.5);
	take_symbol(&batch, "6.1-b", "charge", 1.5);
	take_symbol(&batch, "6.1-b", "", 2.5);
	batch_file_end(&batch, 1, (const unsigned char[SHA256_SIZE]){ 1 }, SLICE_NONE);
	assert_int_equal(batch_finish(&batch, &err), OK);
	assert_int_equal(batch.run_count, 2);
	sum = slice_is(batch.runs[0].name, "6.1-a") ? 0 : 1;
	compare_column_of_batch(&arena, &batch, sum, &columns[0]);
	compare_column_of_batch(&arena, &batch, 1 - sum, &columns[1]);
	check_text(columns[0].name, "6.1-a");
	check_text(columns[0].kernel, "6.1");
	check_near(columns[0].memcg_percent, 2, 1e-15);
	check_near(columns[1].memcg_percent, 2.5, 0); /* the file's own line */
	c = build(columns, 2, 0);
	assert_int_equal(c.row_count, 2);
	check_near(c.rows[0].cells[1].delta, 1, 0); /* the first of two values */
	check_near(c.rows[1].cells[0].stats.mean, 12, 0);
	check_near(c.rows[1].cells[1].stats.mean, 13, 0);
	assert_int_equal(c.rows[1].cells[1].n, 3);
	assert_int_equal(c.rows[1].cells[1].boots, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(samples_give_change_interval_and_p, set_up,
						tear_down),
		cmocka_unit_test_setup_teardown(another_baseline_turns_the_table, set_up,
						tear_down),
		cmocka_unit_test_setup_teardown(rows_stand_as_people_read_them, set_up, tear_down),
		cmocka_unit_test_setup_teardown(pasted_numbers_are_compared_without_interval,
						set_up, tear_down),
		cmocka_unit_test_setup_teardown(standard_errors_that_are_told_give_an_interval,
						set_up, tear_down),
		cmocka_unit_test_setup_teardown(statistics_are_compared_with_their_like, set_up,
						tear_down),
		cmocka_unit_test_setup_teardown(geometric_mean_counts_one_direction_and_no_spread,
						set_up, tear_down),
		cmocka_unit_test_setup_teardown(a_row_has_a_verdict_by_boots, set_up, tear_down),
		cmocka_unit_test_setup_teardown(durations_are_a_family_of_their_own, set_up,
						tear_down),
		cmocka_unit_test_setup_teardown(user_and_system_are_durations_beside_results,
						set_up, tear_down),
		cmocka_unit_test_setup_teardown(what_is_not_shared_is_left_out, set_up, tear_down),
		cmocka_unit_test_setup_teardown(differences_name_what_is_not_the_same, set_up,
						tear_down),
		cmocka_unit_test_setup_teardown(too_few_and_too_many_columns, set_up, tear_down),
		cmocka_unit_test_setup_teardown(a_batch_gives_a_column_a_run, set_up, tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
