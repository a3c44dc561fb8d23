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

static void splits(void **state)
{
	struct bpf_parts parts;

	(void)state;
	bpf_key_split(SLICE("a, (b, c), [d, e], 4"), BPF_STYLE_TEXT, &parts);
	assert_int_equal(parts.n, 4);
	assert_int_equal(parts.numbers, 8);
	check_text(parts.part[1], "(b, c)");
	bpf_key_split(SLICE("a[, b"), BPF_STYLE_TEXT, &parts);
	assert_int_equal(parts.n, 2);
	check_text(parts.part[0], "a[");
	bpf_key_split(SLICE(", 5"), BPF_STYLE_TEXT, &parts);
	assert_int_equal(parts.n, 2);
	check_text(parts.part[0], "");
	bpf_key_split(SLICE("a,b"), BPF_STYLE_TEXT, &parts);
	assert_int_equal(parts.n, 1);
	bpf_key_split(SLICE("a,b c,(d,e)"), BPF_STYLE_JSON, &parts);
	assert_int_equal(parts.n, 3);
	bpf_key_split(SLICE(""), BPF_STYLE_TEXT, &parts);
	assert_int_equal(parts.n, 1);
}

static void splits_stacks(void **state)
{
	struct bpf_parts parts;
	struct slice frames[BPF_FRAMES_MAX];

	(void)state;
	/* a mail lost the blank behind the first comma; a frame holds one */
	bpf_key_split(SLICE("x, y,\n    f(int, char)+1\n  g+2\n, \n    0x12\n, 7"), BPF_STYLE_TEXT,
		      &parts);
	assert_int_equal(parts.n, 5);
	assert_int_equal(parts.stacks, 12);
	assert_int_equal(bpf_frames(parts.part[2], frames), 2);
	check_text(frames[0], "f(int, char)+1");
	check_text(frames[1], "g+2");
	/* escaped twice, as JSON of 0.23 is */
	bpf_key_split(SLICE("\\n    f+1\\n    g+2\\n,sh,7"), BPF_STYLE_JSON, &parts);
	assert_int_equal(parts.n, 3);
	assert_int_equal(bpf_frames(parts.part[0], frames), 2);
	check_text(frames[1], "g+2");
}

static void fits(void **state)
{
	struct bpf_parts parts;

	(void)state;
	bpf_key_split(SLICE("1, a, b, c, 2"), BPF_STYLE_TEXT, &parts);
	assert_true(bpf_key_fit(&parts, &(struct bpf_shape){ 3, 5, 0 }));
	assert_int_equal(parts.n, 3);
	check_text(parts.part[0], "1");
	check_text(parts.part[1], "a, b, c");
	check_text(parts.part[2], "2");

	bpf_key_split(SLICE("a, b, \n f+1\n"), BPF_STYLE_TEXT, &parts);
	assert_true(bpf_key_fit(&parts, &(struct bpf_shape){ 2, 0, 2 }));
	check_text(parts.part[0], "a, b");
	assert_int_equal(parts.stacks, 2);

	bpf_key_split(SLICE("a, b, c"), BPF_STYLE_TEXT, &parts);
	assert_false(bpf_key_fit(&parts, &(struct bpf_shape){ 2, 0, 0 }));
	assert_false(bpf_key_fit(&parts, &(struct bpf_shape){ 4, 0, 0 }));
	assert_true(bpf_key_fit(&parts, &(struct bpf_shape){ 1, 0, 0 }));
	check_text(parts.part[0], "a, b, c");
}

static void shapes(void **state)
{
	struct bpf_shape shape = { 0 };
	struct bpf_parts parts;

	(void)state;
	bpf_key_split(SLICE("a, 1, b"), BPF_STYLE_TEXT, &parts);
	bpf_shape_add(&shape, &parts);
	bpf_key_split(SLICE("a, 1"), BPF_STYLE_TEXT, &parts);
	bpf_shape_add(&shape, &parts);
	bpf_key_split(SLICE("2, 1"), BPF_STYLE_TEXT, &parts);
	bpf_shape_add(&shape, &parts);
	assert_int_equal(shape.parts, 2);
	assert_int_equal(shape.numbers, 2);
}

static void very_many_parts(void **state)
{
	struct bpf_parts parts;
	char key[1024];

	(void)state;
	for (size_t i = 0; i + 1 < sizeof(key); i += 2) {
		key[i] = ',';
		key[i + 1] = ' ';
	}
	bpf_key_split((struct slice){ key, sizeof(key) }, BPF_STYLE_TEXT, &parts);
	assert_int_equal(parts.n, BPF_PARTS_MAX);
}

static void frames(void **state)
{
	(void)state;
	assert_true(bpf_is_frame(SLICE("    try_charge_memcg+12")));
	assert_true(bpf_is_frame(SLICE("0x7fdb0bb02b59")));
	assert_true(bpf_is_frame(SLICE("\tffffffff812 vfs_read+1 ([kernel.kallsyms])")));
	assert_true(bpf_is_frame(SLICE("    std::map<int, int>::at(int const&)+3")));
	assert_false(bpf_is_frame(SLICE("rate: 5")));
	assert_false(bpf_is_frame(SLICE("")));
	assert_true(bpf_frame_is_user(SLICE("0x7fdb0bb02b59")));
	assert_false(bpf_frame_is_user(SLICE("0xffffffff81000000")));
	assert_false(bpf_frame_is_user(SLICE("schedule+1")));
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
	assert_int_equal(bpf_value_kind(SLICE("{ .count = 1 }")), BPF_TEXT);
	assert_int_equal(bpf_value_kind(SLICE("{ .count = 1, .average = -2, .total = -2 }")),
			 BPF_STATS);
	assert_int_equal(bpf_value_kind(SLICE("count 3, average 20, total 61")), BPF_STATS);
	assert_int_equal(bpf_value_kind(SLICE("count 3, average 20, total 61 x")), BPF_TEXT);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(key_ends),      cmocka_unit_test(splits),
		cmocka_unit_test(splits_stacks), cmocka_unit_test(fits),
		cmocka_unit_test(shapes),        cmocka_unit_test(very_many_parts),
		cmocka_unit_test(frames),        cmocka_unit_test(numbers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
