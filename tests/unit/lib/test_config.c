/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/config.h"

#include "tests/unit/check.h"

#define FACT(key, value)                         \
	{                                        \
		{ key, sizeof(key) - 1 },        \
		{                                \
			value, sizeof(value) - 1 \
		}                                \
	}
#define DERIVE(arena, facts, variant, out) \
	config_derive(arena, facts, ARRAY_SIZE(facts), NULL, 0, SLICE(variant), out)

/* The command line of the sample's guests, with what each config adds at its end. */
#define CMDLINE(more)                                                          \
	FACT("kernel.cmdline", "console=ttyS0 quiet panic=-1 mitigations=off " \
			       "tsc=reliable mb.run=x mb.setup=root mb.iter=0 " more)

static struct arena arena;

static int setup(void **data)
{
	(void)data;
	arena_init(&arena);
	return 0;
}

static int teardown(void **data)
{
	(void)data;
	arena_release(&arena);
	return 0;
}

static void test_spoilers(void **data)
{
	const struct label debug[] = { FACT("kernel.option.LOCKDEP", "y"),
				       FACT("kernel.option.DEBUG_VM", "y"),
				       FACT("kernel.option.KASAN", "n"),
				       FACT("kernel.option.NUMA", "y") };
	const struct label fair[] = { FACT("kernel.option.DEBUG_VM", "n") };
	struct config config;

	(void)data;
	DERIVE(&arena, debug, "", &config);
	check_text(config.spoilers, "DEBUG_VM LOCKDEP");
	DERIVE(&arena, fair, "", &config);
	check_text(config.spoilers, "");
}

static void test_placements(void **data)
{
	const struct label root[] = { CMDLINE(""), FACT("cgroup.memory.enabled", "1"),
				      FACT("cgroup.hierarchy", "v2"), FACT("cgroup.path", "/") };
	const struct label child[] = { CMDLINE("cgroup.memory=nokmem"),
				       FACT("cgroup.memory.enabled", "1"),
				       FACT("cgroup.hierarchy", "v2"),
				       FACT("cgroup.path", "/bench") };
	const struct label v1[] = { CMDLINE(""), FACT("cgroup.memory.enabled", "1"),
				    FACT("cgroup.hierarchy", "v1"), FACT("cgroup.path", "/a/b/c") };
	const struct label deep[] = { FACT("cgroup.hierarchy", "v2"), FACT("cgroup.depth", "2") };
	const struct label top[] = { FACT("cgroup.depth", "0") };
	struct config config;

	(void)data;
	DERIVE(&arena, root, "default", &config);
	check_text(config.placement, "root");
	check_text(config.words, "mitigations=off");
	check_text(config.label, "root");
	check_text(config.key, "on|root|mitigations=off||default");
	DERIVE(&arena, child, "child-nokmem", &config);
	check_text(config.placement, "v2:1");
	assert_true(config.nokmem);
	check_text(config.words, "mitigations=off");
	check_text(config.label, "child nokmem");
	DERIVE(&arena, v1, "child-v1", &config);
	check_text(config.placement, "v1:3");
	check_text(config.label, "child-3 v1");
	DERIVE(&arena, deep, "", &config);
	check_text(config.placement, "v2:2");
	DERIVE(&arena, top, "", &config);
	check_text(config.placement, "root");
}

static enum memcg_mode mode_of(const struct label *facts, size_t count)
{
	struct config config;

	config_derive(&arena, facts, count, NULL, 0, SLICE(""), &config);
	return config.mode;
}

#define MODE(...)                                      \
	mode_of((const struct label[]){ __VA_ARGS__ }, \
		sizeof((const struct label[]){ __VA_ARGS__ }) / sizeof(struct label))

static void test_modes(void **data)
{
	(void)data;
	assert_int_equal(MODE(FACT("os.name", "Debian")), MEMCG_UNKNOWN);
	/* The enabled column is what the kernel did, whatever it was told. */
	assert_int_equal(MODE(CMDLINE("cgroup_disable=memory"), FACT("cgroup.memory.enabled", "1")),
			 MEMCG_ON);
	assert_int_equal(MODE(CMDLINE(""), FACT("cgroup.memory.enabled", "0")), MEMCG_BOOT_OFF);
	assert_int_equal(MODE(CMDLINE("cgroup_disable=pids,memory")), MEMCG_BOOT_OFF);
	assert_int_equal(MODE(CMDLINE("cgroup_disable=pids")), MEMCG_UNKNOWN);
	/* Kernels without cgroup v1 code list no memory controller: the build options tell. */
	assert_int_equal(MODE(CMDLINE(""), FACT("kernel.option.MEMCG", "y")), MEMCG_ON);
	assert_int_equal(MODE(CMDLINE(""), FACT("kernel.option.MEMCG", "n")), MEMCG_COMPILED_OUT);
	/* Without a command line nobody knows whether it was switched off. */
	assert_int_equal(MODE(FACT("kernel.option.MEMCG", "y")), MEMCG_UNKNOWN);
	/* Off by default, and switched on again. */
	assert_int_equal(MODE(CMDLINE(""), FACT("kernel.option.MEMCG", "y"),
			      FACT("kernel.option.MEMCG_DEFAULT_ENABLED", "n")),
			 MEMCG_BOOT_OFF);
	assert_int_equal(MODE(CMDLINE("cgroup_enable=memory"), FACT("kernel.option.MEMCG", "y"),
			      FACT("kernel.option.MEMCG_DEFAULT_ENABLED", "n")),
			 MEMCG_ON);
	assert_int_equal(MODE(CMDLINE("cgroup_enable=memory"), FACT("kernel.option.MEMCG", "n")),
			 MEMCG_COMPILED_OUT);
}

static void test_off_labels(void **data)
{
	const struct label facts[] = { CMDLINE("cgroup_disable=memory"),
				       FACT("cgroup.hierarchy", "v2"),
				       FACT("cgroup.path", "/bench") };
	struct config config;

	(void)data;
	DERIVE(&arena, facts, "disabled-child", &config);
	check_text(config.label, "off child");
	check_text(config.words, "mitigations=off");
	assert_true(config_is_off(&config));
}

/* Build options differ from kernel to kernel, and the line stays one. */
static void test_line_spans_kernels(void **data)
{
	const struct label old[] = { CMDLINE(""),
				     FACT("cgroup.memory.enabled", "1"),
				     FACT("cgroup.hierarchy", "v2"),
				     FACT("cgroup.path", "/bench"),
				     FACT("kernel.option.MEMCG", "y"),
				     FACT("kernel.option.MEMCG_KMEM", "y") };
	const struct label new[] = {
		FACT("kernel.option.HZ", "250"),  CMDLINE("mb.iter=1"),
		FACT("cgroup.hierarchy", "v2"),   FACT("cgroup.path", "/bench"),
		FACT("kernel.option.MEMCG", "y"), FACT("kernel.option.LRU_GEN", "y")
	};
	struct config a, b;

	(void)data;
	DERIVE(&arena, old, "child", &a);
	DERIVE(&arena, new, "child", &b);
	check_text(a.options, "MEMCG=y MEMCG_KMEM=y");
	check_text(b.options, "HZ=250 LRU_GEN=y MEMCG=y");
	assert_true(slice_eq(a.line, b.line));
	assert_false(slice_eq(a.key, b.key));
	check_text(a.label, "child");
}

static void test_overrides_win(void **data)
{
	const struct label facts[] = { CMDLINE("psi=1 cgroup_disable=io"),
				       FACT("cgroup.memory.enabled", "1"),
				       FACT("cgroup.hierarchy", "v2"),
				       FACT("cgroup.path", "/bench") };
	const struct label overrides[] = {
		FACT("mode", "compiled-out"), FACT("placement", "root"), FACT("variant", "series"),
		FACT("nokmem", "1"),          FACT("psi", "0"),          FACT("HZ", "1000"),
		FACT("mitigations", "auto")
	};
	struct config config;

	(void)data;
	config_derive(&arena, facts, ARRAY_SIZE(facts), overrides, ARRAY_SIZE(overrides),
		      SLICE("vanilla"), &config);
	check_text(config.words, "cgroup_disable=io mitigations=auto psi=0");
	check_text(config.options, "HZ=1000");
	check_text(config.key,
		   "compiled-out+nokmem|root|cgroup_disable=io mitigations=auto psi=0|HZ=1000|"
		   "series");
	check_text(config.label, "off series");
}

/* Words and options from outside are evidence like those of the kernel. */
static void test_overrides_are_evidence(void **data)
{
	const struct label option[] = { FACT("CONFIG_MEMCG", "n") };
	const struct label word[] = { FACT("cgroup_disable", "memory") };
	struct config config;

	(void)data;
	config_derive(&arena, NULL, 0, option, 1, SLICE("nomemcg"), &config);
	assert_int_equal(config.mode, MEMCG_COMPILED_OUT);
	check_text(config.label, "off");
	config_derive(&arena, NULL, 0, word, 1, SLICE(""), &config);
	assert_int_equal(config.mode, MEMCG_BOOT_OFF);
	check_text(config.words, "");
}

static void test_labels_of_the_unknown(void **data)
{
	const struct label on[] = { FACT("mode", "on") };
	const struct label root[] = { FACT("placement", "root") };
	struct config config;

	(void)data;
	config_derive(&arena, NULL, 0, NULL, 0, SLICE(""), &config);
	check_text(config.label, "unknown");
	check_text(config.key, "unknown|unknown|||");
	config_derive(&arena, NULL, 0, NULL, 0, SLICE("vanilla"), &config);
	check_text(config.label, "vanilla");
	config_derive(&arena, NULL, 0, on, 1, SLICE(""), &config);
	check_text(config.label, "on");
	config_derive(&arena, NULL, 0, root, 1, SLICE("series-v2"), &config);
	check_text(config.label, "root (mode unknown) series-v2");
}

static void test_modes_have_names(void **data)
{
	(void)data;
	for (int mode = MEMCG_UNKNOWN; mode <= MEMCG_COMPILED_OUT; mode++)
		assert_int_equal(memcg_mode_parse(slice_str(memcg_mode_name(mode))), mode);
	assert_int_equal(memcg_mode_parse(SLICE("off")), MEMCG_UNKNOWN);
}

/* Kernels of one guest report 1968 to 1986 MiB. */
static void test_machine(void **data)
{
	const struct label a[] = { FACT("machine.cpu", "Core i7"), FACT("machine.sockets", "1"),
				   FACT("machine.cores", "2"), FACT("machine.threads", "4"),
				   FACT("machine.memory_bytes", "2064429056") };
	const struct label b[] = { FACT("machine.memory_bytes", "2081910784"),
				   FACT("machine.threads", "4"), FACT("machine.cores", "2"),
				   FACT("machine.sockets", "1"), FACT("machine.cpu", "Core i7") };
	const struct label wrong[] = { FACT("machine.cores", "many"),
				       FACT("machine.memory_bytes", "99999999999999999999") };
	struct machine x, y;

	(void)data;
	machine_derive(&arena, a, ARRAY_SIZE(a), SLICE("guest"), &x);
	machine_derive(&arena, b, ARRAY_SIZE(b), SLICE(""), &y);
	check_text(x.fingerprint, "Core i7, 1 socket, 2 cores, 4 threads, 1984 MiB");
	assert_true(slice_eq(x.fingerprint, y.fingerprint));
	check_text(x.name, "guest");
	check_text(y.name, "");
	machine_derive(&arena, wrong, ARRAY_SIZE(wrong), SLICE(""), &x);
	check_text(x.fingerprint, "unknown");
}

/* A config that stands, corrected; its key. */
static struct slice corrected(struct config config, const struct label *corrections, size_t count)
{
	struct error err = { .text = "" };

	config_identify(&arena, &config);
	assert_int_equal(config_correct(&arena, corrections, count, &config, &err), OK);
	return config.key;
}

static void test_corrections(void **data)
{
	const struct config standing = {
		.mode = MEMCG_ON,
		.placement = SLICE("root"),
		.variant = SLICE("vanilla"),
		.words = SLICE("mitigations=off psi=0"),
		.options = SLICE("MEMCG=y"),
	};
	const struct label placed[] = { FACT("placement", "v2:1"), FACT("nokmem", "1") };
	const struct label words[] = { FACT("psi", "1"), FACT("mitigations", ""),
				       FACT("preempt", "full") };
	const struct label off[] = { FACT("cgroup_disable", "memory") };
	const struct label compiled[] = { FACT("CONFIG_MEMCG", "n"), FACT("variant", "") };
	const struct label told[] = { FACT("CONFIG_MEMCG", ""), FACT("placement", ""),
				      FACT("mode", "unknown") };

	(void)data;
	check_text(corrected(standing, NULL, 0), "on|root|mitigations=off psi=0|MEMCG=y|vanilla");
	check_text(corrected(standing, placed, 2),
		   "on+nokmem|v2:1|mitigations=off psi=0|MEMCG=y|vanilla");
	check_text(corrected(standing, words, 3), "on|root|preempt=full psi=1|MEMCG=y|vanilla");
	check_text(corrected(standing, off, 1),
		   "boot-off|root|mitigations=off psi=0|MEMCG=y|vanilla");
	check_text(corrected(standing, compiled, 2),
		   "compiled-out|root|mitigations=off psi=0|MEMCG=n|");
	check_text(corrected(standing, told, 3), "unknown|unknown|mitigations=off psi=0||vanilla");
}

static void test_corrections_that_cannot_be(void **data)
{
	static const struct label bad[] = {
		FACT("mode", "off"),
		FACT("placement", "v3:1"),
		FACT("placement", "v2:"),
		FACT("placement", "v2:0"),
		FACT("placement", "child"),
		FACT("", "1"),
		FACT("a b", "1"),
		FACT("a=b", "1"),
		FACT("psi", "0 preempt=full"),
		FACT("variant", "a\nb"),
	};
	struct config config = { .placement = SLICE("root") };
	struct error err = { .text = "" };

	(void)data;
	config_identify(&arena, &config);
	for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
		const struct label both[] = { FACT("nokmem", "1"), bad[i] };

		assert_int_equal(config_correct(&arena, both, 2, &config, &err), ERR_INPUT);
		check_text(config.key, "unknown|root|||");
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_spoilers, setup, teardown),
		cmocka_unit_test_setup_teardown(test_placements, setup, teardown),
		cmocka_unit_test_setup_teardown(test_modes, setup, teardown),
		cmocka_unit_test_setup_teardown(test_off_labels, setup, teardown),
		cmocka_unit_test_setup_teardown(test_line_spans_kernels, setup, teardown),
		cmocka_unit_test_setup_teardown(test_overrides_win, setup, teardown),
		cmocka_unit_test_setup_teardown(test_overrides_are_evidence, setup, teardown),
		cmocka_unit_test_setup_teardown(test_labels_of_the_unknown, setup, teardown),
		cmocka_unit_test_setup_teardown(test_modes_have_names, setup, teardown),
		cmocka_unit_test_setup_teardown(test_machine, setup, teardown),
		cmocka_unit_test_setup_teardown(test_corrections, setup, teardown),
		cmocka_unit_test_setup_teardown(test_corrections_that_cannot_be, setup, teardown),
	};

	return cmocka_run_group_tests_name("lib/config", tests, NULL, NULL);
}
