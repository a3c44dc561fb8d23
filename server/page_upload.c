/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How results are sent, for those without scripts; with them the page takes files. */
#include "lib/json.h"
#include "server/page.h"
#include "server/route.h"
#include "server/server.h"

static enum err reply_addresses(struct request *request, struct reply *reply)
{
	struct slice url = request->server->public_url;
	json_t *json = json_object();

	json_add(json, "store", json_sprintf("%.*s/api/v1/runs", SLICE_FMT(url)));
	json_add(json, "validate", json_sprintf("%.*s/api/v1/runs:validate", SLICE_FMT(url)));
	json_add_text(json, "scope", SLICE("submit"));
	return reply_json(reply, json);
}

static void add_text(struct buf *text, struct slice url)
{
	buf_addf(text,
		 "Results are files, folders or archives as memcgperf reads them: an\n"
		 "mmtests work/log, what perf and bpf tools print, JSON, CSV, a mail.\n"
		 "Sending the same again is harmless.\n"
		 "\n"
		 "With memcgperf, which packs folders and lists what was understood:\n"
		 "\n"
		 "  export MEMCGPERF_SERVER=%.*s\n"
		 "  export MEMCGPERF_TOKEN=mp_s_...\n"
		 "  memcgperf push --dry-run work/log     # look first\n"
		 "  memcgperf push work/log\n"
		 "\n"
		 "With curl:\n"
		 "\n"
		 "  tar -czf results.tar.gz results\n"
		 "  curl -X POST -T results.tar.gz \\\n"
		 "    -H \"Authorization: Bearer $MEMCGPERF_TOKEN\" \\\n"
		 "    '%.*s/api/v1/runs'\n"
		 "\n"
		 "What the results do not say goes behind the address: ?kernel=6.12.3,\n"
		 "machine=, benchmark=, config.KEY=, baseline=. In place of runs,\n"
		 "runs:validate looks and stores nothing.\n"
		 "\n"
		 "A token is made on the server's machine:\n"
		 "\n"
		 "  memcgperf token add --scope submit NAME\n",
		 SLICE_FMT(url), SLICE_FMT(url));
}

enum err page_upload(struct request *request, struct reply *reply, struct error *err)
{
	struct page page = {
		.shell = "upload.html",
		.title = SLICE("Send results"),
		.meta = SLICE("Files, folders and archives; what was understood is shown before it "
			      "is stored."),
		.needs_no_runs = true,
	};
	struct buf text;
	enum err e;

	if (request->format == FORMAT_JSON)
		return reply_addresses(request, reply);
	buf_init(&text);
	add_text(&text, request->server->public_url);
	page.text = &text;
	e = page_reply(reply, request, &page, err);
	buf_release(&text);
	return e;
}
