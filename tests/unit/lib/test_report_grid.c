/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/report_grid.h"
#include "tests/unit/check.h"

/* Prints two rows in a style. */
static void print(struct buf *buf, enum report_style style)
{
	const struct report_options options = { .style = style };
	const struct slice heads[] = { SLICE("name"), SLICE("A") };
	const struct slice cells[] = {
		SLICE("  all"),
		SLICE("1"),
		SLICE("  \xd7\xa9\xd7\x9c\xe2\x80\xae x"),
		SLICE("2\x01"),
	};
	const struct report_grid grid = { heads, 2, 1, cells, 2 };

	buf_init(buf);
	if (style == REPORT_TEXT)
		report_grid_text(buf, &grid, &options);
	else
		report_grid_markdown(buf, &grid);
}

/* What is no ASCII takes the place of one letter; blanks that show what belongs to what stay. */
static void text_is_ascii(void **state)
{
	struct buf buf;

	(void)state;
	print(&buf, REPORT_TEXT);
	check_text(buf_slice(&buf), "  name    A\n    all   1\n  ??? x  2?\n");
	buf_release(&buf);
}

static void markdown_keeps_all(void **state)
{
	struct buf buf;

	(void)state;
	print(&buf, REPORT_MARKDOWN);
	assert_true(slice_find(buf_slice(&buf), "\xd7\xa9\xd7\x9c\xe2\x80\xae x") < buf.n);
	buf_release(&buf);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(text_is_ascii),
		cmocka_unit_test(markdown_keeps_all),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
