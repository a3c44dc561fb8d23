/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Raw files by the hash of their bytes: for saving, never for a browser to interpret. */
#include "server/route.h"

enum err api_raw(struct request *request, struct reply *reply, struct error *err)
{
	struct slice sha256 = request_path_param(request, "sha256"), bytes;
	enum err e = store_raw(request->store, request->arena, sha256, &bytes, err);

	if (e != OK)
		return e;
	request->format = FORMAT_BYTES;
	buf_add(&reply->body, bytes);
	reply_header(reply, "Content-Type", "application/octet-stream");
	reply_header(
		reply, "Content-Disposition",
		arena_printf(request->arena, "attachment; filename=\"%.*s\"", SLICE_FMT(sha256)).p);
	reply_header(reply, "Content-Security-Policy", "sandbox");
	return OK;
}
