/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/client_config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { TOKEN_MAX = 256, SERVER_MAX = 2048 };

struct slice client_config_path(struct arena *arena)
{
	const char *base = getenv("XDG_CONFIG_HOME");

	if (base != NULL && base[0] == '/')
		return arena_printf(arena, "%s/memcgperf/config", base);
	base = getenv("HOME");
	if (base != NULL && base[0] == '/')
		return arena_printf(arena, "%s/.config/memcgperf/config", base);
	return SLICE_NONE;
}

/* ---- values ---- */

static bool is_visible(struct slice s)
{
	for (size_t i = 0; i < s.n; i++)
		if (s.p[i] <= ' ' || s.p[i] >= 0x7f)
			return false;
	return true;
}

/* What stands between "//" and the path. */
static struct slice host_of(struct slice server)
{
	if (!slice_take(&server, "http://"))
		(void)slice_take(&server, "https://");
	return slice_head(server, slice_find_char(server, '/'));
}

enum err client_config_server(struct slice text, struct slice *out, struct error *err)
{
	struct slice host = host_of(text);

	if (!slice_starts(text, "http://") && !slice_starts(text, "https://"))
		return error_set(err, ERR_INPUT,
				 "a server is named as https://HOST or http://HOST:PORT");
	if (text.n > SERVER_MAX || host.n == 0 || !is_visible(text) ||
	    slice_find_char(text, '?') < text.n || slice_find_char(text, '#') < text.n)
		return error_set(err, ERR_INPUT, "the server's address is no plain URL");
	if (slice_find_char(host, '@') < host.n)
		return error_set(err, ERR_INPUT,
				 "a server's address holds no user or password: use a token");
	while (slice_ends(text, "/"))
		text.n--;
	*out = text;
	return OK;
}

static enum err take_token(struct slice text, struct slice *out, struct error *err)
{
	if (text.n > TOKEN_MAX || !is_visible(text))
		return error_set(err, ERR_INPUT,
				 "the token is none: 'memcgperf token add' prints one");
	*out = text;
	return OK;
}

bool client_config_is_open(struct slice server)
{
	struct slice host = host_of(server);

	if (!slice_starts(server, "http://"))
		return false;
	if (slice_starts(host, "[::1]"))
		return false;
	host = slice_head(host, slice_find_char(host, ':'));
	return !slice_is(host, "localhost") && !slice_starts(host, "127.");
}

/* ---- the file ---- */

static enum err take_line(struct client_config *config, struct slice line, struct error *err)
{
	size_t equals = slice_find_char(line, '=');
	struct slice key = slice_trim(slice_head(line, equals));
	struct slice value = slice_trim(slice_skip(line, equals + 1));
	struct slice *place;

	if (key.n == 0 || key.p[0] == '#')
		return OK;
	if (equals == line.n)
		return error_set(err, ERR_INPUT, "no 'key = value'");
	if (slice_is(key, "server"))
		place = &config->server;
	else if (slice_is(key, "token"))
		place = &config->token;
	else
		return error_set(err, ERR_INPUT, "unknown key '%.*s'; there are server and token",
				 SLICE_FMT(slice_head(key, 64)));
	if (place->n > 0)
		return error_set(err, ERR_INPUT, "a second %.*s", SLICE_FMT(key));
	if (value.n == 0)
		return error_set(err, ERR_INPUT, "%.*s has no value", SLICE_FMT(key));
	return place == &config->server ? client_config_server(value, place, err)
					: take_token(value, place, err);
}

enum err client_config_parse(struct arena *arena, struct slice text, struct client_config *out,
			     struct error *err)
{
	struct client_config config = { .server = SLICE_NONE };
	struct slice line;
	size_t line_no = 0;

	while (slice_line(&text, &line)) {
		struct error why;

		line_no++;
		if (take_line(&config, line, &why) != OK)
			return error_set_line(err, why.code, line_no, "%s", why.text);
	}
	if (config.token.n > 0 && config.server.n == 0)
		return error_set(err, ERR_INPUT, "a token, but no server that it is for");
	out->server = arena_slice(arena, config.server);
	out->token = arena_slice(arena, config.token);
	return OK;
}

static enum err read_bytes(int fd, char *bytes, size_t *n, struct error *err)
{
	ptrdiff_t got;

	*n = 0;
	do {
		got = read(fd, bytes + *n, CLIENT_CONFIG_BYTES_MAX + 1 - *n);
		if (got < 0 && errno != EINTR)
			return error_set(err, ERR_IO, "%s", strerror(errno));
		*n += got > 0 ? (size_t)got : 0;
	} while (got != 0 && *n <= CLIENT_CONFIG_BYTES_MAX);
	if (*n > CLIENT_CONFIG_BYTES_MAX)
		return error_set(err, ERR_LIMIT, "longer than %d bytes", CLIENT_CONFIG_BYTES_MAX);
	return OK;
}

static enum err read_config(struct arena *arena, int fd, struct client_config *out,
			    struct error *err)
{
	char *bytes = arena_alloc(arena, CLIENT_CONFIG_BYTES_MAX + 1);
	struct client_config config;
	struct stat st;
	size_t n;
	enum err e;

	if (fstat(fd, &st) != 0)
		return error_set(err, ERR_IO, "%s", strerror(errno));
	e = read_bytes(fd, bytes, &n, err);
	if (e == OK)
		e = client_config_parse(arena, (struct slice){ bytes, n }, &config, err);
	if (e != OK)
		return e;
	if (config.token.n > 0 && (st.st_mode & (S_IRWXG | S_IRWXO)) != 0)
		return error_set(err, ERR_DENIED,
				 "holds a token and is open to others: chmod 600 it");
	*out = config;
	return OK;
}

enum err client_config_read(struct arena *arena, const char *path, struct client_config *out,
			    struct error *err)
{
	int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	struct error why = { 0 };

	if (fd < 0 && (errno == ENOENT || errno == ENOTDIR)) {
		*out = (struct client_config){ .server = SLICE_NONE };
		return OK;
	}
	if (fd < 0)
		return error_set(err, ERR_IO, "%s: %s", path, strerror(errno));
	if (read_config(arena, fd, out, &why) != OK)
		(void)(why.line > 0
			       ? error_set(err, why.code, "%s:%zu: %s", path, why.line, why.text)
			       : error_set(err, why.code, "%s: %s", path, why.text));
	(void)close(fd); /* only read from */
	return why.code;
}

/* ---- what holds ---- */

static struct slice environment(const char *name)
{
	return slice_trim(slice_str(getenv(name)));
}

enum err client_config_get(struct arena *arena, struct slice server, struct client_config *out,
			   struct error *err)
{
	struct client_config file = { .server = SLICE_NONE };
	struct slice token = environment("MEMCGPERF_TOKEN");
	struct slice path = client_config_path(arena);
	enum err e = OK;

	if (path.n > 0)
		e = client_config_read(arena, path.p, &file, err);
	if (e != OK)
		return e;
	if (server.n == 0)
		server = environment("MEMCGPERF_SERVER");
	if (server.n == 0)
		server = file.server;
	if (server.n == 0)
		return error_set(err, ERR_INPUT,
				 "no server: name it with --server or $MEMCGPERF_SERVER, or as "
				 "'server = URL' in %s",
				 path.n > 0 ? path.p : "a config file");
	e = client_config_server(server, &out->server, err);
	if (e != OK)
		return e;
	if (token.n == 0 && slice_eq(out->server, file.server))
		token = file.token;
	e = take_token(token, &out->token, err);
	return e == OK ? OK : error_prefix(err, "$MEMCGPERF_TOKEN");
}
