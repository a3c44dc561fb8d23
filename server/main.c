/* SPDX-License-Identifier: GPL-2.0-or-later */
/* memcgperfd: options, start, and an orderly stop. */
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "lib/buf.h"
#include "lib/json.h"
#include "lib/memory.h"
#include "server/http.h"
#include "server/log.h"
#include "server/meter.h"
#include "server/options.h"
#include "server/route.h"
#include "server/server.h"
#include "version.h"

static void fail(const struct error *err)
{
	(void)fprintf(stderr, "memcgperfd: %s\n", err->text);
	exit(1);
}

static void print_routes(void)
{
	for (size_t i = 0; i < route_count; i++)
		(void)printf("%s\t%s\t%s\n", routes[i].method, routes[i].pattern,
			     routes[i].query != NULL ? routes[i].query : "");
}

static void print_help(void)
{
	struct buf buf;

	buf_init(&buf);
	options_help(&buf);
	(void)fputs(buf_slice(&buf).p, stdout);
	buf_release(&buf);
}

/* "sqlite:PATH", or a path alone. */
static const char *path_of(const char *database)
{
	struct slice path = slice_str(database);

	(void)slice_take(&path, "sqlite:");
	return path.p;
}

/* Where the database is, for bodies that wait; in memory of malloc. */
static char *folder_of(const char *database)
{
	struct slice path = slice_str(path_of(database)), folder;
	char *out = NULL;

	folder = slice_dirname(path);
	if (folder.n == 0)
		folder = slice_starts(path, "/") ? SLICE("/") : SLICE(".");
	if (asprintf(&out, "%.*s", SLICE_FMT(folder)) < 0)
		memory_none();
	return out;
}

static enum err public_url(const struct options *options, const struct listener *listener,
			   struct buf *out, struct error *err)
{
	struct slice url = options->public_url;

	while (slice_ends(url, "/"))
		url.n--;
	if (url.n > 0 && !slice_starts(url, "http://") && !slice_starts(url, "https://"))
		return error_set(err, ERR_INPUT, "--public-url begins with http:// or https://");
	if (url.n == 0 && !listener->is_loopback)
		return error_set(err, ERR_INPUT,
				 "--public-url is needed when --bind is not loopback: "
				 "links begin with it");
	if (url.n == 0)
		buf_addf(out, "http://%s:%u", listener->address, listener->port);
	buf_add(out, url);
	return OK;
}

/* Reads the running program into buf; what cannot be read leaves less in it. */
static void read_program(struct buf *buf)
{
	char bytes[64 * KiB];
	int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
	ssize_t n;

	if (fd < 0)
		return;
	while ((n = read(fd, bytes, sizeof(bytes))) > 0)
		buf_add(buf, (struct slice){ bytes, (size_t)n });
	(void)close(fd); /* it was only read */
}

/* What every answer depends on besides the store: the program, and where its links lead. */
static void identify_build(struct server *server)
{
	struct buf buf;

	buf_init(&buf);
	buf_adds(&buf, MEMCGPERF_VERSION);
	read_program(&buf);
	buf_add(&buf, server->public_url);
	sha256(buf_slice(&buf), server->build);
	buf_release(&buf);
}

/* Connections and databases may need more descriptors than a shell allows by default. */
static void raise_file_limit(void)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
		return;
	limit.rlim_cur = limit.rlim_max;
	(void)setrlimit(RLIMIT_NOFILE, &limit); /* what is allowed now has to do then */
}

/* Signals wait until wait_for_end asks for them, in all threads. */
static void hold_signals(sigset_t *set)
{
	(void)sigemptyset(set);
	(void)sigaddset(set, SIGTERM);
	(void)sigaddset(set, SIGINT);
	(void)sigaddset(set, SIGHUP);
	(void)pthread_sigmask(SIG_BLOCK, set, NULL); /* these cannot fail with valid numbers */
	(void)signal(SIGPIPE, SIG_IGN);
}

/* Until it is asked to end. */
static void wait_for_end(struct log *log, const sigset_t *signals)
{
	struct error err;
	int got = 0;

	while (sigwait(signals, &got) == 0 && got == SIGHUP)
		if (log != NULL && log_reopen(log, &err) != OK)
			(void)fprintf(stderr, "memcgperfd: %s\n", err.text);
}

static enum err serve(const struct server *server, const struct listener *listener,
		      const struct options *options, const sigset_t *signals, struct error *err)
{
	const struct http_options http_options = {
		.threads = (unsigned)options->threads,
		.connections = (unsigned)options->connections,
		.cache_bytes = (size_t)options->cache_bytes,
		.deadline_s = (int)options->deadline_s,
		.work = { (unsigned)options->workers, (size_t)options->waiting },
	};
	struct http *http;
	enum err e = http_start(server, listener, &http_options, &http, err);

	if (e != OK)
		return e;
	(void)printf("memcgperfd: listening on http://%s:%u\n", listener->address, listener->port);
	(void)fflush(stdout); /* whoever started us may wait for this line */
	wait_for_end(server->log, signals);
	http_stop(http);
	return OK;
}

static enum err run(const struct options *options, struct error *err)
{
	char *folder = folder_of(options->database);
	struct server server = {
		.database = options->database,
		.web_dir = options->web_dir,
		.spool_folder = options->spool_folder != NULL ? options->spool_folder : folder,
		.body_bytes = options->body_bytes,
		.pipeline = options->pipeline,
		.parse_ms = (int64_t)options->parse_s * 1000,
		.proxies = &options->proxies,
		.token_rate = rate_new(options->token_rate),
		.address_rate = rate_new(options->address_rate),
		.meter = meter_new(),
		.database_path = path_of(options->database),
		.database_folder = folder,
		.start_s = (int64_t)time(NULL),
		.min_free_bytes = options->min_free_bytes,
	};
	struct listener listener;
	struct buf url;
	sigset_t signals;
	enum err e;

	buf_init(&url);
	json_arenas_allow();
	hold_signals(&signals);
	raise_file_limit();
	e = listen_on(options->address, (uint16_t)options->port, &listener, err);
	if (e == OK && options->log != NULL)
		e = log_open(options->log, &server.log, err);
	if (e == OK)
		e = public_url(options, &listener, &url, err);
	server.public_url = buf_slice(&url);
	if (e == OK) {
		identify_build(&server);
		e = serve(&server, &listener, options, &signals, err);
	}
	rate_free(server.token_rate);
	rate_free(server.address_rate);
	meter_free(server.meter);
	log_close(server.log);
	buf_release(&url);
	free(folder);
	return e;
}

int main(int argc, char **argv)
{
	struct options options;
	struct error err;

	if (options_read(argc, argv, &options, &err) != OK)
		fail(&err);
	switch (options.wish) {
	case WISH_SERVE:
		if (run(&options, &err) != OK)
			fail(&err);
		break;
	case WISH_HELP:
		print_help();
		break;
	case WISH_VERSION:
		(void)puts("memcgperfd " MEMCGPERF_VERSION);
		break;
	case WISH_ROUTES:
		print_routes();
		break;
	}
	return 0;
}
