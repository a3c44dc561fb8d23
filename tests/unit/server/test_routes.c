/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "server/route.h"

static char allow[ROUTE_ALLOW_MAX];

static enum route_found find(struct request *request, const char *method, const char *path,
			     const char *accept)
{
	*request = (struct request){
		.method = slice_str(method),
		.path = slice_str(path),
		.accept = slice_str(accept),
	};
	return route_find(request, allow);
}

static void test_methods(void **state)
{
	struct request request;

	(void)state;
	assert_int_equal(find(&request, "GET", "/api/v1/runs", ""), ROUTE_FOUND);
	assert_string_equal(request.route->pattern, "/api/v1/runs");
	assert_int_equal(find(&request, "HEAD", "/api/v1/runs", ""), ROUTE_FOUND);
	assert_int_equal(find(&request, "POST", "/api/v1/runs", ""), ROUTE_FOUND);
	assert_string_equal(request.route->method, "POST");
	assert_int_equal(find(&request, "PUT", "/api/v1/runs", ""), ROUTE_BAD_METHOD);
	assert_string_equal(allow, "GET, HEAD, POST");
	assert_int_equal(find(&request, "POST", "/api/v1/kernels", ""), ROUTE_BAD_METHOD);
	assert_string_equal(allow, "GET, HEAD");
	assert_int_equal(find(&request, "GET", "/api/v1/run", ""), ROUTE_NONE);
}

static void test_formats(void **state)
{
	struct request request;

	(void)state;
	assert_int_equal(find(&request, "GET", "/run/X.csv", "text/html"), ROUTE_FOUND);
	assert_int_equal(request.format, FORMAT_CSV);
	assert_true(slice_is(request_path_param(&request, "run"), "X"));
	assert_int_equal(find(&request, "GET", "/run/X", "text/html"), ROUTE_FOUND);
	assert_int_equal(request.format, FORMAT_HTML);
	assert_int_equal(find(&request, "GET", "/", "*/*"), ROUTE_FOUND);
	assert_int_equal(request.format, FORMAT_TEXT);
	assert_int_equal(find(&request, "GET", "/api/v1/runs", "text/html"), ROUTE_FOUND);
	assert_int_equal(request.format, FORMAT_JSON);
	assert_int_equal(find(&request, "GET", "/nothing", "text/html"), ROUTE_NONE);
	assert_int_equal(request.format, FORMAT_HTML);
	assert_int_equal(find(&request, "GET", "/api/v1/x", "text/html"), ROUTE_NONE);
	assert_int_equal(request.format, FORMAT_JSON);
}

static void test_escaped_path(void **state)
{
	struct request request = { .method = SLICE("GET"),
				   .path = SLICE("/api/v1"),
				   .escaped_path = true };

	(void)state;
	assert_int_equal(route_find(&request, allow), ROUTE_NONE);
}

/* Each row answers at its own address, and no row stands in another's way. */
static void test_table(void **state)
{
	(void)state;
	for (size_t i = 0; i < route_count; i++) {
		struct slice pattern = slice_str(routes[i].pattern);
		struct request request;
		char path[128];
		size_t n = 0;

		for (size_t k = 0; k < pattern.n; k++)
			if (pattern.p[k] == '*')
				path[n++] = 'x';
			else if (pattern.p[k] != ':' || pattern.p[k - 1] != '/')
				path[n++] = pattern.p[k];
		path[n] = '\0';
		assert_int_equal(find(&request, routes[i].method, path, ""), ROUTE_FOUND);
		assert_ptr_equal(request.route, &routes[i]);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_methods),
		cmocka_unit_test(test_formats),
		cmocka_unit_test(test_escaped_path),
		cmocka_unit_test(test_table),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
