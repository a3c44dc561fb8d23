/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "server/options.h"

#include <getopt.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

#include "lib/num.h"

enum option_kind {
	OPTION_TEXT,  /* const char * */
	OPTION_SLICE, /* struct slice */
	OPTION_COUNT, /* uint64_t */
	OPTION_SIZE,  /* uint64_t of bytes: 512K, 64M */
	OPTION_PROXY, /* struct proxies, to which it adds */
	OPTION_WISH,
};

struct option_row {
	const char *name;
	enum option_kind kind;
	size_t offset; /* in struct options; of a wish itself */
	uint64_t min, max;
	const char *argument, *help; /* '@' in help = the default */
};

#define TEXT(name_, field_, argument_, help_)                                                \
	{                                                                                    \
		name_, OPTION_TEXT, offsetof(struct options, field_), 0, 0, argument_, help_ \
	}
#define COUNT(name_, field_, min_, max_, help_)                                               \
	{                                                                                     \
		name_, OPTION_COUNT, offsetof(struct options, field_), min_, max_, "N", help_ \
	}
#define SIZE(name_, field_, max_, help_)                                                     \
	{                                                                                    \
		name_, OPTION_SIZE, offsetof(struct options, field_), 1, max_, "SIZE", help_ \
	}
#define WISH(name_, wish_, help_)                          \
	{                                                  \
		name_, OPTION_WISH, wish_, 0, 0, "", help_ \
	}

static const struct option_row rows[] = {
	TEXT("db", database, "URL", "sqlite:PATH or a path; made when it is not there"),
	COUNT("port", port, 0, UINT16_MAX, "default @; 0 takes a free one"),
	TEXT("bind", address, "ADDR", "IPv4 or IPv6 address to listen on; default 127.0.0.1"),
	{ "public-url", OPTION_SLICE, offsetof(struct options, public_url), 0, 0, "URL",
	  "what links begin with; needed when ADDR is not loopback" },
	COUNT("threads", threads, 2, 1024, "that answer (@: twice the processors, at least 4)"),
	COUNT("connections", connections, 1, 100000,
	      "at once (@), further ones wait; an address has a quarter"),
	SIZE("cache-bytes", cache_bytes, INT32_MAX, "memory for finished answers (@)"),
	COUNT("deadline", deadline_s, 1, 24 * 3600,
	      "seconds for a request and its answer (@), more for large ones"),
	{ "trusted-proxy", OPTION_PROXY, offsetof(struct options, proxies), 0, 0, "CIDR",
	  "whose X-Forwarded-For counts; may be given again" },
	TEXT("log", log, "FILE", "append a JSON line for each answer; SIGHUP begins it anew"),
	TEXT("web-dir", web_dir, "DIR", "read web files from there, for development"),
	WISH("routes", WISH_ROUTES, "print the addresses that are served, and end"),
	WISH("version", WISH_VERSION, "print the version, and end"),
	WISH("help", WISH_HELP, "print this, and end"),
};

/* Of what is uploaded. */
static const struct option_row upload_rows[] = {
	TEXT("spool-dir", spool_folder, "DIR", "where bodies wait; default the database's folder"),
	SIZE("min-free", min_free_bytes, INT64_MAX,
	     "free on a disk (@); with less /readyz says no"),
	COUNT("workers", workers, 1, 256, "threads that read uploads (@)"),
	COUNT("waiting", waiting, 1, 100000, "uploads that may wait for one (@)"),
	COUNT("rate-token", token_rate, 0, 1000000, "a minute by one token (@); 0 = any number"),
	COUNT("rate-address", address_rate, 0, 1000000, "a minute from one address (@)"),
	SIZE("max-body", body_bytes, INT64_MAX, "a body as it comes (@)"),
	SIZE("max-total", pipeline.limits.total_bytes, INT64_MAX, "all of it unpacked (@)"),
	SIZE("max-file", pipeline.limits.file_bytes, INT64_MAX, "one member unpacked (@)"),
	SIZE("max-text", pipeline.text_bytes, INT64_MAX, "one mail or other prose (@)"),
	SIZE("max-document", pipeline.reading.document_bytes, INT64_MAX, "one JSON document (@)"),
	COUNT("max-values", pipeline.reading.values, 1, INT64_MAX,
	      "values in it (@); a list or object counts as 8"),
	COUNT("max-runs", pipeline.reading.runs, 1, INT64_MAX, "runs in one JSON or CSV file (@)"),
	COUNT("max-metrics", pipeline.reading.metrics, 1, INT64_MAX, "metrics of one of them (@)"),
	COUNT("max-samples", pipeline.reading.samples, 1, INT64_MAX, "samples of one of these (@)"),
	COUNT("max-entries", pipeline.limits.entries, 1, INT64_MAX, "members of an archive (@)"),
	COUNT("max-ratio", pipeline.limits.ratio, 1, INT64_MAX, "unpacked over packed size (@)"),
	COUNT("max-records", pipeline.records, 1, INT64_MAX, "numbers and facts (@)"),
	COUNT("max-time", parse_s, 1, 24 * 3600, "seconds to read one (@)"),
};

static void set_defaults(struct options *out)
{
	long cpus = sysconf(_SC_NPROCESSORS_ONLN);

	*out = (struct options){
		.address = "127.0.0.1",
		.port = 8080,
		.threads = cpus > 2 ? (uint64_t)cpus * 2 : 4,
		.connections = 1000,
		.cache_bytes = 32 * MiB,
		.deadline_s = 60,
		.workers = cpus > 1 ? (uint64_t)cpus : 1,
		.waiting = 100,
		.body_bytes = GiB,
		.parse_s = 300,
		.min_free_bytes = 256 * MiB,
		.token_rate = 600,
		.address_rate = 1200,
	};
	pipeline_options_init(&out->pipeline);
	out->pipeline.records = 1000000;
	out->pipeline.reading.document_bytes = 16 * MiB;
	out->pipeline.text_bytes = 16 * MiB; /* some six times of that in memory, a worker each */
}

static void print_value(struct buf *buf, const struct option_row *row,
			const struct options *options)
{
	static const struct {
		uint64_t bytes;
		char suffix;
	} units[] = { { GiB, 'G' }, { MiB, 'M' }, { KiB, 'K' } };
	uint64_t value;

	memcpy(&value, (const char *)options + row->offset, sizeof(value));
	for (size_t i = 0; i < ARRAY_SIZE(units) && row->kind == OPTION_SIZE; i++)
		if (value % units[i].bytes == 0) {
			buf_addf(buf, "%llu%c", (unsigned long long)(value / units[i].bytes),
				 units[i].suffix);
			return;
		}
	buf_addf(buf, "%llu", (unsigned long long)value);
}

static void print_rows(struct buf *buf, const struct option_row *list, size_t count)
{
	struct options defaults;

	set_defaults(&defaults);
	for (size_t i = 0; i < count; i++) {
		struct slice help = slice_str(list[i].help);
		size_t at = slice_find_char(help, '@'), start = buf->n;

		buf_addf(buf, "  --%s %s", list[i].name, list[i].argument);
		buf_fill(buf, ' ', buf->n - start < 22 ? 22 - (buf->n - start) : 1);
		buf_add(buf, slice_head(help, at));
		if (at < help.n)
			print_value(buf, &list[i], &defaults);
		buf_add(buf, slice_skip(help, at + 1));
		buf_addc(buf, '\n');
	}
}

void options_help(struct buf *buf)
{
	buf_adds(buf, "Usage: memcgperfd --db URL [options]\n"
		      "Serves the results in a database as pages and as a REST API.\n\n");
	print_rows(buf, rows, ARRAY_SIZE(rows));
	buf_adds(buf, "\nUploads and their limits (K, M and G are powers of 1024):\n");
	print_rows(buf, upload_rows, ARRAY_SIZE(upload_rows));
	buf_adds(buf, "\nEnds in order on SIGTERM and SIGINT. "
		      "Exit status: 0, or 1 when it cannot start.\n");
}

static enum err take_number(const struct option_row *row, void *field, struct error *err)
{
	uint64_t value;
	bool is_number = row->kind == OPTION_SIZE ? num_size(slice_str(optarg), &value)
						  : num_uint(slice_str(optarg), &value);

	if (!is_number || value < row->min || value > row->max)
		return error_set(err, ERR_INPUT, "--%s takes a number from %llu to %llu, not '%s'",
				 row->name, (unsigned long long)row->min,
				 (unsigned long long)row->max, optarg);
	memcpy(field, &value, sizeof(value));
	return OK;
}

static enum err take_option(const struct option_row *row, struct options *out, struct error *err)
{
	void *field = (char *)out + row->offset;
	struct slice text = slice_str(optarg);

	switch (row->kind) {
	case OPTION_TEXT:
		memcpy(field, &optarg, sizeof(optarg));
		return OK;
	case OPTION_SLICE:
		memcpy(field, &text, sizeof(text));
		return OK;
	case OPTION_COUNT:
	case OPTION_SIZE:
		return take_number(row, field, err);
	case OPTION_PROXY:
		return proxy_trust(field, text, err);
	case OPTION_WISH:
		out->wish = (enum options_wish)row->offset;
		return OK;
	}
	return OK;
}

static const struct option_row *row_at(size_t i)
{
	return i < ARRAY_SIZE(rows) ? &rows[i] : &upload_rows[i - ARRAY_SIZE(rows)];
}

enum err options_read(int argc, char **argv, struct options *out, struct error *err)
{
	struct option names[ARRAY_SIZE(rows) + ARRAY_SIZE(upload_rows) + 1] = { { 0 } };
	int i;

	set_defaults(out);
	for (i = 0; i < (int)ARRAY_SIZE(names) - 1; i++) {
		names[i].name = row_at((size_t)i)->name;
		names[i].has_arg = row_at((size_t)i)->kind != OPTION_WISH;
	}
	while (out->wish == WISH_SERVE) {
		int got = getopt_long(argc, argv, "", names, &i);
		enum err e;

		if (got == -1)
			break;
		e = got == '?' ? error_set(err, ERR_INPUT, "see --help")
			       : take_option(row_at((size_t)i), out, err);
		if (e != OK)
			return e;
	}
	if (out->wish != WISH_SERVE)
		return OK;
	if (optind < argc)
		return error_set(err, ERR_INPUT, "unexpected '%s'; see --help", argv[optind]);
	return out->database != NULL ? OK
				     : error_set(err, ERR_INPUT, "--db URL is missing; see --help");
}
