/* SPDX-License-Identifier: GPL-2.0-or-later */
/* memcgperfd: options, start, and an orderly stop. */
#include <fcntl.h>
#include <getopt.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "db/store.h"
#include "lib/buf.h"
#include "lib/num.h"
#include "server/http.h"
#include "server/route.h"
#include "server/server.h"
#include "version.h"

static const char help_text[] =
	"Usage: memcgperfd --db URL [options]\n"
	"Serves the results in a database as pages and as a REST API.\n"
	"\n"
	"  --db URL            sqlite:PATH or a path; made when it is not there\n"
	"  --port N            default 8080; 0 takes a free one\n"
	"  --bind ADDR         IPv4 or IPv6 address to listen on; default 127.0.0.1\n"
	"  --public-url URL    what links begin with; needed when ADDR is not loopback\n"
	"  --threads N         that answer; default twice the processors, at least 4\n"
	"  --connections N     at once; default 1000, further ones wait; an address\n"
	"                      may have a quarter of them\n"
	"  --cache-bytes N     memory for finished answers; default 33554432\n"
	"  --deadline SECONDS  for one request and its answer; default 60\n"
	"  --web-dir DIR       read pages, styles and scripts from there (for development)\n"
	"  --routes            print the addresses that are served, and end\n"
	"  --version, --help\n"
	"\n"
	"Ends in order on SIGTERM and SIGINT. Exit status: 0, or 1 when it cannot start.\n";

struct options {
	const char *database, *address, *web_dir;
	struct slice public_url;
	uint16_t port;
	struct http_options http;
};

enum option_id {
	OPTION_DB = 1,
	OPTION_PORT,
	OPTION_BIND,
	OPTION_PUBLIC_URL,
	OPTION_THREADS,
	OPTION_CONNECTIONS,
	OPTION_CACHE_BYTES,
	OPTION_DEADLINE,
	OPTION_WEB_DIR,
	OPTION_ROUTES,
	OPTION_VERSION,
	OPTION_HELP,
};

static const struct option long_options[] = {
	{ "db", required_argument, NULL, OPTION_DB },
	{ "port", required_argument, NULL, OPTION_PORT },
	{ "bind", required_argument, NULL, OPTION_BIND },
	{ "public-url", required_argument, NULL, OPTION_PUBLIC_URL },
	{ "threads", required_argument, NULL, OPTION_THREADS },
	{ "connections", required_argument, NULL, OPTION_CONNECTIONS },
	{ "cache-bytes", required_argument, NULL, OPTION_CACHE_BYTES },
	{ "deadline", required_argument, NULL, OPTION_DEADLINE },
	{ "web-dir", required_argument, NULL, OPTION_WEB_DIR },
	{ "routes", no_argument, NULL, OPTION_ROUTES },
	{ "version", no_argument, NULL, OPTION_VERSION },
	{ "help", no_argument, NULL, OPTION_HELP },
	{ NULL, 0, NULL, 0 },
};

static void fail(const struct error *err)
{
	(void)fprintf(stderr, "memcgperfd: %s\n", err->text);
	exit(1);
}

static int64_t number(const char *name, int64_t min, int64_t max)
{
	struct error err;
	int64_t value;

	if (!num_int(slice_str(optarg), &value) || value < min || value > max) {
		(void)error_set(&err, ERR_INPUT, "%s takes a number from %lld to %lld, not '%s'",
				name, (long long)min, (long long)max, optarg);
		fail(&err);
	}
	return value;
}

static void print_routes(void)
{
	for (size_t i = 0; i < route_count; i++)
		(void)printf("%s\t%s\t%s\n", routes[i].method, routes[i].pattern,
			     routes[i].query != NULL ? routes[i].query : "");
	exit(0);
}

static void take_option(int id, struct options *out)
{
	switch (id) {
	case OPTION_DB:
		out->database = optarg;
		break;
	case OPTION_PORT:
		out->port = (uint16_t)number("--port", 0, UINT16_MAX);
		break;
	case OPTION_BIND:
		out->address = optarg;
		break;
	case OPTION_PUBLIC_URL:
		out->public_url = slice_str(optarg);
		break;
	case OPTION_THREADS:
		out->http.threads = (unsigned)number("--threads", 2, 1024);
		break;
	case OPTION_CONNECTIONS:
		out->http.connections = (unsigned)number("--connections", 1, 100000);
		break;
	case OPTION_CACHE_BYTES:
		out->http.cache_bytes = (size_t)number("--cache-bytes", 0, INT32_MAX);
		break;
	case OPTION_DEADLINE:
		out->http.deadline_s = (int)number("--deadline", 1, 24 * 3600);
		break;
	case OPTION_WEB_DIR:
		out->web_dir = optarg;
		break;
	case OPTION_ROUTES:
		print_routes();
		break;
	case OPTION_VERSION:
		(void)puts("memcgperfd " MEMCGPERF_VERSION);
		exit(0);
	case OPTION_HELP:
		(void)fputs(help_text, stdout);
		exit(0);
	default: /* getopt has said what is wrong */
		exit(1);
	}
}

static void read_options(int argc, char **argv, struct options *out)
{
	long cpus = sysconf(_SC_NPROCESSORS_ONLN);
	struct error err;
	int id;

	*out = (struct options){
		.address = "127.0.0.1",
		.port = 8080,
		.http = { .threads = cpus > 2 ? (unsigned)cpus * 2 : 4,
			  .connections = 1000,
			  .cache_bytes = 32 * MiB,
			  .deadline_s = 60 },
	};
	while ((id = getopt_long(argc, argv, "", long_options, NULL)) != -1)
		take_option(id, out);
	if (optind < argc) {
		(void)error_set(&err, ERR_INPUT, "unexpected '%s'; see --help", argv[optind]);
		fail(&err);
	}
	if (out->database == NULL) {
		(void)error_set(&err, ERR_INPUT, "--db URL is missing; see --help");
		fail(&err);
	}
}

/* Makes or migrates the database, so that readers find what they expect. */
static enum err prepare_database(const char *url, struct error *err)
{
	struct store *store;
	enum err e = store_open(url, STORE_WRITE, &store, err);

	if (e == OK)
		store_close(store);
	return e;
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
	(void)pthread_sigmask(SIG_BLOCK, set, NULL); /* these cannot fail with valid numbers */
	(void)signal(SIGPIPE, SIG_IGN);
}

static enum err run(const struct options *options, struct error *err)
{
	struct server server = { .database = options->database, .web_dir = options->web_dir };
	struct listener listener;
	struct http *http;
	struct buf url;
	sigset_t signals;
	enum err e;
	int got;

	buf_init(&url);
	hold_signals(&signals);
	raise_file_limit();
	e = listen_on(options->address, options->port, &listener, err);
	if (e == OK)
		e = public_url(options, &listener, &url, err);
	if (e == OK)
		e = prepare_database(options->database, err);
	if (e != OK)
		goto out;
	server.public_url = buf_slice(&url);
	identify_build(&server);
	e = http_start(&server, &listener, &options->http, &http, err);
	if (e != OK)
		goto out;
	(void)printf("memcgperfd: listening on http://%s:%u\n", listener.address, listener.port);
	(void)fflush(stdout); /* whoever started us may wait for this line */
	(void)sigwait(&signals, &got);
	http_stop(http);
out:
	buf_release(&url);
	return e;
}

int main(int argc, char **argv)
{
	struct options options;
	struct error err;

	read_options(argc, argv, &options);
	if (run(&options, &err) != OK)
		fail(&err);
	return 0;
}
