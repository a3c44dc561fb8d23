/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/manifest.h"

#include "tests/unit/check.h"

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

static void test_all_fields(void **data)
{
	struct manifest manifest;
	const struct batch_options *options;

	(void)data;
	assert_int_equal(
		manifest_read(
			&arena,
			SLICE("{\"uploads\": [{\"path\": \"a.txt\", \"name\": \"a\", \"origin\": "
			      "\"list\", \"kernel\": \"6.1\", \"machine\": \"m\", \"benchmark\": "
			      "\"pft\", \"config\": {\"mode\": \"on\", \"psi\": \"0\"}, \"runs\": "
			      "{\"4.0-vanilla\": {\"name\": \"4.0.0-vanilla\", \"kernel\": "
			      "\"4.0\", \"machine\": \"n\", \"config\": {\"HZ\": \"250\"}}}}, "
			      "{\"path\": \"b.txt\"}]}"),
			&manifest, NULL),
		OK);
	assert_int_equal(manifest.count, 2);
	options = &manifest.uploads[0].options;
	check_text(manifest.uploads[0].path, "a.txt");
	check_text(manifest.uploads[0].origin, "list");
	check_text(options->name, "a");
	check_text(options->kernel, "6.1");
	check_text(options->machine, "m");
	check_text(options->benchmark, "pft");
	assert_int_equal(options->config_count, 2);
	check_text(options->config[1].key, "psi");
	check_text(options->config[1].value, "0");
	assert_int_equal(options->rename_count, 1);
	check_text(options->renames[0].run, "4.0-vanilla");
	check_text(options->renames[0].name, "4.0.0-vanilla");
	check_text(options->renames[0].kernel, "4.0");
	check_text(options->renames[0].machine, "n");
	check_text(options->renames[0].config[0].key, "HZ");
	check_text(options->renames[0].config[0].value, "250");
	check_text(manifest.uploads[1].path, "b.txt");
	assert_int_equal(manifest.uploads[1].options.rename_count, 0);
}

static void test_refusals(void **data)
{
	static const struct {
		const char *text, *why;
	} cases[] = {
		{ "{\"uploads\": [{\"path\": \"a\", \"nmae\": \"b\"}]}",
		  "upload 1: unknown key 'nmae'" },
		{ "{\"uploads\": [{\"path\": \"a\"}, {\"name\": \"b\"}]}", "upload 2: no 'path'" },
		{ "{\"uploads\": [{\"path\": 1}]}", "upload 1: 'path' is no text" },
		{ "{\"uploads\": [{\"path\": \"a\", \"runs\": []}]}",
		  "upload 1: 'runs' is no object" },
		{ "{\"uploads\": [{\"path\": \"a\", \"runs\": {\"x\": {\"config\": 1}}}]}",
		  "upload 1: run 'x': 'config' is no object" },
		{ "{\"uploads\": [{\"path\": \"a\", \"runs\": {\"x\": {\"path\": \"b\"}}}]}",
		  "upload 1: run 'x': unknown key 'path'" },
		{ "{\"uploads\": [{\"path\": \"a\", \"config\": {\"nokmem\": true}}]}",
		  "upload 1: 'nokmem' is no text" },
		{ "{\"uploads\": [\"a\"]}", "upload 1: 'uploads' is no object" },
		{ "{\"uploads\": {}}", "wanted one object with the list 'uploads'" },
		{ "{\"uploads\": [], \"more\": 1}", "wanted one object with the list 'uploads'" },
		{ "[]", "wanted one object with the list 'uploads'" },
	};

	(void)data;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct manifest manifest;
		struct error err = { 0 };

		assert_int_equal(manifest_read(&arena, slice_str(cases[i].text), &manifest, &err),
				 ERR_INPUT);
		assert_string_equal(err.text, cases[i].why);
	}
}

static void test_no_json_names_the_line(void **data)
{
	struct manifest manifest;
	struct error err = { 0 };

	(void)data;
	assert_int_equal(manifest_read(&arena, SLICE("{\n\"uploads\": [\n"), &manifest, &err),
			 ERR_INPUT);
	assert_true(err.line > 1);
}

static void test_the_bundled_manifest(void **data)
{
	struct manifest manifest;
	struct error err = { 0 };

	(void)data;
	if (manifest_read(&arena, check_data(&arena, "samples/manifest.json"), &manifest, &err) !=
	    OK)
		fail_msg("%s", err.text);
	assert_int_equal(manifest.count, 9);
	check_text(manifest.uploads[3].path, "mails/mel-2015.txt");
	assert_int_equal(manifest.uploads[3].options.rename_count, 4);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_all_fields, setup, teardown),
		cmocka_unit_test_setup_teardown(test_refusals, setup, teardown),
		cmocka_unit_test_setup_teardown(test_no_json_names_the_line, setup, teardown),
		cmocka_unit_test_setup_teardown(test_the_bundled_manifest, setup, teardown),
	};

	return cmocka_run_group_tests_name("ingest/manifest", tests, NULL, NULL);
}
