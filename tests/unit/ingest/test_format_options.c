/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/unit/ingest/told.h"

extern const struct format fmt_bpftrace_json;

static void names_of_keys(void **state)
{
	struct format_options options = format_options_default;
	struct error err;

	assert_int_equal(format_options_keys(&options, SLICE("@b=task,flags"), &err), OK);
	assert_int_equal(format_options_keys(&options, SLICE("comm,bytes"), &err), OK);
	check_text(told_whole(*state, &fmt_bpftrace_json, &options,
			      SLICE("{\"type\": \"map\", \"data\": {\"@a\": {\"x,1\": 5}}}\n"
				    "{\"type\": \"map\", \"data\": {\"@b\": {\"x,1\": 5}}}\n"
				    "{\"type\": \"map\", \"data\": {\"@c\": {\"x,1,2\": 5}}}\n")),
		   "1 @a[comm=x,bytes=1] =5 #1\n2 @b[task=x,flags=1] =5 #1\n"
		   "3 @c[key0=x,key1=1,key2=2] =5 #1\n");
}

static void no_names(void **state)
{
	static const char *const wrong[] = { "", "a,,b", "a b", "@x=", "@x=a,@b", "a=b" };
	struct format_options options = format_options_default;
	struct error err;

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(wrong); i++)
		assert_int_equal(format_options_keys(&options, slice_str(wrong[i]), &err),
				 ERR_INPUT);
	for (int i = 0; i < KEY_NAMES_MAX; i++)
		assert_int_equal(format_options_keys(&options, SLICE("a"), &err), OK);
	assert_int_equal(format_options_keys(&options, SLICE("a"), &err), ERR_LIMIT);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TOLD_TEST(names_of_keys),
		TOLD_TEST(no_names),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
