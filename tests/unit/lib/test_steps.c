/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/steps.h"

#include <math.h>

#include "tests/unit/check.h"
#include "tests/unit/lib/kvm_samples.h"

static struct arena arena;
static struct config configs[STEP_ROLES];
static struct metric metrics[2];
static struct overhead_point points[16];
static struct overhead overhead;

static void config_set(enum step_role role, enum memcg_mode mode, const char *placement,
		       const char *variant, bool nokmem)
{
	configs[role] = (struct config){ .mode = mode,
					 .placement = slice_str(placement),
					 .variant = slice_str(variant),
					 .nokmem = nokmem };
	config_identify(&arena, &configs[role]);
}

static int set_up(void **state)
{
	static const struct slice kernels[] = { SLICE("6.1.192") }, machines[] = { SLICE("qemu") };

	(void)state;
	arena_init(&arena);
	config_set(STEP_OFF, MEMCG_BOOT_OFF, "root", "", false);
	config_set(STEP_ROOT, MEMCG_ON, "root", "", false);
	config_set(STEP_CHILD, MEMCG_ON, "v2:1", "", false);
	config_set(STEP_LIMIT, MEMCG_ON, "v2:1", "limit-24M", false);
	config_set(STEP_NOKMEM, MEMCG_ON, "v2:1", "", true);
	config_set(STEP_OFF_CHILD, MEMCG_BOOT_OFF, "v2:1", "", false);
	metrics[0] = kvm_cell("forkexec", "fork", "usec", BETTER_LOWER, NULL).metric;
	metrics[1] = kvm_cell("pft", "faults", "faults/s", BETTER_HIGHER, NULL).metric;
	overhead = (struct overhead){ .input = { .kernels = kernels,
						 .kernel_count = 1,
						 .configs = configs,
						 .config_count = STEP_ROLES,
						 .machines = machines,
						 .machine_count = 1,
						 .metrics = metrics,
						 .metric_count = 2,
						 .points = points } };
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	arena_release(&arena);
	return 0;
}

static void add(enum step_role role, uint32_t metric, const double *values, size_t n)
{
	points[overhead.input.point_count++] = (struct overhead_point){
		.config = role,
		.metric = metric,
		.stats = stats_of(&arena, values, n),
		.samples = { values, kvm_boots, n },
	};
}

static struct overhead_steps build(uint32_t metric)
{
	struct overhead_steps steps;

	steps_build(&arena, &overhead, metric, &steps);
	return steps;
}

static void near(double got, double wanted)
{
	if (!(fabs(got - wanted) < 1e-12))
		fail_msg("got %.15g, wanted %.15g", got, wanted);
}

/* Times of 100, 110, 130 and 160, and a rate that is the same: 10 %, 20 % and 30 % of off. */
static const double t100[] = { 100, 100, 100 }, t110[] = { 110, 110, 110 };
static const double t130[] = { 130, 130, 130 }, t160[] = { 160, 160, 160 };
static const double r100[] = { 13, 13, 13 }, r130[] = { 10, 10, 10 };

static void steps_add_up_in_parts_of_off(void **state)
{
	struct overhead_steps steps;

	(void)state;
	add(STEP_LIMIT, 0, t160, 3);
	add(STEP_CHILD, 0, t130, 3);
	add(STEP_NOKMEM, 0, t110, 3);
	add(STEP_OFF_CHILD, 0, t110, 3);
	add(STEP_ROOT, 0, t110, 3);
	add(STEP_OFF, 0, t100, 3);
	steps = build(0);
	assert_int_equal(steps.count, 5);
	near(steps.list[0].value, 0.1);
	near(steps.list[1].value, 0.2);
	assert_true(steps.list[2].is_part && steps.list[3].is_part);
	check_text(slice_str(step_name(&steps.list[2])), "of it kernel memory");
	near(steps.list[2].value, 0.2);
	near(steps.list[3].value, 0.1);
	near(steps.list[4].value, 0.3);
	assert_int_equal(steps.list[4].to, STEP_LIMIT);
	near(steps.list[4].hi, 0.3);
	assert_int_equal(steps.list[0].metric, 0);
}

static void a_mean_goes_over_what_has_all_of_the_chain(void **state)
{
	struct overhead_steps steps;

	(void)state;
	add(STEP_OFF, 0, t100, 3);
	add(STEP_ROOT, 0, t110, 3);
	add(STEP_CHILD, 0, t130, 3);
	add(STEP_OFF, 1, r100, 3);
	add(STEP_CHILD, 1, r130, 3);
	steps = build(UINT32_MAX);
	assert_int_equal(steps.count, 2);
	assert_int_equal(steps.list[0].metrics, 1);
	assert_int_equal(steps.list[0].metric, UINT32_MAX);
	add(STEP_ROOT, 1, r130, 3);
	steps = build(UINT32_MAX);
	assert_int_equal(steps.list[0].metrics, 2);
	near(steps.list[0].value, sqrt(1.1 * 1.3) - 1);
	near(steps.list[0].value + steps.list[1].value, 0.3);
}

static void without_off_in_root_there_are_no_steps(void **state)
{
	(void)state;
	add(STEP_OFF_CHILD, 0, t100, 3);
	add(STEP_ROOT, 0, t110, 3);
	add(STEP_CHILD, 0, t130, 3);
	assert_int_equal(build(UINT32_MAX).count, 0);
}

static void intervals_come_from_boots(void **state)
{
	struct overhead_steps steps;

	(void)state;
	add(STEP_OFF, 0, kvm_fork_disabled, KVM_N);
	add(STEP_ROOT, 0, kvm_fork_default, KVM_N);
	add(STEP_CHILD, 0, kvm_fork_child, KVM_N);
	steps = build(0);
	assert_int_equal(steps.count, 2);
	near(steps.list[0].value, 0.0282491520799); /* R: see test_overhead.c */
	assert_true(steps.list[0].lo > 0.02 && steps.list[0].hi < 0.04);
	assert_true(steps.list[1].lo < steps.list[1].value);
	add(STEP_LIMIT, 0, t130, 2);
	steps = build(0);
	assert_true(isnan(steps.list[2].lo)); /* two replicates are no interval */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(steps_add_up_in_parts_of_off, set_up, tear_down),
		cmocka_unit_test_setup_teardown(a_mean_goes_over_what_has_all_of_the_chain, set_up,
						tear_down),
		cmocka_unit_test_setup_teardown(without_off_in_root_there_are_no_steps, set_up,
						tear_down),
		cmocka_unit_test_setup_teardown(intervals_come_from_boots, set_up, tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
