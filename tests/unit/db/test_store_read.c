/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Finding runs, lists, pages, and the numbers that comparisons and charts are made of. */
#include "tests/unit/db/store_test.h"

static const double values[] = { 10, 12, 14, 20, 30 };

/* Runs of two kernels in two configs, the first twice, on one machine; one on another; a mail. */
static const struct test_run runs[] = {
	{ "6.1-on", "6.1.0-57-amd64", "#1 Debian 6.1.192-3 (x)", "on", "1000", "CPU A", "pft",
	  &values[0], 3 },
	{ "6.1-on-b", "6.1.0-57-amd64", "#1 Debian 6.1.192-3 (x)", "on", "2000", "CPU A", "pft",
	  &values[3], 2 },
	{ "6.1-off", "6.1.0-57-amd64", "#1 Debian 6.1.192-3 (x)", "off", "3000", "CPU A", "pft",
	  &values[0], 2 },
	{ "5.10-on", "5.10.3", "#1 SMP", "on", "4000", "CPU A", "pft", &values[1], 2 },
	{ "5.10-other", "5.10.3", "#1 SMP", "on", "5000", "CPU B", "pipe", &values[1], 2 },
	{ "v5.8", NULL, NULL, NULL, "0", NULL, "pft", &values[0], 2, true },
};
static char ids[ARRAY_SIZE(runs)][64];

static struct store *load(void)
{
	struct store *store = open_store(STORE_WRITE);

	for (size_t i = 0; i < ARRAY_SIZE(runs); i++)
		assert_true(save_one(store, &runs[i], ids[i]));
	store_close(store);
	return open_store(STORE_READ);
}

static void resolves(struct store *store, const char *what, const char *id)
{
	struct arena arena = { NULL };
	struct store_run run;

	check_ok(store_run_resolve(store, &arena, slice_str(what), &run, &test_err));
	check_text(run.id, id);
	arena_release(&arena);
}

static void refuses(struct store *store, const char *what, enum err code, const char *part)
{
	struct arena arena = { NULL };
	struct store_run run;

	check_error(store_run_resolve(store, &arena, slice_str(what), &run, &test_err), code, part);
	arena_release(&arena);
}

static void names_lead_to_runs(void **state)
{
	struct store *store = load();

	(void)state;
	resolves(store, ids[1], ids[1]);
	resolves(store, "6.1-off", ids[2]);
	resolves(store, "v5.8", ids[5]);
	resolves(store, "5.8", ids[5]);
	resolves(store, "v5.8.0", ids[5]);
	refuses(store, "5.10.3", ERR_CONFLICT, "5.10-other (");
	refuses(store, "6.1.192", ERR_CONFLICT, "6.1-on-b (");
	refuses(store, "6.1.0-57-amd64", ERR_CONFLICT, ids[2]);
	refuses(store, "v6.1.192", ERR_CONFLICT, "6.1-on (");
	refuses(store, "9.9", ERR_NOT_FOUND, "no run or kernel '9.9'");
	refuses(store, "", ERR_NOT_FOUND, "no run or kernel");
	store_close(store);
}

static size_t count_runs(struct store *store, struct store_filter filter)
{
	struct arena arena = { NULL };
	struct store_runs page;
	size_t count;

	filter.limit = 100;
	check_ok(store_runs(store, &arena, &filter, &page, &test_err));
	count = page.count;
	arena_release(&arena);
	return count;
}

static void filters(void **state)
{
	struct store *store = load();
	struct arena arena = { NULL };
	struct store_machine *machines = NULL;
	size_t count = 0;

	(void)state;
	assert_int_equal(count_runs(store, (struct store_filter){ 0 }), ARRAY_SIZE(runs));
	assert_int_equal(
		count_runs(store, (struct store_filter){ .kernel = SLICE("6.1.0-57-amd64") }), 3);
	assert_int_equal(count_runs(store, (struct store_filter){ .kernel = SLICE("6.1.192") }), 3);
	assert_int_equal(count_runs(store, (struct store_filter){ .machine = SLICE("CPU A") }), 4);
	assert_int_equal(count_runs(store, (struct store_filter){ .benchmark = SLICE("pipe") }), 1);
	assert_int_equal(count_runs(store, (struct store_filter){ .config = SLICE("off") }), 1);
	assert_int_equal(count_runs(store, (struct store_filter){ .kernel = SLICE("6.1.192"),
								  .benchmark = SLICE("pipe") }),
			 0);
	check_ok(store_machines(store, &arena, &machines, &count, &test_err));
	for (size_t i = 0; i < count; i++)
		assert_int_equal(
			count_runs(store, (struct store_filter){ .machine = machines[i].slug }),
			machines[i].runs);
	arena_release(&arena);
	store_close(store);
}

static void pages_hold_each_run_once(void **state)
{
	struct store *store = load();
	struct arena arena = { NULL };
	struct store_filter filter = { .limit = 2 };
	struct store_runs page;
	size_t seen[ARRAY_SIZE(runs)] = { 0 };
	int64_t last = INT64_MAX;

	(void)state;
	do {
		check_ok(store_runs(store, &arena, &filter, &page, &test_err));
		assert_in_range(page.count, 1, 2);
		for (size_t i = 0; i < page.count; i++) {
			assert_true(page.runs[i].start_s <= last);
			last = page.runs[i].start_s;
			for (size_t k = 0; k < ARRAY_SIZE(runs); k++)
				seen[k] += slice_is(page.runs[i].id, ids[k]);
		}
		filter.cursor = page.next;
	} while (page.next.n > 0);
	for (size_t k = 0; k < ARRAY_SIZE(runs); k++)
		assert_int_equal(seen[k], 1);
	filter.cursor = SLICE("no-such");
	check_error(store_runs(store, &arena, &filter, &page, &test_err), ERR_INPUT, "no-such");
	filter.limit = STORE_RUNS_MAX + 1;
	check_error(store_runs(store, &arena, &filter, &page, &test_err), ERR_LIMIT, "limit");
	arena_release(&arena);
	store_close(store);
}

static void lists_are_in_order(void **state)
{
	struct store *store = load();
	struct arena arena = { NULL };
	struct store_kernel *kernels = NULL;
	struct store_config *configs = NULL;
	struct store_metric *metrics = NULL;
	size_t count = 0;

	(void)state;
	check_ok(store_kernels(store, &arena, &kernels, &count, &test_err));
	assert_int_equal(count, 3);
	check_text(kernels[0].name, "5.8");
	check_text(kernels[1].name, "5.10.3");
	check_text(kernels[2].name, "6.1.192");
	check_text(kernels[2].release, "6.1.0-57-amd64");
	assert_int_equal(kernels[2].runs, 3);
	assert_int_equal(kernels[2].name_count, 1);
	check_text(kernels[2].names[0], "6.1");
	check_ok(store_configs(store, &arena, &configs, &count, &test_err));
	assert_true(count >= 3);
	check_ok(store_metrics(store, &arena, &metrics, &count, &test_err));
	assert_int_equal(count, 2);
	check_text(metrics[0].metric.benchmark, "pft");
	check_text(metrics[1].metric.benchmark, "pipe");
	arena_release(&arena);
	store_close(store);
}

/* Two kernels of one level go by their releases. */
static void names_for_people_tell_kernels_apart(void **state)
{
	struct store *store = open_store(STORE_WRITE);
	struct test_run other = runs[0];
	struct arena arena = { NULL };
	struct store_kernel *kernels = NULL;
	size_t count = 0;
	char id[64];

	(void)state;
	other.release = "6.1.0-57-rt";
	other.start = "1001";
	assert_true(save_one(store, &runs[0], id));
	assert_true(save_one(store, &other, id));
	check_ok(store_kernels(store, &arena, &kernels, &count, &test_err));
	assert_int_equal(count, 2);
	for (size_t i = 0; i < count; i++) {
		check_text(kernels[i].level, "6.1.192");
		assert_true(slice_eq(kernels[i].name, kernels[i].release));
	}
	arena_release(&arena);
	store_close(store);
}

static const struct overhead_point *find_point(const struct overhead_input *input,
					       const char *kernel, enum memcg_mode mode)
{
	for (size_t i = 0; i < input->point_count; i++) {
		const struct overhead_point *point = &input->points[i];

		if (slice_is(input->kernels[point->kernel], kernel) &&
		    input->configs[point->config].mode == mode)
			return point;
	}
	fail_msg("no point of %s", kernel);
	return NULL;
}

static void points_of_overhead(void **state)
{
	struct store *store = load();
	struct arena arena = { NULL };
	struct overhead_input input;
	const struct overhead_point *point;

	(void)state;
	check_ok(store_overhead(store, &arena,
				&(struct store_selection){ SLICE("CPU A"), SLICE("pft"), 0 },
				&input, &test_err));
	assert_int_equal(input.machine_count, 1);
	assert_int_equal(input.metric_count, 1);
	assert_int_equal(input.kernel_count, 2); /* mails take no part */
	check_text(input.kernels[0], "5.10.3");
	check_text(input.kernel_slugs[1], "6.1.0-57-amd64");
	assert_true(slice_starts(input.machine_slugs[0], "CPU~A-"));
	point = find_point(&input, "6.1.192", MEMCG_BOOT_OFF);
	assert_int_equal(point->stats.n, 2);
	check_near(point->stats.mean, 11);
	check_text(point->run, ids[2]);
	check_ok(store_overhead(store, &arena, &(struct store_selection){ SLICE(""), SLICE(""), 0 },
				&input, &test_err));
	assert_int_equal(input.machine_count, 2);
	assert_int_equal(input.metric_count, 2);
	check_ok(store_overhead(store, &arena,
				&(struct store_selection){ SLICE("none"), SLICE(""), 0 }, &input,
				&test_err));
	assert_int_equal(input.point_count, 0);
	arena_release(&arena);
	store_close(store);
}

/* Equal kernel, config and machine: one point of both runs, as of all their samples. */
static void runs_are_pooled(void **state)
{
	struct store *store = open_store(STORE_WRITE);
	struct test_run again = runs[1];
	struct arena arena = { NULL };
	struct overhead_input input;
	struct stats all;
	char first[64], second[64];

	(void)state;
	again.name = runs[0].name;
	assert_true(save_one(store, &runs[0], first));
	assert_true(save_one(store, &again, second));
	check_ok(store_overhead(store, &arena, &(struct store_selection){ SLICE(""), SLICE(""), 0 },
				&input, &test_err));
	all = stats_of(&arena, values, ARRAY_SIZE(values));
	assert_int_equal(input.point_count, 1);
	assert_int_equal(input.points[0].runs, 2);
	assert_int_equal(input.points[0].boots, 2);
	assert_int_equal(input.points[0].stats.n, all.n);
	check_near(input.points[0].stats.mean, all.mean);
	check_near(input.points[0].stats.stddev, all.stddev);
	check_text(input.points[0].run, second);
	arena_release(&arena);
	store_close(store);
}

static void a_series_goes_by_line_and_kernel(void **state)
{
	struct store *store = load();
	struct arena arena = { NULL };
	struct metric metric = { .benchmark = SLICE("pft"),
				 .name = SLICE("time"),
				 .unit = SLICE("s") };
	struct overhead_input input;

	(void)state;
	check_ok(store_series(store, &arena, SLICE("CPU A"), &metric, &input, &test_err));
	assert_int_equal(input.metric_count, 1);
	assert_int_equal(input.metrics[0].better, BETTER_LOWER);
	assert_int_equal(input.point_count, 4);
	for (size_t i = 1; i < input.point_count; i++) {
		const struct overhead_point *a = &input.points[i - 1], *b = &input.points[i];
		int order = slice_cmp(input.configs[a->config].line, input.configs[b->config].line);

		assert_true(order < 0 || (order == 0 && a->kernel <= b->kernel));
	}
	metric.unit = SLICE("ms");
	check_error(store_series(store, &arena, SLICE(""), &metric, &input, &test_err),
		    ERR_NOT_FOUND, "no metric 'pft time'");
	arena_release(&arena);
	store_close(store);
}

static int64_t row_of(struct store *store, struct arena *arena, size_t i)
{
	struct store_run run;

	check_ok(store_run_get(store, arena, slice_str(ids[i]), &run, &test_err));
	return run.rowid;
}

static void a_column_is_what_the_batch_gives(void **state)
{
	struct store *store = load();
	struct upload upload;
	struct column stored, direct;
	int64_t row;

	(void)state;
	upload_begin(&upload);
	upload_run(&upload, &runs[0]);
	upload_finish(&upload);
	compare_column_of_batch(&upload.arena, &upload.batch, 0, &direct);
	row = row_of(store, &upload.arena, 0);
	check_ok(store_column(store, &upload.arena, &row, 1, &stored, &test_err));
	check_text(stored.id, ids[0]);
	assert_true(slice_eq(stored.name, direct.name));
	assert_true(slice_eq(stored.kernel, direct.kernel));
	assert_true(slice_eq(stored.config.key, direct.config.key));
	assert_int_equal(stored.cell_count, direct.cell_count);
	assert_true(metric_eq(&stored.cells[0].metric, &direct.cells[0].metric));
	assert_int_equal(stored.cells[0].n, direct.cells[0].n);
	assert_memory_equal(stored.cells[0].values, direct.cells[0].values, 3 * sizeof(double));
	assert_memory_equal(stored.cells[0].boots, direct.cells[0].boots, 3 * sizeof(int32_t));
	assert_int_equal(stored.fact_count, direct.fact_count);
	for (size_t i = 0; i < stored.fact_count; i++)
		assert_true(slice_eq(stored.facts[i].value, direct.facts[i].value));
	assert_true(isnan(stored.memcg_percent));
	upload_end(&upload);
	store_close(store);
}

static void a_column_of_two_runs(void **state)
{
	struct store *store = load();
	struct arena arena = { NULL };
	struct column column;
	int64_t rows[2];

	(void)state;
	rows[0] = row_of(store, &arena, 0);
	rows[1] = row_of(store, &arena, 1);
	check_ok(store_column(store, &arena, rows, 2, &column, &test_err));
	assert_int_equal(column.runs, 2);
	assert_int_equal(column.boots, 2);
	assert_int_equal(column.cell_count, 1);
	assert_int_equal(column.cells[0].n, 5);
	assert_memory_equal(column.cells[0].values, values, sizeof(values));
	assert_int_equal(column.cells[0].boots[2], 1);
	assert_int_equal(column.cells[0].boots[3], 2);
	rows[1] = row_of(store, &arena, 4);
	check_error(store_column(store, &arena, rows, 2, &column, &test_err), ERR_CONFLICT,
		    "different machines");
	rows[1] = 999;
	check_error(store_column(store, &arena, rows, 2, &column, &test_err), ERR_NOT_FOUND,
		    "no run");
	arena_release(&arena);
	store_close(store);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		db_test(names_lead_to_runs),
		db_test(filters),
		db_test(pages_hold_each_run_once),
		db_test(lists_are_in_order),
		db_test(names_for_people_tell_kernels_apart),
		db_test(points_of_overhead),
		db_test(runs_are_pooled),
		db_test(a_series_goes_by_line_and_kernel),
		db_test(a_column_is_what_the_batch_gives),
		db_test(a_column_of_two_runs),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
