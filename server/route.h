/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the server answers: one row an address. The table is all there is; `memcgperfd --routes`
 * prints it, and a test holds it against openapi.json in both directions.
 * Layer: server, above request and reply.
 */
#ifndef SERVER_ROUTE_H
#define SERVER_ROUTE_H

#include "lib/error.h"
#include "db/store_admin.h"
#include "server/reply.h"
#include "server/request.h"

enum route_kind {
	ROUTE_API,   /* JSON, any origin may read it, unknown parameters are refused */
	ROUTE_PAGE,  /* HTML or text as the client asks, or by a suffix of the path */
	ROUTE_ASSET, /* a file in the program */
	ROUTE_STATE, /* of the process, never cached */
};

/* How long an answer stays true. */
enum route_cache {
	CACHE_NEVER,
	CACHE_BUILD,      /* as long as this program */
	CACHE_GENERATION, /* until the store changes; the handler has it in a read transaction */
	CACHE_FOREVER,    /* the address holds the content's hash; the handler has the store too */
};

enum route_body {
	BODY_NONE,
	BODY_JSON, /* metadata, in memory */
	BODY_FILE, /* on disk; a form's part, or all of it */
};

struct call;
typedef enum err route_parse(struct call *call, struct error *err);
typedef enum err route_write(struct call *call, struct store *store, struct error *err);

struct route {
	const char *method, *pattern;
	/* Fills a reply whose status is 200 already. Errors become problem documents. */
	enum err (*handle)(struct request *request, struct reply *reply, struct error *err);
	enum route_kind kind;
	enum route_cache cache;
	bool drawn;       /* a page that has a picture: ".svg" behind its path */
	const char *type; /* of an API's answer that has one form; NULL = JSON, or text as wanted */
	const char *query; /* names of parameters, blanks between; '*' = may repeat; NULL = none */
	/* Of an address that changes something, instead of handle; both fill the call's reply. */
	route_parse *parse; /* a worker's part, without the store; NULL = none */
	route_write *write; /* the writer's */
	enum store_scope scope;
	bool open; /* it reads what its body asks, and needs no token */
	enum route_body body;
};

extern const struct route routes[];
extern const size_t route_count;

enum { ROUTE_ALLOW_MAX = 64 };

enum route_found { ROUTE_FOUND, ROUTE_NONE, ROUTE_BAD_METHOD };

/*
 * Finds the row for the request's method and path (HEAD is GET), and sets its route, path
 * parameters and format. ROUTE_BAD_METHOD: allow holds the methods that the address has.
 */
enum route_found route_find(struct request *request, char allow[ROUTE_ALLOW_MAX]);

/* One handler a row: api_*.c and page_*.c, one file a resource. */
#define ROUTE_HANDLER(name) \
	enum err name(struct request *request, struct reply *reply, struct error *err)
ROUTE_HANDLER(api_index);
ROUTE_HANDLER(api_openapi);
ROUTE_HANDLER(api_runs);
route_parse api_upload_parse;
route_write api_upload_store, api_upload_validate, api_run_patch, api_run_withdraw,
	api_machine_merge, api_change_triage, api_kernel_say, api_kernels_resolve,
	api_comparison_freeze, api_comparison_discuss;
ROUTE_HANDLER(api_run);
ROUTE_HANDLER(api_run_samples);
ROUTE_HANDLER(api_run_environment);
ROUTE_HANDLER(api_run_raw);
ROUTE_HANDLER(api_run_histograms);
ROUTE_HANDLER(api_run_maps);
ROUTE_HANDLER(api_raw);
ROUTE_HANDLER(api_kernels);
ROUTE_HANDLER(api_kernel);
ROUTE_HANDLER(api_machines);
ROUTE_HANDLER(api_machine);
ROUTE_HANDLER(api_configs);
ROUTE_HANDLER(api_metrics);
ROUTE_HANDLER(api_search);
ROUTE_HANDLER(api_series);
ROUTE_HANDLER(api_noise);
ROUTE_HANDLER(api_comparisons);
ROUTE_HANDLER(api_comparison);
ROUTE_HANDLER(api_overhead);
ROUTE_HANDLER(api_allocs);
ROUTE_HANDLER(api_compare);
ROUTE_HANDLER(api_changes);
ROUTE_HANDLER(api_syscalls);
ROUTE_HANDLER(api_histograms);
ROUTE_HANDLER(api_health);
ROUTE_HANDLER(api_ready);
ROUTE_HANDLER(api_meter);
ROUTE_HANDLER(asset_get);
ROUTE_HANDLER(page_home);
ROUTE_HANDLER(page_overhead);
ROUTE_HANDLER(page_search);
ROUTE_HANDLER(page_series);
ROUTE_HANDLER(page_noise);
ROUTE_HANDLER(page_frozen);
ROUTE_HANDLER(page_allocs);
ROUTE_HANDLER(page_compare);
ROUTE_HANDLER(page_changes);
ROUTE_HANDLER(page_latency);
ROUTE_HANDLER(page_runs);
ROUTE_HANDLER(page_run);
ROUTE_HANDLER(api_run_profiles);
ROUTE_HANDLER(api_profile);
ROUTE_HANDLER(api_profile_flame);
ROUTE_HANDLER(api_profile_folded);
ROUTE_HANDLER(api_profile_speedscope);
ROUTE_HANDLER(api_profile_instructions);
ROUTE_HANDLER(api_profile_diff);
ROUTE_HANDLER(page_profile);
ROUTE_HANDLER(page_profile_diff);
ROUTE_HANDLER(page_syscalls);
ROUTE_HANDLER(page_upload);
ROUTE_HANDLER(page_problems);
ROUTE_HANDLER(page_kernels);
ROUTE_HANDLER(page_kernel);
ROUTE_HANDLER(page_machines);
ROUTE_HANDLER(page_machine);
ROUTE_HANDLER(page_problem);
ROUTE_HANDLER(page_docs);
ROUTE_HANDLER(page_doc);

#endif
