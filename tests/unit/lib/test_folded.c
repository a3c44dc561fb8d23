/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/folded.h"

#include "tests/unit/check.h"

struct text_writer {
	struct folded_writer writer;
	struct buf text;
};

static enum err write_text(struct folded_writer *writer, struct slice lines, struct error *err)
{
	(void)err;
	buf_add(&CONTAINER_OF(writer, struct text_writer, writer)->text, lines);
	return OK;
}

static void add(struct calltree *tree, const char *comm, const char *folded, int64_t count)
{
	struct calltree_key key = calltree_key_init();
	struct slice rest = slice_str(folded), frames[16];
	const struct calltree_sample sample = { .count = count };
	uint32_t root = 0;
	size_t n = 0;

	key.comm = slice_str(comm);
	while (rest.n > 0 && slice_split(&rest, ';', &frames[n]))
		n++;
	assert_int_equal(calltree_root(tree, &key, &root, NULL), OK);
	assert_int_equal(calltree_add(tree, root, frames, n, &sample, NULL), OK);
}

/* Byte order of whole lines: a blank comes before ';', which comes before letters. */
static void test_order(void **state)
{
	struct text_writer out = { .writer = { write_text } };
	struct calltree tree;

	(void)state;
	buf_init(&out.text);
	calltree_init(&tree, NULL);
	add(&tree, "sh", "main;f;x", 1);
	add(&tree, "sh", "main;f y;x", 2);
	add(&tree, "sh", "main;f", 3);
	add(&tree, "sh", "main;f<;x", 4);
	add(&tree, "sh", "", 5);
	add(&tree, "sh1", "main", 6);
	add(&tree, "a", "main;f", 7);
	assert_int_equal(folded_print(&tree, &out.writer, NULL), OK);
	check_text(buf_slice(&out.text), "a;main;f 7\n"
					 "sh 5\n"
					 "sh1;main 6\n"
					 "sh;main;f 3\n"
					 "sh;main;f y;x 2\n"
					 "sh;main;f;x 1\n"
					 "sh;main;f<;x 4\n");
	buf_release(&out.text);
	calltree_release(&tree);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_order) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
