/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ingest/peer_json.h"
#include "tests/unit/check.h"

static struct arena arena;
static char path[] = "/tmp/peer-json-XXXXXX";

static int setup(void **state)
{
	int fd;

	(void)state;
	arena_init(&arena);
	memcpy(path, "/tmp/peer-json-XXXXXX", sizeof(path));
	fd = mkstemp(path);
	return fd < 0 ? -1 : close(fd);
}

static int teardown(void **state)
{
	(void)state;
	arena_release(&arena);
	return unlink(path);
}

static enum err reading(const char *text, struct peer_json *out, struct error *err)
{
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	assert_true(fputs(text, file) >= 0);
	assert_int_equal(fclose(file), 0);
	return peer_json_read(&arena, path, out, err);
}

#define RUN(name, data)                                                                            \
	"{\"_ModuleName\":\"ExtractShellpackkernbench\",\"_TestName\":\"" name "\",\"Other\":[1]," \
	"\"_ResultData\":" data "}"

static void a_list_of_runs(void **state)
{
	struct peer_json json;
	struct error err;

	(void)state;
	assert_int_equal(
		reading("[" RUN("6.1-a", "{\"b\":[{\"Values\":[\"1.50\",2],\"SampleNrs\":[\"1\",2]}"
					 ","
					 "{\"Values\":[3],\"SampleNrs\":[1]}],\"a\":[{\"Values\":"
					 "[9],\"SampleNrs\":[7]},{\"Values\":[\"x\"]}],\"none\":[]"
					 "}") "," RUN("6.2-b", "{}") "]",
			&json, &err),
		OK);
	assert_int_equal(json.run_count, 2);
	assert_true(slice_is(json.module, "kernbench"));
	assert_true(slice_is(json.runs[0].name, "6.1-a"));
	assert_int_equal(json.runs[0].count, 2);
	assert_true(slice_is(json.runs[0].operations[0].label, "a"));
	assert_int_equal(json.runs[0].operations[0].count, 1);
	assert_true(json.runs[0].operations[0].samples[0].number == 7);
	assert_int_equal(json.runs[0].operations[1].count, 3);
	assert_int_equal(json.runs[0].operations[1].starts[1], 2);
	assert_true(json.runs[0].operations[1].samples[0].value == 1.5);
}

static void what_is_printed_is_read_again(void **state)
{
	struct peer_run run;
	struct peer_report report = {
		.runs = &run, .run_count = 1, .benchmark = SLICE("pft"), .style.higher = true
	};
	struct peer_json json;
	struct error err;
	struct buf out;

	(void)state;
	peer_run_init(&run, &arena, SLICE("6.1-\"a\""));
	peer_run_add(&run, SLICE("faults/cpu-1"), 1, 0.1);
	peer_run_next_iteration(&run);
	peer_run_add(&run, SLICE("faults/cpu-1"), 1, 123456.7891);
	peer_run_add(&run, SLICE("faults/sec-1"), 1, 5);
	peer_run_next_iteration(&run);
	buf_init(&out);
	peer_json_print(&out, &report);
	assert_int_equal(reading(out.data, &json, &err), OK);
	buf_release(&out);
	assert_int_equal(json.run_count, 1);
	assert_true(slice_is(json.module, "pft"));
	assert_true(slice_is(json.runs[0].name, "6.1-\"a\""));
	assert_int_equal(json.runs[0].operations[0].start_count, 2);
	assert_true(json.runs[0].operations[0].samples[1].value == 123456.7891);
	assert_int_equal(json.runs[0].operations[1].starts[1], 0);
}

static void what_is_no_run_is_told(void **state)
{
	struct peer_json json;
	struct error err;

	(void)state;
	assert_int_equal(reading("[]", &json, &err), ERR_INPUT);
	assert_string_equal(err.text, "no run in it");
	assert_int_equal(reading("{\"_TestName\":\"a\"}", &json, &err), ERR_INPUT);
	assert_string_equal(err.text, "a run has no _ResultData");
	assert_int_equal(reading("[{\"_ResultData\":{\"a\":", &json, &err), ERR_INPUT);
	assert_int_equal(reading("[{\"_ResultData\":{\"a\":[5,{\"Values\":5}]}}]", &json, &err),
			 OK);
	assert_int_equal(json.runs[0].count, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_list_of_runs, setup, teardown),
		cmocka_unit_test_setup_teardown(what_is_printed_is_read_again, setup, teardown),
		cmocka_unit_test_setup_teardown(what_is_no_run_is_told, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
