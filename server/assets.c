/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "server/assets.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/embed.h"
#include "server/route.h"

enum { FILE_MAX_BYTES = 4 * 1024 * 1024 };

extern const struct embedded server_assets[];
extern const size_t server_assets_count;

/* Kinds of files that have an address of their own; shells are filled, not sent as they are. */
static const struct {
	const char *suffix, *type;
} types[] = {
	{ ".css", "text/css; charset=utf-8" },
	{ ".js", "text/javascript; charset=utf-8" },
	{ ".svg", "image/svg+xml" },
	{ ".md", "text/markdown; charset=utf-8" },
};

static const struct embedded *find(struct slice name, const char *suffix)
{
	for (size_t i = 0; i < server_assets_count; i++) {
		struct slice have = slice_str(server_assets[i].name);

		if (have.n == name.n + slice_str(suffix).n && slice_ends(have, suffix) &&
		    slice_eq(slice_head(have, name.n), name))
			return &server_assets[i];
	}
	return NULL;
}

static struct slice packed_form(struct slice name, const char *suffix, size_t below_bytes)
{
	const struct embedded *file = find(name, suffix);

	if (file == NULL || embedded_bytes(file).n >= below_bytes)
		return SLICE_NONE;
	return embedded_bytes(file);
}

/* The file as it is on the disk now; false when it is not there. */
static bool read_file(const char *path, struct arena *arena, struct slice *out)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct stat st;
	ssize_t n = -1;

	if (fd < 0)
		return false;
	if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_size <= FILE_MAX_BYTES) {
		char *bytes = arena_alloc(arena, (size_t)st.st_size + 1);

		n = read(fd, bytes, (size_t)st.st_size);
		*out = (struct slice){ bytes, n > 0 ? (size_t)n : 0 };
	}
	(void)close(fd); /* it was only read */
	return n >= 0;
}

bool asset_find(const struct server *server, struct arena *arena, struct slice name,
		struct asset *out)
{
	const struct embedded *file = find(name, "");

	if (file == NULL)
		return false;
	*out = (struct asset){ .bytes = embedded_bytes(file) };
	if (server->web_dir == NULL) {
		out->gzip = packed_form(name, ".gz", out->bytes.n);
		out->brotli = packed_form(name, ".br", out->bytes.n);
		return true;
	}
	/* What is not in the folder is of a package, and stays as it was built in. */
	(void)read_file(arena_printf(arena, "%s/%s", server->web_dir, file->name).p, arena,
			&out->bytes);
	return true;
}

static const char *type_of(struct slice name)
{
	for (size_t i = 0; i < ARRAY_SIZE(types); i++)
		if (slice_ends(name, types[i].suffix))
			return types[i].type;
	return NULL;
}

static void send(struct reply *reply, struct slice bytes, const char *encoding)
{
	reply->constant = bytes;
	if (encoding != NULL)
		reply_header(reply, "Content-Encoding", encoding);
}

enum err asset_get(struct request *request, struct reply *reply, struct error *err)
{
	struct slice name = slice_skip(request->path, 1);
	const char *type = type_of(name);
	struct asset asset;

	if (type == NULL || !asset_find(request->server, request->arena, name, &asset))
		return error_set(err, ERR_NOT_FOUND, "no such file");
	reply_header(reply, "Content-Type", type);
	if (request->server->web_dir != NULL)
		buf_add(&reply->body, asset.bytes); /* it lives no longer than the request */
	else if ((request->encodings & ENCODING_BROTLI) && asset.brotli.n > 0)
		send(reply, asset.brotli, "br");
	else if ((request->encodings & ENCODING_GZIP) && asset.gzip.n > 0)
		send(reply, asset.gzip, "gzip");
	else
		send(reply, asset.bytes, NULL);
	return OK;
}
