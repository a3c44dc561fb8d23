/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/client_config.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/unit/check.h"

static struct arena arena;
static char folder[] = "/tmp/test_client_config.XXXXXX";

static struct slice path_of(const char *name)
{
	return arena_printf(&arena, "%s/%s", folder, name);
}

/* Writes folder/memcgperf/config, where $XDG_CONFIG_HOME = folder leads to. */
static const char *write_config(const char *text, mode_t mode)
{
	const char *path = path_of("memcgperf/config").p;
	FILE *file;

	(void)mkdir(path_of("memcgperf").p, 0700);
	(void)unlink(path);
	file = fopen(path, "w");
	assert_non_null(file);
	assert_true(fputs(text, file) >= 0);
	assert_int_equal(fclose(file), 0);
	assert_int_equal(chmod(path, mode), 0);
	return path;
}

static void reads_server_and_token(void **state)
{
	struct client_config config;
	struct error err;

	(void)state;
	assert_int_equal(client_config_parse(&arena,
					     SLICE("# where results go\n"
						   "\n"
						   "  server=https://memcg.example.org/lab/ \r\n"
						   "token\t=  mp_s_12345678_SECRET"),
					     &config, &err),
			 OK);
	check_text(config.server, "https://memcg.example.org/lab");
	check_text(config.token, "mp_s_12345678_SECRET");
	assert_int_equal(client_config_parse(&arena, SLICE(""), &config, &err), OK);
	check_text(config.server, "");
	check_text(config.token, "");
}

static void expect_error(const char *text, size_t line, const char *words)
{
	struct client_config config;
	struct error err = { 0 };

	assert_int_equal(client_config_parse(&arena, slice_str(text), &config, &err), ERR_INPUT);
	assert_int_equal(err.line, line);
	if (strstr(err.text, words) == NULL)
		fail_msg("'%s' lacks '%s'", err.text, words);
	assert_null(strstr(err.text, "SECRET"));
}

static void refuses_what_it_does_not_know(void **state)
{
	(void)state;
	expect_error("server = http://h\nproxy = x\n", 2, "unknown key 'proxy'");
	expect_error("server\n", 1, "key = value");
	expect_error("server =\n", 1, "server has no value");
	expect_error("server = http://h\nserver = http://h\n", 2, "a second server");
	expect_error("server = memcg.example.org\n", 1, "https://HOST");
	expect_error("server = ftp://h\n", 1, "https://HOST");
	expect_error("server = https://\n", 1, "no plain URL");
	expect_error("server = https://h/?token=SECRET\n", 1, "no plain URL");
	expect_error("server = https://me:SECRET@h\n", 1, "no user or password");
	expect_error("server = http://h\ntoken = mp s SECRET\n", 2, "the token is none");
	expect_error("token = SECRET\n", 0, "no server that it is for");
}

static void a_file_with_a_token_is_its_owners_alone(void **state)
{
	struct client_config config;
	struct error err;
	const char *path = write_config("server = http://h\ntoken = SECRET\n", 0640);

	(void)state;
	assert_int_equal(client_config_read(&arena, path, &config, &err), ERR_DENIED);
	assert_non_null(strstr(err.text, path));
	assert_non_null(strstr(err.text, "chmod 600"));
	assert_null(strstr(err.text, "SECRET"));
	write_config("server = http://h\ntoken = SECRET\n", 0600);
	assert_int_equal(client_config_read(&arena, path, &config, &err), OK);
	check_text(config.token, "SECRET");
	write_config("server = http://h\n", 0644);
	assert_int_equal(client_config_read(&arena, path, &config, &err), OK);
	check_text(config.server, "http://h");
}

static void names_file_and_line(void **state)
{
	struct client_config config;
	struct error err;
	const char *path = write_config("\ncolour = blue\n", 0644);

	(void)state;
	assert_int_equal(client_config_read(&arena, path, &config, &err), ERR_INPUT);
	assert_true(slice_starts(slice_str(err.text), arena_printf(&arena, "%s:2: ", path).p));
	assert_int_equal(client_config_read(&arena, "/nowhere/config", &config, &err), OK);
	check_text(config.server, "");
	assert_int_equal(client_config_read(&arena, folder, &config, &err), ERR_IO);
}

static void a_long_file_is_refused(void **state)
{
	struct client_config config;
	struct error err;
	char *text = arena_alloc(&arena, CLIENT_CONFIG_BYTES_MAX + 2);

	(void)state;
	memset(text, '#', CLIENT_CONFIG_BYTES_MAX + 1);
	assert_int_equal(client_config_read(&arena, write_config(text, 0644), &config, &err),
			 ERR_LIMIT);
}

static void line_wins_over_environment_over_file(void **state)
{
	struct client_config config;
	struct error err;

	(void)state;
	write_config("server = http://file\ntoken = FILE\n", 0600);
	assert_int_equal(client_config_get(&arena, SLICE_NONE, &config, &err), OK);
	check_text(config.server, "http://file");
	check_text(config.token, "FILE");
	assert_int_equal(client_config_get(&arena, SLICE("http://line/"), &config, &err), OK);
	check_text(config.server, "http://line");
	check_text(config.token, ""); /* the file's is for the file's server */
	assert_int_equal(setenv("MEMCGPERF_SERVER", "http://environment", 1), 0);
	assert_int_equal(setenv("MEMCGPERF_TOKEN", "ENVIRONMENT\n", 1), 0);
	assert_int_equal(client_config_get(&arena, SLICE_NONE, &config, &err), OK);
	check_text(config.server, "http://environment");
	check_text(config.token, "ENVIRONMENT");
	assert_int_equal(client_config_get(&arena, SLICE("http://file/"), &config, &err), OK);
	check_text(config.server, "http://file");
	check_text(config.token, "ENVIRONMENT");
	assert_int_equal(setenv("MEMCGPERF_TOKEN", "two words", 1), 0);
	assert_int_equal(client_config_get(&arena, SLICE_NONE, &config, &err), ERR_INPUT);
	assert_null(strstr(err.text, "two words"));
	assert_int_equal(unsetenv("MEMCGPERF_TOKEN"), 0);
	assert_int_equal(unsetenv("MEMCGPERF_SERVER"), 0);
}

static void a_server_must_be_named(void **state)
{
	struct client_config config;
	struct error err;

	(void)state;
	write_config("# nothing\n", 0644);
	assert_int_equal(client_config_get(&arena, SLICE_NONE, &config, &err), ERR_INPUT);
	assert_non_null(strstr(err.text, "--server"));
}

static void finds_the_file(void **state)
{
	(void)state;
	check_text(client_config_path(&arena), path_of("memcgperf/config").p);
	assert_int_equal(setenv("XDG_CONFIG_HOME", "relative", 1), 0);
	assert_int_equal(setenv("HOME", "/home/u", 1), 0);
	check_text(client_config_path(&arena), "/home/u/.config/memcgperf/config");
	assert_int_equal(setenv("XDG_CONFIG_HOME", folder, 1), 0);
}

static void knows_what_others_can_read(void **state)
{
	(void)state;
	assert_true(client_config_is_open(SLICE("http://memcg.example.org")));
	assert_true(client_config_is_open(SLICE("http://localhost.example.org:80")));
	assert_false(client_config_is_open(SLICE("https://memcg.example.org")));
	assert_false(client_config_is_open(SLICE("http://localhost:8080/lab")));
	assert_false(client_config_is_open(SLICE("http://127.0.0.1:8080")));
	assert_false(client_config_is_open(SLICE("http://[::1]:8080")));
}

static int begin(void **state)
{
	(void)state;
	arena_init(&arena);
	(void)unsetenv("MEMCGPERF_SERVER");
	(void)unsetenv("MEMCGPERF_TOKEN");
	return mkdtemp(folder) == NULL || setenv("XDG_CONFIG_HOME", folder, 1) != 0;
}

static int end(void **state)
{
	(void)state;
	(void)unlink(path_of("memcgperf/config").p);
	(void)rmdir(path_of("memcgperf").p);
	(void)rmdir(folder);
	arena_release(&arena);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reads_server_and_token),
		cmocka_unit_test(refuses_what_it_does_not_know),
		cmocka_unit_test(a_file_with_a_token_is_its_owners_alone),
		cmocka_unit_test(names_file_and_line),
		cmocka_unit_test(a_long_file_is_refused),
		cmocka_unit_test(line_wins_over_environment_over_file),
		cmocka_unit_test(a_server_must_be_named),
		cmocka_unit_test(finds_the_file),
		cmocka_unit_test(knows_what_others_can_read),
	};

	return cmocka_run_group_tests(tests, begin, end);
}
