/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/calltree.h"

#include <stdlib.h>
#include <string.h>

#include "lib/buf.h"
#include "tests/unit/check.h"

static struct calltree_key key_of(const char *comm)
{
	struct calltree_key key = calltree_key_init();

	key.event = SLICE("cycles");
	key.comm = slice_str(comm);
	return key;
}

/* Adds a stack told as folded text. */
static void add(struct calltree *tree, const char *comm, const char *folded, int64_t count,
		int64_t period)
{
	struct calltree_key key = key_of(comm);
	struct slice rest = slice_str(folded), frames[64];
	uint32_t root = 0;
	size_t n = 0;

	while (rest.n > 0 && slice_split(&rest, ';', &frames[n]))
		n++;
	assert_int_equal(calltree_root(tree, &key, &root, NULL), OK);
	assert_int_equal(calltree_add(tree, root, frames, n,
				      &(struct calltree_sample){ count, period, 7 }, NULL),
			 OK);
}

struct text_sink {
	struct sink sink;
	struct buf text;
};

/* "comm:a;b;c count period\n" */
static enum err write_stack(struct sink *sink, const struct record *r, struct error *err)
{
	struct text_sink *out = CONTAINER_OF(sink, struct text_sink, sink);

	(void)err;
	buf_addf(&out->text, "%.*s:", SLICE_FMT(r->comm));
	for (size_t i = 0; i < r->frame_count; i++)
		buf_addf(&out->text, "%s%.*s", i > 0 ? ";" : "", SLICE_FMT(r->frames[i]));
	buf_addf(&out->text, " %lld", (long long)r->count);
	if (r->period != RECORD_NO_COUNT)
		buf_addf(&out->text, " %lld", (long long)r->period);
	buf_addc(&out->text, '\n');
	return OK;
}

static void check_stacks(const struct calltree *tree, const char *wanted)
{
	struct text_sink out = { .sink = { write_stack } };

	buf_init(&out.text);
	assert_int_equal(calltree_emit(tree, &out.sink, NULL), OK);
	check_text(buf_slice(&out.text), wanted);
	buf_release(&out.text);
}

static void test_sums(void **state)
{
	struct calltree tree;

	(void)state;
	calltree_init(&tree, NULL);
	add(&tree, "b", "main;x;y", 1, RECORD_NO_COUNT);
	add(&tree, "a", "main;x", 1, 100);
	add(&tree, "b", "main;x", 2, RECORD_NO_COUNT);
	add(&tree, "b", "main;x;y", 3, RECORD_NO_COUNT);
	add(&tree, "a", "main;x", 1, 20);
	add(&tree, "a", "", 5, 1);
	check_stacks(&tree, "b:main;x;y 4\na:main;x 2 120\nb:main;x 2\na: 5 1\n");
	assert_int_equal(tree.root_count, 2);
	assert_int_equal(tree.name_count, 3);
	assert_int_equal(tree.stacks[0].line, 7);
	calltree_release(&tree);
}

static void test_keys(void **state)
{
	struct label labels[] = { { SLICE("pid"), SLICE("1") }, { SLICE("pid"), SLICE("2") } };
	struct calltree_key keys[6];
	struct calltree tree;
	uint32_t nodes[6], again;

	(void)state;
	calltree_init(&tree, NULL);
	for (size_t i = 0; i < 6; i++)
		keys[i] = key_of("a");
	keys[1].metric = SLICE("@alloc");
	keys[2].time_s = 1.5;
	keys[3].print = 2;
	keys[4].labels = &labels[0];
	keys[4].label_count = 1;
	keys[5].labels = &labels[1];
	keys[5].label_count = 1;
	for (size_t i = 0; i < 6; i++) {
		assert_int_equal(calltree_root(&tree, &keys[i], &nodes[i], NULL), OK);
		for (size_t j = 0; j < i; j++)
			assert_int_not_equal(nodes[i], nodes[j]);
	}
	for (size_t i = 0; i < 6; i++) {
		assert_int_equal(calltree_root(&tree, &keys[i], &again, NULL), OK);
		assert_int_equal(again, nodes[i]);
	}
	calltree_release(&tree);
}

static const struct calltree_symbol *find(const struct calltree *tree,
					  const struct calltree_symbol *list, size_t n,
					  const char *name)
{
	for (size_t i = 0; i < n; i++)
		if (slice_is(tree->names[list[i].name], name))
			return &list[i];
	return NULL;
}

static void test_symbols(void **state)
{
	struct calltree_symbol *list;
	struct calltree tree;
	struct arena arena;
	size_t n;

	(void)state;
	arena_init(&arena);
	calltree_init(&tree, NULL);
	add(&tree, "a", "main;f;g;f", 2, 10);
	add(&tree, "a", "main;f", 3, 20);
	add(&tree, "a", "main;h", 4, RECORD_NO_COUNT);
	add(&tree, "b", "main;f", 100, 1000);
	n = calltree_symbols(&tree, tree.roots[0].node, &arena, &list);
	assert_int_equal(n, 4);
	assert_int_equal(find(&tree, list, n, "main")->self_count, 0);
	assert_int_equal(find(&tree, list, n, "main")->total_count, 9);
	assert_int_equal(find(&tree, list, n, "f")->self_count, 5);
	assert_int_equal(find(&tree, list, n, "f")->total_count, 5);
	assert_int_equal(find(&tree, list, n, "f")->total_period, 30);
	assert_int_equal(find(&tree, list, n, "g")->total_count, 2);
	assert_int_equal(find(&tree, list, n, "h")->self_period, 0);
	n = calltree_symbols(&tree, CALLTREE_NONE, &arena, &list);
	assert_int_equal(find(&tree, list, n, "f")->total_count, 105);
	n = calltree_symbols(&tree, tree.roots[1].node, &arena, &list);
	assert_int_equal(n, 2);
	calltree_release(&tree);
	arena_release(&arena);
}

static void test_merge(void **state)
{
	struct calltree one, other;

	(void)state;
	calltree_init(&one, NULL);
	calltree_init(&other, NULL);
	add(&one, "a", "main;x", 1, 5);
	add(&other, "a", "main;y", 1, 5);
	add(&other, "a", "main;x", 1, 5);
	add(&other, "b", "main", 1, RECORD_NO_COUNT);
	assert_int_equal(calltree_merge(&one, &other, NULL), OK);
	check_stacks(&one, "a:main;x 2 10\na:main;y 1 5\nb:main 1\n");
	calltree_release(&one);
	calltree_release(&other);
}

static void test_limits(void **state)
{
	struct calltree_limits limits = { .nodes = 3, .string_bytes = 4096 };
	struct slice frames[CALLTREE_DEPTH_MAX + 1], name;
	struct calltree_sample sample = { .count = INT64_MAX, .period = RECORD_NO_COUNT };
	struct calltree tree;
	struct error err;
	char bytes[5000];
	uint32_t id;

	(void)state;
	calltree_init(&tree, &limits);
	add(&tree, "a", "x;y", INT64_MAX, 1);
	add(&tree, "a", "x;y", INT64_MAX, 1);
	assert_int_equal(tree.nodes[tree.stacks[0].node].count, INT64_MAX);
	for (size_t i = 0; i < ARRAY_SIZE(frames); i++)
		frames[i] = SLICE("x");
	assert_int_equal(calltree_add(&tree, 1, frames, 2, &sample, &err), ERR_LIMIT);
	check_text(slice_str(err.text), "more than 3 distinct frames in call chains");
	assert_int_equal(calltree_add(&tree, 1, frames, ARRAY_SIZE(frames), &sample, &err),
			 ERR_LIMIT);
	memset(bytes, 'x', sizeof(bytes));
	name = (struct slice){ bytes, sizeof(bytes) };
	assert_int_equal(calltree_name(&tree, name, &id, &err), ERR_LIMIT);
	calltree_release(&tree);
}

/* Many of everything, so that the tables grow. */
static void test_many(void **state)
{
	struct calltree tree;
	char comm[16], folded[64];

	(void)state;
	calltree_init(&tree, NULL);
	for (int round = 0; round < 2; round++)
		for (int i = 0; i < 20000; i++) {
			(void)snprintf(comm, sizeof(comm), "c%d", i % 100);
			(void)snprintf(folded, sizeof(folded), "f%d;g%d", i % 1000, i);
			add(&tree, comm, folded, 1, RECORD_NO_COUNT);
		}
	assert_int_equal(tree.stack_count, 20000);
	assert_int_equal(tree.root_count, 100);
	assert_int_equal(tree.name_count, 21000);
	assert_int_equal(tree.node_count, 1 + 100 + 1000 + 20000);
	for (size_t i = 0; i < tree.stack_count; i++)
		assert_int_equal(tree.nodes[tree.stacks[i].node].count, 2);
	calltree_release(&tree);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_sums),    cmocka_unit_test(test_keys),
		cmocka_unit_test(test_symbols), cmocka_unit_test(test_merge),
		cmocka_unit_test(test_limits),  cmocka_unit_test(test_many),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
