/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/overhead.h"

#include <math.h>

#include "tests/unit/check.h"
#include "tests/unit/lib/kvm_samples.h"

enum { ROOT, CHILD, OFF_ROOT, OFF_CHILD, CHILD_V1, CHILD_OTHER_BOOT, CONFIGS };
enum { FORK, FAULTS, DURATION, COUNT, METRICS };

struct fixture {
	struct arena arena;
	struct config configs[CONFIGS];
	struct metric metrics[METRICS];
	struct slice kernels[2], machines[1];
	struct overhead_point points[16];
	struct overhead_input input;
	struct overhead out;
};

static struct config config_of(struct arena *arena, enum memcg_mode mode, const char *placement,
			       const char *words)
{
	struct config config = { .mode = mode,
				 .placement = slice_str(placement),
				 .words = slice_str(words) };

	config_identify(arena, &config);
	return config;
}

static int set_up(void **state)
{
	static struct fixture f;
	struct arena *arena = &f.arena;

	f = (struct fixture){ 0 };
	arena_init(arena);
	f.configs[ROOT] = config_of(arena, MEMCG_ON, "root", "");
	f.configs[CHILD] = config_of(arena, MEMCG_ON, "v2:1", "");
	f.configs[OFF_ROOT] = config_of(arena, MEMCG_BOOT_OFF, "root", "");
	f.configs[OFF_CHILD] = config_of(arena, MEMCG_COMPILED_OUT, "v2:1", "");
	f.configs[CHILD_V1] = config_of(arena, MEMCG_ON, "v1:1", "");
	f.configs[CHILD_OTHER_BOOT] = config_of(arena, MEMCG_ON, "v2:1", "preempt=full");
	f.metrics[FORK] = kvm_cell("forkexec", "fork", "usec", BETTER_LOWER, NULL).metric;
	f.metrics[FAULTS] = kvm_cell("pft", "faults", "faults/s", BETTER_HIGHER, NULL).metric;
	f.metrics[DURATION] = kvm_cell("pft", "Duration User", "s", BETTER_LOWER, NULL).metric;
	f.metrics[COUNT] = kvm_cell("pft", "calls", "", BETTER_NONE, NULL).metric;
	f.kernels[0] = SLICE("6.1.192");
	f.kernels[1] = SLICE("7.3.4");
	f.machines[0] = SLICE("qemu");
	f.input = (struct overhead_input){
		.kernels = f.kernels,
		.kernel_count = ARRAY_SIZE(f.kernels),
		.configs = f.configs,
		.config_count = CONFIGS,
		.machines = f.machines,
		.machine_count = ARRAY_SIZE(f.machines),
		.metrics = f.metrics,
		.metric_count = METRICS,
		.points = f.points,
	};
	*state = &f;
	return 0;
}

static int tear_down(void **state)
{
	arena_release(&((struct fixture *)*state)->arena);
	return 0;
}

static void add(struct fixture *f, uint32_t kernel, uint32_t config, uint32_t metric,
		const double *values, size_t n)
{
	f->points[f->input.point_count++] = (struct overhead_point){ kernel,
								     config,
								     0,
								     metric,
								     stats_of(&f->arena, values, n),
								     1,
								     3,
								     SLICE("id"),
								     { values, kvm_boots, n } };
}

static void build(struct fixture *f)
{
	overhead_build(&f->arena, &f->input, &f->out);
}

static const struct overhead_cell *find(const struct fixture *f, const char *label, uint32_t metric)
{
	for (size_t i = 0; i < f->out.cell_count; i++) {
		const struct overhead_cell *cell = &f->out.cells[i];

		if (cell->metric == metric && slice_is(f->out.lines[cell->line].label, label))
			return cell;
	}
	return NULL;
}

static void check_near(double got, double wanted, double tolerance)
{
	if (!(fabs(got - wanted) <= tolerance))
		fail_msg("got %.12g, wanted %.12g", got, wanted);
}

/*
 * R 4.2.2: t.test of the logs of the boots' medians; of faults, a rate, the cost is off/on - 1, so
 * the ends of its interval change places.
 */
static void costs_are_those_of_the_data_set(void **state)
{
	struct fixture *f = *state;
	const struct overhead_cell *cell;

	add(f, 0, CHILD, FORK, kvm_fork_child, KVM_N);
	add(f, 0, OFF_CHILD, FORK, kvm_fork_disabled_child, KVM_N);
	add(f, 0, CHILD, FAULTS, kvm_faults_child, KVM_N);
	add(f, 0, OFF_CHILD, FAULTS, kvm_faults_disabled_child, KVM_N);
	build(f);
	assert_int_equal(f->out.cell_count, 2);
	cell = find(f, "child", FORK);
	check_near(cell->cost, 0.208730219303, 1e-11);
	check_near(cell->lo, 0.197935249058, 1e-11);
	check_near(cell->hi, 0.219622466410, 1e-11);
	assert_int_equal(cell->verdict.word, VERDICT_WORSE);
	check_near(overhead_saved(cell->cost), 0.208730219303 / 1.208730219303, 1e-11);
	cell = find(f, "child", FAULTS);
	check_near(cell->cost, 0.190603530941, 1e-11);
	check_near(cell->lo, 0.190509925383, 1e-11);
	check_near(cell->hi, 0.190697143860, 1e-11);
	assert_int_equal(cell->verdict.word, VERDICT_WORSE);
	assert_false(cell->off_in_root);
	check_text(f->input.configs[cell->off->config].label, "off child");
}

/* exp((ln 1.2087 + ln 1.1906) / 2) - 1, and resampled boots lie around it. */
static void mean_is_geometric_over_metrics(void **state)
{
	struct fixture *f = *state;
	const double one[] = { 1, 1.1, 1.2 };
	const struct overhead_mean *mean;

	add(f, 0, CHILD, FORK, kvm_fork_child, KVM_N);
	add(f, 0, OFF_CHILD, FORK, kvm_fork_disabled_child, KVM_N);
	add(f, 0, CHILD, FAULTS, kvm_faults_child, KVM_N);
	add(f, 0, OFF_CHILD, FAULTS, kvm_faults_disabled_child, KVM_N);
	add(f, 0, CHILD, DURATION, one, 3);
	add(f, 0, OFF_CHILD, DURATION, one, 3);
	build(f);
	assert_int_equal(f->out.cell_count, 3);
	assert_int_equal(f->out.mean_count, 1);
	mean = &f->out.means[0];
	assert_int_equal(mean->metrics, 2);
	check_near(mean->cost, sqrt(1.208730219303 * 1.190603530941) - 1, 1e-11);
	check_near(mean->hi - mean->lo, 0.0040, 0.0015);
	assert_true(mean->lo < mean->cost && mean->cost < mean->hi);
}

static void off_in_the_same_placement_wins_over_root(void **state)
{
	struct fixture *f = *state;

	add(f, 0, OFF_ROOT, FORK, kvm_fork_disabled, KVM_N);
	add(f, 0, OFF_CHILD, FORK, kvm_fork_disabled_child, KVM_N - 8);
	add(f, 0, ROOT, FORK, kvm_fork_default, KVM_N);
	add(f, 0, CHILD, FORK, kvm_fork_child, KVM_N);
	add(f, 0, CHILD_V1, FORK, kvm_fork_child, KVM_N);
	build(f);
	assert_int_equal(f->out.line_count, 4); /* of three that are measured, and another boot */
	assert_int_equal(find(f, "root", FORK)->off->config, OFF_ROOT);
	check_near(find(f, "root", FORK)->cost, 0.0282491520799, 1e-11);
	assert_int_equal(find(f, "child", FORK)->off->config, OFF_CHILD);
	assert_false(find(f, "child", FORK)->off_in_root);
	assert_int_equal(find(f, "child v1", FORK)->off->config, OFF_ROOT);
	assert_true(find(f, "child v1", FORK)->off_in_root);
}

static void without_a_fitting_off_there_is_no_number(void **state)
{
	struct fixture *f = *state;

	add(f, 0, ROOT, FORK, kvm_fork_default, KVM_N); /* off only in a child */
	add(f, 0, OFF_CHILD, FORK, kvm_fork_disabled_child, KVM_N);
	add(f, 0, CHILD_OTHER_BOOT, FORK, kvm_fork_child, KVM_N); /* other boot words */
	add(f, 1, CHILD, FORK, kvm_fork_child, KVM_N);            /* other kernel */
	add(f, 0, CHILD, FAULTS, kvm_faults_child, KVM_N);        /* other metric */
	add(f, 0, CHILD, COUNT, kvm_faults_child, KVM_N);         /* no direction */
	add(f, 0, OFF_CHILD, COUNT, kvm_faults_child, KVM_N);
	build(f);
	assert_int_equal(f->out.cell_count, 0);
	assert_int_equal(f->out.mean_count, 0);
}

static void one_sample_gives_a_cost_without_interval(void **state)
{
	struct fixture *f = *state;
	const double off = 100, on = 150, nothing = 0;

	add(f, 0, CHILD, FORK, &on, 1);
	add(f, 0, OFF_CHILD, FORK, &off, 1);
	add(f, 0, CHILD, FAULTS, &on, 1);
	add(f, 0, OFF_CHILD, FAULTS, &nothing, 1);
	build(f);
	assert_int_equal(f->out.cell_count, 1);
	check_near(f->out.cells[0].cost, 0.5, 1e-15);
	assert_true(isnan(f->out.cells[0].lo) && isnan(f->out.cells[0].hi));
	check_near(f->out.means[0].cost, 0.5, 1e-15);
	assert_true(isnan(f->out.means[0].lo));
}

/* The same line built with other options: the one with more samples stands for it. */
static void of_two_builds_the_better_measured_one_counts(void **state)
{
	struct fixture *f = *state;

	f->configs[CHILD_V1] = f->configs[CHILD];
	f->configs[CHILD_V1].options = SLICE("HZ=1000");
	config_identify(&f->arena, &f->configs[CHILD_V1]);
	add(f, 0, CHILD, FORK, kvm_fork_child, 5);
	add(f, 0, CHILD_V1, FORK, kvm_fork_default, KVM_N);
	add(f, 0, OFF_CHILD, FORK, kvm_fork_disabled_child, KVM_N);
	build(f);
	assert_int_equal(f->out.cell_count, 1);
	assert_int_equal(f->out.cells[0].on->config, CHILD_V1);
}

static void lines_begin_in_root_and_have_labels_of_their_own(void **state)
{
	struct fixture *f = *state;

	f->configs[CHILD_V1] = f->configs[CHILD];
	f->configs[CHILD_V1].variant = SLICE("patched");
	config_identify(&f->arena, &f->configs[CHILD_V1]);
	build(f);
	assert_int_equal(f->out.line_count, 4);
	check_text(f->out.lines[0].label, "root");
	check_text(f->out.lines[1].label, "child");
	check_text(f->out.lines[2].label, "child preempt=full");
	check_text(f->out.lines[3].label, "child patched");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(costs_are_those_of_the_data_set, set_up, tear_down),
		cmocka_unit_test_setup_teardown(mean_is_geometric_over_metrics, set_up, tear_down),
		cmocka_unit_test_setup_teardown(off_in_the_same_placement_wins_over_root, set_up,
						tear_down),
		cmocka_unit_test_setup_teardown(without_a_fitting_off_there_is_no_number, set_up,
						tear_down),
		cmocka_unit_test_setup_teardown(one_sample_gives_a_cost_without_interval, set_up,
						tear_down),
		cmocka_unit_test_setup_teardown(of_two_builds_the_better_measured_one_counts,
						set_up, tear_down),
		cmocka_unit_test_setup_teardown(lines_begin_in_root_and_have_labels_of_their_own,
						set_up, tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
