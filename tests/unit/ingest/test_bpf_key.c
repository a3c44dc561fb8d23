/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/bpf_key.h"

#include "tests/unit/check.h"

static void check_end(struct slice s, size_t wanted)
{
	assert_int_equal(bpf_key_end(s), wanted);
}

static void key_ends(void **state)
{
	(void)state;
	check_end(SLICE("a]: 1"), 1);
	check_end(SLICE("c]: 7, 2]: 2"), 8);
	check_end(SLICE("a]: count 3, average 20, total 61"), 1);
	check_end(SLICE("a]:"), 1);
	check_end(SLICE("a]: b [c]: d"), 1);
	check_end(SLICE("[x]: y]: text"), 6);
	check_end(SLICE("a]: (1, 2)"), 1);
	check_end(SLICE("a, b"), 4);
	check_end(SLICE("a]:1"), 4);
	check_end(SLICE(""), 0);
}

static size_t split(struct slice key, struct slice *parts)
{
	return bpf_key_split(key, parts);
}

static void splits(void **state)
{
	struct slice parts[BPF_PARTS_MAX];

	(void)state;
	assert_int_equal(split(SLICE("a, (b, c), [d, e], 4"), parts), 4);
	check_text(parts[1], "(b, c)");
	assert_int_equal(split(SLICE("a[, b"), parts), 2);
	check_text(parts[0], "a[");
	assert_int_equal(split(SLICE(", 5"), parts), 2);
	check_text(parts[0], "");
	assert_int_equal(split(SLICE("a,b"), parts), 1);
	assert_int_equal(split(SLICE(""), parts), 1);
}

static void fits(void **state)
{
	struct slice parts[BPF_PARTS_MAX];
	size_t n = split(SLICE("1, a, b, c, 2"), parts);

	(void)state;
	assert_true(bpf_key_fit(parts, &n, 3, 5));
	assert_int_equal(n, 3);
	check_text(parts[0], "1");
	check_text(parts[1], "a, b, c");
	check_text(parts[2], "2");

	n = split(SLICE("a, b, c"), parts);
	assert_false(bpf_key_fit(parts, &n, 2, 0));
	assert_false(bpf_key_fit(parts, &n, 4, 0));
	assert_true(bpf_key_fit(parts, &n, 1, 0));
	check_text(parts[0], "a, b, c");
}

static void very_many_parts(void **state)
{
	struct slice parts[BPF_PARTS_MAX];
	char key[1024];

	(void)state;
	for (size_t i = 0; i + 1 < sizeof(key); i += 2) {
		key[i] = ',';
		key[i + 1] = ' ';
	}
	assert_int_equal(split((struct slice){ key, sizeof(key) }, parts), BPF_PARTS_MAX);
}

static void numbers(void **state)
{
	double value;

	(void)state;
	assert_true(bpf_number(SLICE("-12"), &value));
	assert_true(value == -12);
	assert_true(bpf_number(SLICE("0xff"), &value));
	assert_true(value == 255);
	assert_false(bpf_number(SLICE("0x"), &value));
	assert_false(bpf_number(SLICE("1.5"), &value));
	assert_false(bpf_number(SLICE("--1"), &value));
	assert_int_equal(bpf_value_kind(SLICE("")), BPF_EMPTY);
	assert_int_equal(bpf_value_kind(SLICE("count x")), BPF_TEXT);
	assert_int_equal(bpf_value_kind(SLICE("{ .count = 1 }")), BPF_STATS);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(key_ends), cmocka_unit_test(splits),
		cmocka_unit_test(fits),     cmocka_unit_test(very_many_parts),
		cmocka_unit_test(numbers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
