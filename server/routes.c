/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "server/route.h"

#include <stdio.h>
#include <string.h>

/* A page takes what the API takes. */
#define RUNS_QUERY     "kernel machine benchmark config limit cursor"
#define LIST_QUERY     "limit cursor"
#define OVERHEAD_QUERY "machine benchmark metric line from to"
#define COMPARE_QUERY  "base new*"
#define PICK_QUERY     COMPARE_QUERY " benchmark filter verdict in"
#define CHANGES_QUERY  "machine benchmark metric line all"
#define NOISE_QUERY    "machine benchmark"
#define SERIES_QUERY   "benchmark metric labels unit machine from to"
#define LATENCY_QUERY  "base new* metric prints"
#define ALLOCS_QUERY   "base new* map keys ops"
#define UPLOAD_QUERY   "name kernel machine benchmark iteration config.* better format baseline keys*"

#define API(pattern_, handler_, cache_, query_)                                     \
	{                                                                           \
		.method = "GET", .pattern = "/api/v1" pattern_, .handle = handler_, \
		.kind = ROUTE_API, .cache = cache_, .query = query_                 \
	}
/* An answer of one type, whatever the client would rather have. */
#define FILE_OF(pattern_, handler_, cache_, type_)                                  \
	{                                                                           \
		.method = "GET", .pattern = "/api/v1" pattern_, .handle = handler_, \
		.kind = ROUTE_API, .cache = cache_, .type = type_                   \
	}
#define PAGE(pattern_, handler_, query_)                                                      \
	{                                                                                     \
		.method = "GET", .pattern = pattern_, .handle = handler_, .kind = ROUTE_PAGE, \
		.cache = CACHE_GENERATION, .query = query_                                    \
	}

#define DRAWN(pattern_, handler_, query_)                                                     \
	{                                                                                     \
		.method = "GET", .pattern = pattern_, .handle = handler_, .kind = ROUTE_PAGE, \
		.cache = CACHE_GENERATION, .drawn = true, .query = query_                     \
	}

/* The parser is the worker's part, the handler the writer's. */
#define CALL(method_, pattern_, parser_, handler_, scope_, body_, query_)                    \
	{                                                                                    \
		.method = method_, .pattern = "/api/v1" pattern_, .parse = parser_,          \
		.write = handler_, .kind = ROUTE_API, .cache = CACHE_NEVER, .scope = scope_, \
		.body = body_, .query = query_                                               \
	}

/* Reads what its body asks; no token. */
#define ASK(pattern_, handler_)                                                          \
	{                                                                                \
		.method = "POST", .pattern = "/api/v1" pattern_, .write = handler_,      \
		.kind = ROUTE_API, .cache = CACHE_NEVER, .open = true, .body = BODY_JSON \
	}

#define ASSET(pattern_)                                                                         \
	{                                                                                       \
		.method = "GET", .pattern = pattern_, .handle = asset_get, .kind = ROUTE_ASSET, \
		.cache = CACHE_BUILD                                                            \
	}
#define STATE(pattern_, handler_)                                                              \
	{                                                                                      \
		.method = "GET", .pattern = pattern_, .handle = handler_, .kind = ROUTE_STATE, \
		.cache = CACHE_NEVER                                                           \
	}

const struct route routes[] = {
	API("", api_index, CACHE_BUILD, NULL),
	FILE_OF("/openapi.json", api_openapi, CACHE_BUILD, "application/json"),
	API("/runs", api_runs, CACHE_GENERATION, RUNS_QUERY),
	CALL("POST", "/runs", api_upload_parse, api_upload_store, STORE_SUBMIT, BODY_FILE,
	     UPLOAD_QUERY),
	CALL("POST", "/runs:validate", api_upload_parse, api_upload_validate, STORE_SUBMIT,
	     BODY_FILE, UPLOAD_QUERY),
	API("/runs/:run", api_run, CACHE_GENERATION, NULL),
	CALL("PATCH", "/runs/:run", NULL, api_run_patch, STORE_MANAGE, BODY_JSON, NULL),
	CALL("DELETE", "/runs/:run", NULL, api_run_withdraw, STORE_MANAGE, BODY_JSON, NULL),
	API("/runs/:run/samples", api_run_samples, CACHE_GENERATION,
	    "benchmark metric limit cursor"),
	API("/runs/:run/environment", api_run_environment, CACHE_GENERATION, LIST_QUERY),
	API("/runs/:run/raw", api_run_raw, CACHE_GENERATION, LIST_QUERY),
	API("/runs/:run/histograms", api_run_histograms, CACHE_GENERATION, LIST_QUERY),
	API("/runs/:run/maps", api_run_maps, CACHE_GENERATION, LIST_QUERY),
	API("/runs/:run/profiles", api_run_profiles, CACHE_GENERATION, LIST_QUERY),
	API("/profiles/:profile", api_profile, CACHE_GENERATION, "filter limit"),
	API("/profiles/:profile/flame", api_profile_flame, CACHE_GENERATION, "filter"),
	FILE_OF("/profiles/:profile/folded", api_profile_folded, CACHE_GENERATION, "text/plain"),
	FILE_OF("/profiles/:profile/speedscope", api_profile_speedscope, CACHE_GENERATION,
		"application/json"),
	API("/profiles/:profile/instructions", api_profile_instructions, CACHE_GENERATION,
	    "symbol"),
	API("/profile-diff", api_profile_diff, CACHE_GENERATION, "a b filter limit"),
	FILE_OF("/raw/:sha256", api_raw, CACHE_FOREVER, "application/octet-stream"),
	API("/kernels", api_kernels, CACHE_GENERATION, "name limit cursor"),
	ASK("/kernels:resolve", api_kernels_resolve),
	API("/kernels/:kernel", api_kernel, CACHE_GENERATION, NULL),
	CALL("PUT", "/kernels/:kernel", NULL, api_kernel_say, STORE_MANAGE, BODY_JSON, NULL),
	API("/machines", api_machines, CACHE_GENERATION, LIST_QUERY),
	API("/machines/:machine", api_machine, CACHE_GENERATION, NULL),
	CALL("POST", "/machines/:machine:merge", NULL, api_machine_merge, STORE_MANAGE, BODY_JSON,
	     NULL),
	API("/configs", api_configs, CACHE_GENERATION, LIST_QUERY),
	API("/metrics", api_metrics, CACHE_GENERATION, LIST_QUERY),
	API("/search", api_search, CACHE_GENERATION, "q"),
	API("/series", api_series, CACHE_GENERATION, SERIES_QUERY " limit"),
	API("/noise", api_noise, CACHE_GENERATION, NOISE_QUERY),
	API("/overhead", api_overhead, CACHE_GENERATION, OVERHEAD_QUERY),
	API("/compare", api_compare, CACHE_GENERATION, PICK_QUERY),
	API("/comparisons", api_comparisons, CACHE_GENERATION, "limit cursor"),
	CALL("POST", "/comparisons", NULL, api_comparison_freeze, STORE_SUBMIT, BODY_JSON,
	     COMPARE_QUERY),
	API("/comparisons/:comparison", api_comparison, CACHE_GENERATION, NULL),
	CALL("PATCH", "/comparisons/:comparison", NULL, api_comparison_discuss, STORE_SUBMIT,
	     BODY_JSON, NULL),
	API("/changes", api_changes, CACHE_GENERATION, CHANGES_QUERY),
	API("/syscalls", api_syscalls, CACHE_GENERATION, "runs*"),
	CALL("PATCH", "/changes/:change", NULL, api_change_triage, STORE_MANAGE, BODY_JSON, NULL),
	API("/histograms", api_histograms, CACHE_GENERATION, LATENCY_QUERY),
	API("/allocs", api_allocs, CACHE_GENERATION, ALLOCS_QUERY),
	PAGE("/", page_home, NULL),
	PAGE("/overhead", page_overhead, OVERHEAD_QUERY),
	PAGE("/search", page_search, "q"),
	PAGE("/series", page_series, SERIES_QUERY),
	PAGE("/noise", page_noise, NOISE_QUERY),
	PAGE("/compare", page_compare, PICK_QUERY),
	PAGE("/c/:comparison", page_frozen, NULL),
	PAGE("/changes", page_changes, CHANGES_QUERY),
	PAGE("/syscalls", page_syscalls, "runs*"),
	PAGE("/runs", page_runs, RUNS_QUERY),
	PAGE("/run/:run", page_run, NULL),
	PAGE("/upload", page_upload, NULL),
	DRAWN("/profile/:profile", page_profile, "filter root symbol"),
	DRAWN("/profile-diff", page_profile_diff, "a b filter root width"),
	PAGE("/latency", page_latency, LATENCY_QUERY),
	PAGE("/allocs", page_allocs, ALLOCS_QUERY),
	PAGE("/kernels", page_kernels, NULL),
	PAGE("/kernels/:kernel", page_kernel, NULL),
	PAGE("/machines", page_machines, NULL),
	PAGE("/machines/:machine", page_machine, NULL),
	PAGE("/docs/problems", page_problems, NULL),
	PAGE("/docs/problems/:problem", page_problem, NULL),
	PAGE("/docs", page_docs, NULL),
	PAGE("/docs/:doc", page_doc, NULL),
	ASSET("/style.css"),
	ASSET("/flame.css"),
	ASSET("/icon.svg"),
	ASSET("/app/*"),
	ASSET("/vendor/*"),
	STATE("/healthz", api_health),
	STATE("/readyz", api_ready),
	STATE("/metrics", api_meter),
};
const size_t route_count = ARRAY_SIZE(routes);

/* The form that an error has where there is no address. */
static enum format format_of_none(const struct request *request)
{
	if (slice_starts(request->path, "/api/"))
		return request_api_format(request->accept);
	return request_page_format(request->accept) == FORMAT_HTML ? FORMAT_HTML : FORMAT_JSON;
}

/* Whether path begins as pattern does before its first parameter: rules out most of the table. */
static bool begins_alike(const char *pattern, struct slice path)
{
	for (size_t i = 0; pattern[i] != '\0' && pattern[i] != ':' && pattern[i] != '*'; i++)
		if (i >= path.n || path.p[i] != pattern[i])
			return false;
	return true;
}

static bool matches(const struct route *route, struct request *request)
{
	struct slice path = request->path;
	enum format format =
		route->kind == ROUTE_API ? request_api_format(request->accept) : FORMAT_BYTES;

	if (!begins_alike(route->pattern, path))
		return false;
	if (route->kind == ROUTE_PAGE && !request_suffix(&path, &format))
		format = request_page_format(request->accept);
	if (format == FORMAT_SVG && !route->drawn)
		return false;
	if (!request_match(route->pattern, path, request->path_params))
		return false;
	request->format = format;
	return true;
}

enum route_found route_find(struct request *request, char allow[ROUTE_ALLOW_MAX])
{
	bool is_head = slice_is(request->method, "HEAD");
	const char *pattern = NULL; /* the first that matches: a later one does not count */
	size_t n = 0;

	allow[0] = '\0';
	request->format = format_of_none(request);
	for (size_t i = 0; i < route_count && !request->escaped_path; i++) {
		const struct route *route = &routes[i];

		if (!matches(route, request) ||
		    (pattern != NULL && strcmp(pattern, route->pattern) != 0))
			continue;
		pattern = route->pattern;
		if (slice_is(request->method, route->method) ||
		    (is_head && slice_is(slice_str(route->method), "GET"))) {
			request->route = route;
			return ROUTE_FOUND;
		}
		n += (size_t)snprintf(allow + n, ROUTE_ALLOW_MAX - n, "%s%s", n > 0 ? ", " : "",
				      slice_is(slice_str(route->method), "GET") ? "GET, HEAD"
										: route->method);
	}
	return n > 0 ? ROUTE_BAD_METHOD : ROUTE_NONE;
}
