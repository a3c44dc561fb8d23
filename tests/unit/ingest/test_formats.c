/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/unit/ingest/told.h"

static int by_first(struct slice head, char c)
{
	return head.n > 0 && head.p[0] == c ? 50 : 0;
}

static int detect_a(struct slice head)
{
	return by_first(head, 'a') + by_first(head, 'b');
}

static int detect_b(struct slice head)
{
	return by_first(head, 'b') + (slice_is(head, "bb") ? 1 : 0);
}

static enum err parse_nothing(struct arena *arena, struct input *input,
			      const struct format_options *options, struct sink *sink,
			      struct error *err)
{
	(void)arena;
	(void)input;
	(void)options;
	(void)sink;
	(void)err;
	return OK;
}

static int detect_x(struct slice head)
{
	return by_first(head, 'x');
}

static enum err prose_nothing(struct arena *arena, struct text *text, struct sink *sink,
			      struct error *err)
{
	(void)arena;
	(void)text;
	(void)sink;
	(void)err;
	return OK;
}

static const struct format a = { .name = "a", .detect = detect_a, .parse = parse_nothing };
static const struct format b = { .name = "b", .detect = detect_b, .parse = parse_nothing };
static const struct format lines = { .name = "lines" };
static const struct format both = {
	.name = "both",
	.prose = prose_nothing,
	.detect = detect_x,
	.parse = parse_nothing,
};
static const struct format *const table[] = { &lines, &a, &b, &both, NULL };

static const struct format *choose(const char *name, const char *head)
{
	const struct format *format = &lines;
	struct error err;

	assert_int_equal(format_choose(table, name, slice_str(head), &format, &err), OK);
	return format;
}

static void the_surest_wins(void **state)
{
	const struct format *format;
	struct error err;

	(void)state;
	assert_ptr_equal(choose(NULL, "a"), &a);
	assert_ptr_equal(choose(NULL, "bb"), &b);
	assert_null(choose(NULL, "c"));
	assert_int_equal(format_choose(table, NULL, SLICE("b"), &format, &err), ERR_INPUT);
	assert_string_equal(err.text, "it may be a or b: say --format");
}

static void a_name_overrides(void **state)
{
	(void)state;
	assert_ptr_equal(choose("b", "a"), &b);
	assert_ptr_equal(choose("b", "b"), &b);
	assert_null(choose("lines", "a"));
	/* one that reads prose too is asked whether it is sure of the whole */
	assert_ptr_equal(choose("both", "x"), &both);
	assert_null(choose("both", "b"));
}

/* Who reads whole files also tells them. */
static void rows_of_the_table(void **state)
{
	(void)state;
	for (size_t i = 0; formats[i] != NULL; i++) {
		assert_ptr_equal(format_find(slice_str(formats[i]->name)), formats[i]);
		assert_true((formats[i]->detect != NULL) == (formats[i]->parse != NULL));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_surest_wins),
		cmocka_unit_test(a_name_overrides),
		cmocka_unit_test(rows_of_the_table),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
