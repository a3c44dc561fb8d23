/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A request as the HTTP library hands it over, up to its answer, over the store FUZZ_DATABASE:
 * lines of method, path, query, Accept, Accept-Encoding, If-None-Match, Authorization,
 * Content-Length and X-Forwarded-For. Cursors, tokens and addresses of clients are among them.
 */
#include "lib/json.h"
#include "server/meter.h"
#include "server/proxy.h"
#include "server/route.h"
#include "server/serve.h"
#include "server/worker.h"
#include "tests/fuzz/fuzz.h"

static struct server server;
static struct proxies proxies;

int LLVMFuzzerInitialize(int *argc, char ***argv);

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	struct error err;

	(void)argc;
	(void)argv;
	json_arenas_allow();
	server.database = getenv("FUZZ_DATABASE");
	server.database_path = server.database;
	server.database_folder = server.spool_folder = "/tmp";
	server.public_url = SLICE("http://127.0.0.1:1");
	server.proxies = &proxies;
	server.body_bytes = 1 * MiB;
	server.meter = meter_new();
	server.address_rate = rate_new(0);
	server.token_rate = rate_new(0);
	pipeline_options_init(&server.pipeline);
	REQUIRE(server.database != NULL);
	REQUIRE(proxy_trust(&proxies, SLICE("10.0.0.0/8"), &err) == OK);
	REQUIRE(proxy_trust(&proxies, SLICE("fd00::/8"), &err) == OK);
	return 0;
}

static struct slice next_line(struct slice *rest)
{
	struct slice line = SLICE_NONE;

	(void)slice_line(rest, &line); /* the rest of a short input is empty */
	return line;
}

static void read_query(struct request *request, struct slice query)
{
	struct slice pair;

	while (slice_split(&query, '&', &pair)) {
		size_t equals = slice_find_char(pair, '=');

		if (request->query_count == REQUEST_PARAMS_MAX) {
			request->query_is_cut = true;
			return;
		}
		request->query[request->query_count++] =
			(struct param){ slice_head(pair, equals), slice_skip(pair, equals + 1) };
	}
}

static void answer(struct request *request)
{
	struct store_actor actor;
	struct reply reply;

	switch (serve_begin(&server, request, &reply)) {
	case SERVE_DONE:
		break;
	case SERVE_RENDER:
		serve_render(request, &reply);
		break;
	case SERVE_CALL:
		(void)serve_admit(request, &actor, &reply); /* the reply says why not */
		break;
	}
	REQUIRE(reply.status < 600 && reply.status != 500);
	serve_end(request);
	reply_release(&reply);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
	struct slice rest = fuzz_slice(data, size);
	struct request request = { 0 };
	struct arena arena;

	request.method = next_line(&rest);
	request.path = next_line(&rest);
	read_query(&request, next_line(&rest));
	request.accept = next_line(&rest);
	request.accept_encoding = next_line(&rest);
	request.if_none_match = next_line(&rest);
	request.authorization = next_line(&rest);
	request.content_length = next_line(&rest);
	arena_init(&arena);
	request.address = proxy_client(&arena, &proxies, SLICE("10.1.2.3"), next_line(&rest));
	answer(&request);
	arena_release(&arena);
	return 0;
}
