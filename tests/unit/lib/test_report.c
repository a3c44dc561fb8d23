/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/report_json.h"
#include "tests/unit/check.h"
#include "tests/unit/lib/kvm_samples.h"

static struct arena arena;
static struct buf out;

static int set_up(void **state)
{
	(void)state;
	arena_init(&arena);
	buf_init(&out);
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	buf_release(&out);
	arena_release(&arena);
	return 0;
}

static struct comparison build(const struct column *columns, size_t count)
{
	struct comparison comparison;
	struct error err;

	if (compare_build(&arena, columns, count, 0, &comparison, &err) != OK)
		fail_msg("%s", err.text);
	return comparison;
}

static void print(const struct comparison *comparison, enum report_style style, int width)
{
	const struct report_options options = { .style = style,
						.width = width,
						.link = SLICE("http://x.example/compare?base=A") };

	buf_clear(&out);
	report_compare(&out, comparison, &options);
	assert_false(out.failed);
}

static bool has(const char *text)
{
	return strstr(out.data, text) != NULL;
}

static struct column kvm(const char *name, const char *label, struct column_cell *cells,
			 const double *faults, const double *fork)
{
	struct column column = kvm_column(name, cells, faults, fork);

	column.config.label = slice_str(label);
	return column;
}

/* A number that a tool printed, or one measurement. */
static struct column_cell one(const char *name, const char *statistic, const double *value)
{
	struct column_cell cell = kvm_cell("", name, "s", BETTER_LOWER, value);

	cell.statistic = slice_str(statistic);
	cell.boots = NULL;
	cell.n = 1;
	return cell;
}

/* "lower is better" above a count of calls would say what nobody said. */
static void rows_without_direction_are_told(void **state)
{
	static const double value[] = { 2 };
	struct column_cell cells[2][2];
	struct column columns[2] = { { .name = SLICE("a") }, { .name = SLICE("b") } };
	struct comparison comparison;

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		cells[i][0] = one("avg", "", value);
		cells[i][1] = one("calls", "", value);
		cells[i][1].metric.better = BETTER_UNKNOWN;
		columns[i].cells = cells[i];
		columns[i].cell_count = 2;
	}
	comparison = build(columns, 2);
	print(&comparison, REPORT_TEXT, 0);
	assert_true(has("\n  s, lower is better\n  avg "));
	assert_true(has("\n  calls, neutral "));
}

static void names_in_other_alphabets_stay_aligned(void **state)
{
	struct column_cell cells[2][2];
	struct column columns[] = {
		kvm("a", "caf\xc3\xa9\xc3\xa9", cells[0], kvm_faults_disabled_child,
		    kvm_fork_disabled_child),
		kvm("b", "child", cells[1], kvm_faults_child, kvm_fork_child),
	};
	struct comparison comparison;

	(void)state;
	comparison = build(columns, 2);
	print(&comparison, REPORT_TEXT, 0);
	assert_true(has("  A  6.1.192  caf??  a\n"
			"  B  6.1.192  child  b\n"));
}

static void two_columns_have_intervals(void **state)
{
	struct column_cell cells[2][2];
	struct column columns[] = {
		kvm("6.1.192-disabled-child", "off child", cells[0], kvm_faults_disabled_child,
		    kvm_fork_disabled_child),
		kvm("6.1.192-child", "child", cells[1], kvm_faults_child, kvm_fork_child),
	};
	struct comparison comparison;

	(void)state;
	columns[1].memcg_percent = 6.6441;
	columns[1].runs = 2;
	comparison = build(columns, 2);
	print(&comparison, REPORT_TEXT, 0);
	check_text(buf_slice(&out),
		   "  A  6.1.192  off child  6.1.192-disabled-child\n"
		   "  B  6.1.192  child      6.1.192-child (2 runs)\n"
		   "  Machine: qemu\n"
		   "\n"
		   "                      A               B\n"
		   "  forkexec, usec, lower is better\n"
		   "  usecs-op-fork  565.41  683.65 +20.87%* +-1.08 worse\n"
		   "\n"
		   "  pft, faults/s, higher is better\n"
		   "  faults/sec-1    86547   72691 -16.01%* +-0.01 worse\n"
		   "\n"
		   "  Medians. Change in percent of A, +- half of its 95 % interval.\n"
		   "  By Welch's t test of logs.\n"
		   "  Verdicts: * decided, at 5 % and at least 1 %; ~ noise.\n"
		   "    Benjamini-Hochberg over a benchmark's rows, m = 1.\n"
		   "  They rest on the medians of boots.\n"
		   "  Samples in each column: n = 18 from 3 boots\n"
		   "  mm/memcontrol.c, share of profile: B 6.64%\n"
		   "  Link: http://x.example/compare?base=A\n");
}

static void what_does_not_fit_repeats_the_baseline(void **state)
{
	static const char *const names[] = { "a", "b", "c", "d", "e", "f" };
	struct column_cell cells[6][2];
	struct column columns[6];
	struct comparison comparison;

	(void)state;
	for (size_t i = 0; i < 6; i++)
		columns[i] = kvm(names[i], "child", cells[i], kvm_faults_child, kvm_fork_child);
	comparison = build(columns, 6);
	print(&comparison, REPORT_TEXT, 72);
	assert_true(has("      A               B                       C\n"));
	assert_true(has("      A               D                       E\n"));
	assert_true(has("      A               F\n"));
	print(&comparison, REPORT_TEXT, 200);
	assert_false(has("      A                E"));
}

static struct column one_metric(struct column_cell *cell, const char *config, const double *values)
{
	struct column column = column_of_cells(config, cell, 1);

	*cell = kvm_cell("forkexec", "usecs-op-fork", "usec", BETTER_LOWER, values);
	column.kernel = SLICE("6.1.192");
	column.machine = SLICE("qemu");
	column.config.key = column.config.label = slice_str(config);
	column.boots = 3;
	return column;
}

static void what_spoils_or_explains_columns_is_told(void **state)
{
	struct column_cell cells[4];
	struct column columns[] = {
		one_metric(&cells[0], "off", kvm_fork_disabled),
		one_metric(&cells[1], "child", kvm_fork_child),
		one_metric(&cells[2], "root", kvm_fork_default),
	};
	struct comparison comparison;

	(void)state;
	columns[1].config.spoilers = SLICE("DEBUG_VM KASAN");
	cells[2].n = 5;
	columns[2].boots = 20;
	comparison = build(columns, 3);
	print(&comparison, REPORT_TEXT, 0);
	assert_true(has("  Of what B lost, C recovered: 86 % in forkexec usecs-op-fork\n"));
	assert_true(has("  Spoiled: B built with DEBUG_VM KASAN; C in some rows samples of"));
	assert_false(has("A/A"));
	columns[1] = one_metric(&cells[1], "off", kvm_fork_disabled);
	comparison = build(columns, 2);
	print(&comparison, REPORT_TEXT, 0);
	assert_true(has("  Noise: B the baseline's kernel and config again (A/A)"));
	assert_false(has("Spoiled"));
}

static void a_sweep_has_a_row_for_each_place(void **state)
{
	static const char *const names[] = { "sec-1", "sec-4", "sec-16" };
	struct column_cell cells[2][3];
	struct column columns[2];
	struct comparison comparison;

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		for (size_t k = 0; k < 3; k++)
			cells[i][k] = kvm_cell("pft", names[k], "s", BETTER_LOWER,
					       i == 0 ? kvm_fork_disabled : kvm_fork_child);
		columns[i] = column_of_cells(i == 0 ? "a" : "b", cells[i], 3);
	}
	comparison = build(columns, 2);
	print(&comparison, REPORT_TEXT, 0);
	assert_true(has("\n  pft sec-N\n"
			"   N       A       B     B/A-1\n"
			"   1  561.17  683.65   +21.82%*\n"
			"   4  561.17  683.65   +21.82%*\n"
			"  16  561.17  683.65   +21.82%*\n"));
	print(&comparison, REPORT_MARKDOWN, 0);
	assert_true(has("\npft sec-N\n\n"
			"| N | A | B | B/A-1 |\n| --- | ---: | ---: | ---: |\n"
			"| 1 | 561.17 | 683.65 | +21.82%\\* |\n"
			"| 4 | 561.17 | 683.65 | +21.82%\\* |\n"
			"| 16 | 561.17 | 683.65 | +21.82%\\* |\n"));
}

/* The 2011 mail of samples/. */
static void a_factor_is_said_and_that_one_sample_has_no_error(void **state)
{
	const double value[] = { 1710.778, 152.227 };
	struct column_cell cells[] = { one("time", "", &value[0]), one("time", "", &value[1]) };
	struct column columns[] = {
		{ .name = SLICE("Before rwlock patch"), .transcribed = true },
		{ .name = SLICE("After rwlock patch"), .transcribed = true },
	};
	struct comparison comparison;

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		cells[i].boots = kvm_boots;
		columns[i].cells = &cells[i];
		columns[i].cell_count = 1;
		columns[i].memcg_percent = NAN;
	}
	comparison = build(columns, 2);
	print(&comparison, REPORT_TEXT, 0);
	assert_true(has("  time  1710.778   152.227 -91.10%\n"
			"    A is 11.24 times B (n = 1: no error known)\n"));
	assert_true(has("  Samples in each column: n = 1: no error known\n"));
	assert_true(has("  Numbers: transcribed from a mail\n"));
	print(&comparison, REPORT_MARKDOWN, 0);
	assert_true(has("| time | 1710.778 | 152.227 | -91.10% (factor 11.24) |\n"));
}

static void numbers_show_what_differs(void **state)
{
	static const struct {
		double a, b;
		const char *text;
	} cases[] = {
		{ 466.15, 510.0, "466.15  510.00  +9.41%\n" },
		{ 41, 42, "  41  42  +2.44%\n" },
		{ 0, 3, "  0  3       -\n" },
		{ 1, 250, "  1  250 +24900%\n" },
		{ 1e-9, 2e-9, "  1e-09  2e-09 +100.00%\n" },
		{ 1e17, 2e17, "  1e+17  2e+17 +100.00%\n" },
		{ 123456789, 123456780, "123456789  123456780  -0.00%\n" },
		{ -4, -5, "  -4  -5 +25.00%\n" },
		{ 1, 1e9, "           1  1000000000 +1e+11%\n" },
		{ 2163.458, 2464.995, "2163.458  2464.995 +13.94%\n" },
		{ 0.0012345678, 0.001, "0.001234568  0.001000000 -19.00%\n" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct column_cell cells[] = { one("m", "mean", &cases[i].a),
					       one("m", "mean", &cases[i].b) };
		struct column columns[] = {
			column_of_cells("a", &cells[0], 1),
			column_of_cells("b", &cells[1], 1),
		};
		struct comparison comparison = build(columns, 2);

		print(&comparison, REPORT_TEXT, 0);
		if (!has(cases[i].text))
			fail_msg("no '%s' in:\n%s", cases[i].text, out.data);
	}
}

/* What stands in a mail must not be taken for a patch, a quote or a signature. */
static void check_lines(struct slice text, size_t width, bool may_be_link)
{
	struct slice line;

	while (slice_line(&text, &line)) {
		if (line.n > width && !(may_be_link && slice_starts(line, "  Link: ")))
			fail_msg("%zu columns: '%.*s'", line.n, SLICE_FMT(line));
		if (line.n > 0 && !slice_starts(line, "  "))
			fail_msg("not indented: '%.*s'", SLICE_FMT(line));
		if (slice_ends(line, " "))
			fail_msg("blanks at the end: '%.*s'", SLICE_FMT(line));
		for (size_t i = 0; i < line.n; i++)
			assert_in_range(line.p[i], ' ', '~');
	}
}

static const char *const hostile[] = {
	"---\ndiff --git a b",
	"\t\xc2\xb5s \xe2\x80\x94 \xff",
	"a name that is so very long that it has no room in front of any value of any table at all",
	"anamethatissoverylongthatithasnoroominfrontofanyvalueofanytableatallandhasnoblank",
	"> quoted\r\n-- \nFrom me",
	"",
};

static void no_name_breaks_a_mail(void **state)
{
	struct column_cell cells[COMPARE_COLUMNS_MAX][ARRAY_SIZE(hostile)];
	struct column columns[COMPARE_COLUMNS_MAX];

	(void)state;
	for (size_t i = 0; i < COMPARE_COLUMNS_MAX; i++) {
		const char *name = hostile[i % ARRAY_SIZE(hostile)];

		for (size_t k = 0; k < ARRAY_SIZE(hostile); k++) {
			cells[i][k] = kvm_cell(hostile[k / 2], hostile[k], hostile[(k + 1) % 3],
					       BETTER_LOWER, kvm_fork_child);
			cells[i][k].n = 3 + i;
		}
		columns[i] = column_of_cells(name, cells[i], ARRAY_SIZE(hostile));
		columns[i].kernel = columns[i].machine = columns[i].config.label =
			slice_str(hostile[(i + 1) % ARRAY_SIZE(hostile)]);
	}
	for (size_t count = 2; count <= COMPARE_COLUMNS_MAX; count++) {
		struct comparison comparison = build(columns, count);

		for (int width = REPORT_WIDTH_MIN; width < 120; width++) {
			print(&comparison, REPORT_TEXT, width);
			check_lines(buf_slice(&out), (size_t)width, true);
		}
	}
}

static void every_style_can_be_named(void **state)
{
	struct slice rest = SLICE(REPORT_STYLES), name;
	enum report_style style;
	size_t count = 0;

	(void)state;
	while (slice_split(&rest, ',', &name)) {
		assert_true(report_style_parse(slice_trim(name), &style));
		count++;
	}
	assert_int_equal(count, REPORT_JSON + 1);
	assert_false(report_style_parse(SLICE("mmtests"), &style));
}

static void csv_quotes_what_needs_it(void **state)
{
	const double value[] = { 1, 2 };
	struct column_cell cells[] = { one("a,\"b\"", "", &value[0]),
				       one("a,\"b\"", "", &value[1]) };
	struct column columns[] = {
		column_of_cells("=1+1", &cells[0], 1),
		column_of_cells("two\nlines", &cells[1], 1),
	};
	struct comparison comparison = build(columns, 2);
	struct slice rest, line;

	(void)state;
	print(&comparison, REPORT_CSV, 0);
	rest = buf_slice(&out);
	assert_true(slice_line(&rest, &line));
	assert_true(slice_starts(line, "benchmark,metric,unit,better,statistic,baseline,id,run,"));
	assert_true(slice_line(&rest, &line));
	check_text(line,
		   ",\"a,\"\"b\"\"\",s,lower,,yes,,\"=1+1\",,,,1,0,1,1,,1,1,1,,,,,,,,,,,,,,,,,,,,");
	assert_true(has("no,,\"two\nlines\",,,,1,0,2,2,,2,2,2,,1,,,,,,1,,,,,,,,,,,,\n"));
}

static void markdown_escapes_names(void **state)
{
	const double value[] = { 1, 1.5 };
	struct column_cell cells[] = { one("a|b*<i>", "", &value[0]),
				       one("a|b*<i>", "", &value[1]) };
	struct column columns[] = {
		column_of_cells("[x](y)", &cells[0], 1),
		column_of_cells("b\nc", &cells[1], 1),
	};
	struct comparison comparison = build(columns, 2);

	(void)state;
	print(&comparison, REPORT_MARKDOWN, 0);
	assert_true(has("- **A** \\[x\\](y)\n- **B** b c\n"));
	assert_true(has("| s, lower is better | A | B | B/A-1 |\n| --- | ---: | ---: | ---: |\n"
			"| a\\|b\\*&lt;i> | 1.0 | 1.5 | +50.00% |\n"));
}

static void json_has_what_the_api_says(void **state)
{
	struct column_cell cells[2][2];
	struct column columns[] = {
		kvm("6.1.192-disabled", "off", cells[0], kvm_faults_disabled, kvm_fork_disabled),
		kvm("6.1.192-child", "child", cells[1], kvm_faults_child, kvm_fork_child),
	};
	struct comparison comparison;
	json_t *all, *row, *cell;
	struct error err;

	(void)state;
	cells[0][0].metric.labels = cells[1][0].metric.labels = SLICE("a=1\\,2,b=x\\=y");
	comparison = build(columns, 2);
	print(&comparison, REPORT_JSON, 0);
	assert_int_equal(json_parse(buf_slice(&out), &all, &err), OK);
	row = json_array_get(
		json_object_get(json_array_get(json_object_get(all, "groups"), 0), "rows"), 0);
	row = json_object_get(row, "metric");
	check_text(json_get_text(json_object_get(row, "labels"), "a"), "1,2");
	check_text(json_get_text(json_object_get(row, "labels"), "b"), "x=y");
	check_text(json_get_text(row, "better"), "lower");
	row = json_array_get(
		json_object_get(json_array_get(json_object_get(all, "groups"), 1), "rows"), 0);
	cell = json_array_get(json_object_get(row, "cells"), 1);
	assert_int_equal(json_integer_value(json_object_get(cell, "n")), 18);
	assert_int_equal(json_integer_value(json_object_get(cell, "boots")), 3);
	assert_true(fabs(json_number_value(json_object_get(cell, "mean")) - 72677.91117) < 1e-5);
	assert_true(fabs(json_number_value(json_object_get(cell, "delta")) + 0.1603192967) < 1e-10);
	assert_int_equal(json_array_size(json_object_get(cell, "samples")), 18);
	assert_true(json_number_value(json_array_get(json_object_get(cell, "samples"), 0)) ==
		    kvm_faults_child[0]);
	assert_int_equal(
		json_integer_value(json_array_get(json_object_get(cell, "sample_boots"), 17)), 3);
	json_decref(all);
}

/* ------------------------------------------------------------------ overhead */

enum { ROOT, CHILD, OFF, CONFIGS };

struct costs {
	struct config configs[CONFIGS];
	struct metric metrics[2];
	struct slice kernels[4], machines[2];
	struct overhead_point points[64];
	struct overhead overhead;
};

static void add_point(struct costs *c, struct overhead_input *input, uint32_t kernel,
		      uint32_t config, uint32_t metric, const double *values)
{
	c->points[input->point_count++] = (struct overhead_point){ kernel,
								   config,
								   0,
								   metric,
								   stats_of(&arena, values, KVM_N),
								   1,
								   3,
								   SLICE("RUN"),
								   { values, kvm_boots, KVM_N } };
}

/* Root and child against off, which was measured in root, on so many kernels. */
static void costs_build(struct costs *c, uint32_t kernels)
{
	struct overhead_input input = { .kernels = c->kernels,
					.kernel_count = kernels,
					.configs = c->configs,
					.config_count = CONFIGS,
					.machines = c->machines,
					.machine_count = 1,
					.metrics = c->metrics,
					.metric_count = 2,
					.points = c->points };

	*c = (struct costs){ .kernels = { SLICE("6.1.192"), SLICE("6.12.117"), SLICE("6.18.15"),
					  SLICE("7.3.4") },
			     .machines = { SLICE("qemu") } };
	c->configs[ROOT] = (struct config){ .mode = MEMCG_ON, .placement = SLICE("root") };
	c->configs[CHILD] = (struct config){ .mode = MEMCG_ON, .placement = SLICE("v2:1") };
	c->configs[OFF] = (struct config){ .mode = MEMCG_BOOT_OFF, .placement = SLICE("root") };
	for (size_t i = 0; i < CONFIGS; i++)
		config_identify(&arena, &c->configs[i]);
	c->metrics[0] = kvm_cell("forkexec", "usecs-op-fork", "usec", BETTER_LOWER, NULL).metric;
	c->metrics[1] = kvm_cell("pft", "faults/sec-1", "faults/s", BETTER_HIGHER, NULL).metric;
	for (uint32_t i = 0; i < kernels; i++) {
		add_point(c, &input, i, OFF, 0, kvm_fork_disabled);
		add_point(c, &input, i, OFF, 1, kvm_faults_disabled);
		add_point(c, &input, i, ROOT, 0, kvm_fork_default);
		add_point(c, &input, i, ROOT, 1, kvm_faults_default);
		add_point(c, &input, i, CHILD, 0, kvm_fork_child);
		add_point(c, &input, i, CHILD, 1, kvm_faults_child);
	}
	overhead_build(&arena, &input, &c->overhead);
}

static const struct report_filter all = { REPORT_ALL, REPORT_ALL, REPORT_ALL };

static void overhead_begins_with_the_answer(void **state)
{
	const struct report_options options = { .style = REPORT_TEXT };
	struct costs c;

	(void)state;
	costs_build(&c, 1);
	report_overhead(&out, &c.overhead, &all, &options);
	check_text(buf_slice(&out),
		   "  On 6.1.192, root costs 8.5 % +- 0.1 and child 20.4 % +- 0.2 over memcg\n"
		   "  off (geometric mean of 2 metrics).\n"
		   "\n"
		   "  root, cost in percent of off\n"
		   "                           6.1.192\n"
		   "  forkexec\n"
		   "    usecs-op-fork    +2.82* +-0.49\n"
		   "  pft\n"
		   "    faults/sec-1    +14.49* +-0.01\n"
		   "  geometric mean     +8.50  +-0.15\n"
		   "  saved, % of on     +7.84  +-0.13\n"
		   "\n"
		   "  child, cost in percent of off\n"
		   "                            6.1.192\n"
		   "  forkexec\n"
		   "    usecs-op-fork   +21.82* +-0.67r\n"
		   "  pft\n"
		   "    faults/sec-1    +19.07* +-0.01r\n"
		   "  geometric mean    +20.44  +-0.18\n"
		   "  saved, % of on    +16.97  +-0.12\n"
		   "\n"
		   "  Where it comes from, in percent of off in the root group (2 metrics)\n"
		   "                                   6.1.192\n"
		   "  root group                  +8.50 +-0.15\n"
		   "  child group                +11.94 +-0.17\n"
		   "\n"
		   "  Cost in percent over memcg off on the same kernel and placement:\n"
		   "    off/on - 1 where higher is better, on/off - 1 where lower is. +- is\n"
		   "    half of its 95 % interval. * decided, at 5 % over a benchmark's rows\n"
		   "    and above the floor; ~ noise. Saved: the same in percent of the\n"
		   "    kernel with memcg on. r: off was measured in the root group.\n");
}

static void overhead_splits_wide_tables(void **state)
{
	struct report_options options = { .style = REPORT_TEXT };
	struct costs c;

	(void)state;
	costs_build(&c, 4);
	c.kernels[3] = SLICE("v7.3-rc1-00123-gabcdef012345-dirty-and-more");
	for (options.width = REPORT_WIDTH_MIN; options.width < 130; options.width++) {
		buf_clear(&out);
		report_overhead(&out, &c.overhead, &all, &options);
		check_lines(buf_slice(&out), (size_t)options.width, false);
		assert_true(has("  forkexec\n"));
	}
}

static void a_filter_picks_line_and_metric(void **state)
{
	const struct report_options options = { .style = REPORT_TEXT };
	const struct report_filter filter = { 0, 1, 1 };
	struct costs c;

	(void)state;
	costs_build(&c, 2);
	report_overhead(&out, &c.overhead, &filter, &options);
	assert_true(has("  On 6.12.117, child costs 19.1 % +- 0.0 over memcg off in pft\n"
			"  faults/sec-1.\n"));
	assert_false(has("root, cost") || has("forkexec") || has("geometric"));
}

static void overhead_without_numbers_says_so(void **state)
{
	const struct report_options options = { .style = REPORT_TEXT };
	const struct overhead nothing = { 0 };

	(void)state;
	report_overhead(&out, &nothing, &all, &options);
	check_text(buf_slice(&out),
		   "  No kernel has numbers both with memcg on and with memcg off.\n");
	buf_clear(&out);
	report_overhead_lede(&out, &nothing, &all);
	assert_int_equal(out.n, 0);
}

static void overhead_in_the_other_styles(void **state)
{
	struct report_options options = { .style = REPORT_MARKDOWN };
	struct error err;
	struct costs c;
	json_t *json;

	(void)state;
	costs_build(&c, 2);
	report_overhead(&out, &c.overhead, &all, &options);
	assert_true(has(
		"| child, on qemu | 6.1.192 | 6.12.117 |\n| --- | ---: | ---: |\n"
		"| forkexec usecs-op-fork | +21.82% +-0.67 r worse | +21.82% +-0.67 r worse |\n"));
	buf_clear(&out);
	options.style = REPORT_CSV;
	report_overhead(&out, &c.overhead, &all, &options);
	assert_true(has("\nqemu,forkexec,usecs-op-fork,usec,lower,root,6.1.192,0.0282491"));
	assert_true(has(",no,RUN,root,1,3,18,576.75"));
	buf_clear(&out);
	options.style = REPORT_JSON;
	report_overhead(&out, &c.overhead, &all, &options);
	assert_int_equal(json_parse(buf_slice(&out), &json, &err), OK);
	assert_int_equal(json_array_size(json_object_get(json, "cells")), 8);
	assert_int_equal(json_array_size(json_object_get(json, "means")), 4);
	check_text(json_get_text(json_array_get(json_object_get(json, "lines"), 1), "label"),
		   "child");
	json_decref(json);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(rows_without_direction_are_told),
		TEST(names_in_other_alphabets_stay_aligned),
		TEST(two_columns_have_intervals),
		TEST(what_does_not_fit_repeats_the_baseline),
		TEST(what_spoils_or_explains_columns_is_told),
		TEST(a_sweep_has_a_row_for_each_place),
		TEST(a_factor_is_said_and_that_one_sample_has_no_error),
		TEST(numbers_show_what_differs),
		TEST(no_name_breaks_a_mail),
		TEST(every_style_can_be_named),
		TEST(csv_quotes_what_needs_it),
		TEST(markdown_escapes_names),
		TEST(json_has_what_the_api_says),
		TEST(overhead_begins_with_the_answer),
		TEST(overhead_splits_wide_tables),
		TEST(a_filter_picks_line_and_metric),
		TEST(overhead_without_numbers_says_so),
		TEST(overhead_in_the_other_styles),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
