/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/flame.h"

#include "lib/profile_export.h"
#include "tests/unit/check.h"

static struct arena arena;
static struct buf buf;

static int setup(void **data)
{
	(void)data;
	arena_init(&arena);
	buf_init(&buf);
	return 0;
}

static int teardown(void **data)
{
	(void)data;
	buf_release(&buf);
	arena_release(&arena);
	return 0;
}

struct line {
	const char *stack; /* "comm;outermost;leaf" */
	int64_t count;
};

struct made {
	struct profile profile;
	struct profile_sum sum;
};

static uint32_t name_of(struct profile *profile, struct slice name)
{
	for (size_t i = 0; i < profile->name_count; i++)
		if (slice_eq(profile->names[i], name))
			return (uint32_t)i;
	profile->names[profile->name_count] = name;
	return (uint32_t)profile->name_count++;
}

static uint32_t node_of(struct profile *profile, uint32_t caller, struct slice name)
{
	uint32_t wanted = name_of(profile, name);

	for (size_t i = 0; i < profile->node_count; i++)
		if (profile->nodes[i].caller == caller && profile->nodes[i].name == wanted)
			return (uint32_t)i;
	profile->nodes[profile->node_count] =
		(struct profile_node){ caller, wanted, 0, RECORD_NO_COUNT };
	return (uint32_t)profile->node_count++;
}

static void make(struct made *made, const struct line *lines, size_t count)
{
	*made = (struct made){ { .source = SLICE("perf-script"), .print = RECORD_NO_COUNT } };
	made->profile.names = ARENA_ARRAY(&arena, 100, struct slice);
	made->profile.nodes = ARENA_ARRAY(&arena, 100, struct profile_node);
	for (size_t i = 0; i < count; i++) {
		struct slice rest = slice_str(lines[i].stack), part;
		uint32_t at = PROFILE_NONE;

		while (slice_split(&rest, ';', &part))
			at = node_of(&made->profile, at, part);
		made->profile.nodes[at].count += lines[i].count;
	}
	profile_sum(&arena, memcg_symbols_new(&arena), &made->profile, &made->sum);
}

static const struct line before[] = {
	{ "pft;asm_exc_page_fault;charge_memcg", 100 },
	{ "pft;asm_exc_page_fault;clear_page_erms", 900 },
	{ "pft;<lambda> & \"co\"", 1000 },
};
static const struct line after[] = {
	{ "pft;asm_exc_page_fault;charge_memcg.isra.0", 500 },
	{ "pft;asm_exc_page_fault;clear_page_erms", 500 },
	{ "pft;<lambda> & \"co\"", 1000 },
};

static bool says(const char *text)
{
	return slice_find(buf_slice(&buf), text) < buf.n;
}

static size_t times(const char *text)
{
	struct slice rest = buf_slice(&buf);
	size_t count = 0, at;

	while ((at = slice_find(rest, text)) < rest.n) {
		rest = slice_skip(rest, at + 1);
		count++;
	}
	return count;
}

/* Every element is closed in turn and no character is left that begins or ends one. */
static void check_well_formed(void)
{
	struct slice rest = buf_slice(&buf), stack[64];
	size_t depth = 0, at;

	while ((at = slice_find_char(rest, '<')) < rest.n) {
		struct slice tag;

		rest = slice_skip(rest, at + 1);
		at = slice_find_char(rest, '>');
		assert_true(at < rest.n);
		tag = slice_head(rest, at);
		rest = slice_skip(rest, at + 1);
		if (tag.p[0] == '?' || tag.p[tag.n - 1] == '/')
			continue;
		if (tag.p[0] == '/') {
			assert_true(depth > 0);
			depth--;
			assert_true(slice_eq(stack[depth], slice_skip(tag, 1)));
		} else {
			assert_true(depth < 64);
			stack[depth++] = slice_head(tag, slice_find_char(tag, ' '));
		}
	}
	assert_int_equal(depth, 0);
	assert_false(buf.failed);
}

static void draw(const struct flame *flame, const struct flame_options *options)
{
	buf_clear(&buf);
	flame_svg(&arena, &buf, flame, options);
	check_well_formed();
}

static void test_one_profile(void **data)
{
	const struct flame_options options = { .title = SLICE("a & b") };
	struct made made;
	struct flame flame;

	(void)data;
	make(&made, before, 3);
	flame_of(&arena, &made.profile, &made.sum, false, &flame);
	draw(&flame, &options);
	assert_true(says("<title>a &amp; b</title>"));
	assert_true(says("charge_memcg: 5.00 %, 100 of 2000 samples; memcg</title>"));
	assert_true(says("&lt;lambda&gt; &amp; &quot;co&quot;: 50.00 %"));
	assert_int_equal(times("class=\"f memcg\""), 1);
	assert_int_equal(times("class=\"f kernel\""), 2);
	assert_true(says("<style>"));
	assert_false(says("<a "));
	assert_true(says("2000 samples, memcg 5.00 %, with what it calls 5.00 %"));
}

static void test_the_same_input_gives_the_same_bytes(void **data)
{
	const struct flame_options options = { .title = SLICE("x") };
	const struct line turned[] = { before[2], before[1], before[0] };
	struct made made;
	struct flame flame;
	struct slice first;

	(void)data;
	make(&made, before, 3);
	flame_of(&arena, &made.profile, &made.sum, false, &flame);
	draw(&flame, &options);
	first = arena_slice(&arena, buf_slice(&buf));
	make(&made, turned, 3);
	flame_of(&arena, &made.profile, &made.sum, false, &flame);
	draw(&flame, &options);
	assert_true(slice_eq(first, buf_slice(&buf)));
}

static void test_only_what_leads_through_memcg(void **data)
{
	const struct flame_options options = { .title = SLICE("x"), .style = FLAME_INLINE };
	struct made made;
	struct flame flame;

	(void)data;
	make(&made, before, 3);
	flame_of(&arena, &made.profile, &made.sum, true, &flame);
	draw(&flame, &options);
	assert_false(says("clear_page_erms"));
	assert_true(says("all: 5.00 %"));
	assert_false(says("<style>"));
	assert_false(says("<?xml"));
}

static void test_a_frame_as_the_whole(void **data)
{
	struct flame_options options = { .title = SLICE("x"),
					 .link = SLICE("/profile/A-1?filter=memcg"),
					 .style = FLAME_LINKED };
	struct made made;
	struct flame flame;
	struct slice path;

	(void)data;
	make(&made, before, 3);
	flame_of(&arena, &made.profile, &made.sum, false, &flame);
	for (uint32_t i = 0; i < flame.count; i++)
		if (slice_is(flame.nodes[i].name, "charge_memcg"))
			options.root = i;
	path = flame_path(&arena, &flame, options.root);
	assert_int_equal(path.n, 16);
	assert_int_equal(flame_find(&flame, path), options.root);
	assert_int_equal(flame_find(&flame, SLICE("0000000000000000")), 0);
	assert_int_equal(flame_find(&flame, SLICE("x")), 0);
	draw(&flame, &options);
	assert_true(says("<?xml-stylesheet type=\"text/css\" href=\"/flame.css\"?>"));
	assert_int_equal(times(" above\""), 3);
	assert_int_equal(times("<rect"), 4);
	assert_int_equal(times("width=\"1200.0\""), 4);
	assert_true(says("href=\"/profile/A-1?filter=memcg\" target"));
	assert_true(says("href=\"/profile/A-1?filter=memcg&amp;root="));
}

static void test_narrow_frames_are_left_out(void **data)
{
	const struct line lines[] = { { "x;wide", 9990 }, { "x;slim;below", 9 }, { "x;fits", 11 } };
	const struct flame_options options = { .title = SLICE("x") };
	struct made made;
	struct flame flame;

	(void)data;
	make(&made, lines, 3);
	flame_of(&arena, &made.profile, &made.sum, false, &flame);
	draw(&flame, &options);
	assert_true(says("fits: 0.11 %"));
	assert_false(says("slim"));
	assert_true(says("; 1 frame too narrow to draw"));
}

static void test_two_profiles(void **data)
{
	struct flame_options options = { .title = SLICE("x") };
	struct made a, b;
	struct flame flame;

	(void)data;
	make(&a, before, 3);
	make(&b, after, 3);
	flame_of_two(&arena, &a.profile, &a.sum, &b.profile, &b.sum, false, &flame);
	draw(&flame, &options);
	assert_int_equal(times("class=\"f more3 own\""), 1); /* one name in both */
	assert_int_equal(times("class=\"f less3\""), 1);
	assert_true(says("charge_memcg: 5.00 % to 25.00 %, +20.00 points (95 %: +"));
	assert_true(says("clear_page_erms: 45.00 % to 25.00 %, -20.00 points"));
	assert_true(says("all: 100.00 % to 100.00 %, +0.00 points"));
	assert_true(says(", not sure</title>"));
	assert_true(says("before: 2000 samples, memcg 5.00 %"));
	options.width = FLAME_WIDTH_A;
	draw(&flame, &options);
	assert_true(says("width=\"60.0\""));
	options.width = FLAME_WIDTH_BOTH;
	draw(&flame, &options);
	assert_true(says("width=\"180.0\""));
}

static void test_names_that_are_no_xml(void **data)
{
	const struct line lines[] = { { "x;a\x01"
					"b\xef\xbf\xbf"
					"c",
					1 } };
	const struct flame_options options = { .title = SLICE("t\x1b") };
	struct made made;
	struct flame flame;

	(void)data;
	make(&made, lines, 1);
	flame_of(&arena, &made.profile, &made.sum, false, &flame);
	draw(&flame, &options);
	assert_true(says(">a?b?c: 100.00 %"));
	assert_true(says("<title>t?</title>"));
}

static void test_empty(void **data)
{
	const struct line none[] = { { "x;f", 0 } };
	const struct flame_options options = { .title = SLICE("x") };
	struct made made;
	struct flame flame;

	(void)data;
	make(&made, none, 1);
	flame_of(&arena, &made.profile, &made.sum, false, &flame);
	draw(&flame, &options);
	flame_of(&arena, &made.profile, &made.sum, true, &flame);
	draw(&flame, &options);
}

static void test_exports(void **data)
{
	const struct line lines[] = { { "a b;f;g", 3 }, { "a b;e", 2 }, { ";f", 1 } };
	struct made made;
	struct error err;
	json_t *json = NULL;

	(void)data;
	make(&made, lines, 3);
	profile_folded(&arena, &buf, &made.profile);
	check_text(buf_slice(&buf), "a_b;e 2\na_b;f;g 3\nf 1\n");
	assert_int_equal(profile_speedscope(&arena, &made.profile, SLICE("n"), &json, &err), OK);
	buf_clear(&buf);
	json_print(&buf, json);
	json_decref(json);
	assert_true(says("\"endValue\":6"));
	assert_true(says("\"type\":\"sampled\""));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
	const struct CMUnitTest tests[] = {
		TEST(test_one_profile),
		TEST(test_the_same_input_gives_the_same_bytes),
		TEST(test_only_what_leads_through_memcg),
		TEST(test_a_frame_as_the_whole),
		TEST(test_narrow_frames_are_left_out),
		TEST(test_two_profiles),
		TEST(test_names_that_are_no_xml),
		TEST(test_empty),
		TEST(test_exports),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
