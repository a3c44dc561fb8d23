/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/push.h"

#include <sys/random.h>
#include <time.h>

#include "ingest/backoff.h"

/* ---- the address ---- */

static void add_parameter(struct buf *url, const char *key, struct slice value)
{
	if (value.n == 0)
		return;
	buf_addc(url, slice_find_char(buf_slice(url), '?') == url->n ? '?' : '&');
	buf_add_url(url, slice_str(key));
	buf_addc(url, '=');
	buf_add_url(url, value);
}

static struct slice make_url(struct arena *arena, const struct push_options *options,
			     struct slice name)
{
	const struct batch_options *told = &options->told;
	struct slice out;
	struct buf url;

	buf_init(&url);
	buf_addf(&url, "%.*s/api/v1/runs%s", SLICE_FMT(options->client.server),
		 options->dry_run ? ":validate" : "");
	add_parameter(&url, "name", told->name.n > 0 ? told->name : name);
	add_parameter(&url, "kernel", told->kernel);
	add_parameter(&url, "machine", told->machine);
	add_parameter(&url, "benchmark", told->benchmark);
	if (told->iteration > 0)
		add_parameter(&url, "iteration", arena_printf(arena, "%d", told->iteration));
	for (size_t i = 0; i < told->config_count; i++)
		add_parameter(&url,
			      arena_printf(arena, "config.%.*s", SLICE_FMT(told->config[i].key)).p,
			      told->config[i].value);
	add_parameter(&url, "format", slice_str(options->format));
	add_parameter(&url, "baseline", options->baseline);
	out = arena_slice(arena, buf_slice(&url));
	buf_release(&url);
	return out;
}

/* ---- one try ---- */

/* What an answer means; one that is none of memcgperfd's is told by its status alone. */
static enum err judge(struct arena *arena, const struct http_answer *http,
		      struct push_answer *answer, struct error *err)
{
	enum err code = push_code(http->status);
	enum err read = push_read_answer(arena, buf_slice(&http->body), answer, err);

	if (code == OK)
		return read == OK && answer->run_count > 0
			       ? OK
			       : error_set(err, ERR_IO,
					   "the server's answer is none of memcgperfd");
	if (http->status >= 300 && http->status < 400)
		return error_set(err, ERR_IO,
				 "the server sends elsewhere (status %d): name the address that "
				 "it is really at",
				 http->status);
	if (read != OK)
		return error_set(err, code, "the server answers with status %d", http->status);
	return error_set(err, code, "%.*s (status %d)", SLICE_FMT(answer->detail), http->status);
}

/* ---- until there is an answer ---- */

static int64_t now_ms(void)
{
	struct timespec now;

	(void)clock_gettime(CLOCK_MONOTONIC, &now); /* cannot fail */
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void sleep_ms(int64_t ms)
{
	struct timespec wait = { .tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000 };

	(void)nanosleep(&wait, NULL); /* a signal only shortens it */
}

static uint32_t chance(void)
{
	uint32_t bits = 0;

	(void)getrandom(&bits, sizeof(bits), 0); /* without it: the longest wait */
	return bits;
}

/* Waits after the failed try, or says that there is no other. */
static enum err wait_for_next(const struct push_options *options, unsigned tried, int64_t wish_s,
			      int64_t end_ms, struct error *err)
{
	struct error last = *err;
	struct push_wait wait = {
		.why = last.text,
		.wait_ms = backoff_ms(tried, wish_s, chance()),
		.retry = tried,
		.retries = options->retries,
	};

	if (tried > options->retries)
		return ERR_BUSY;
	if (now_ms() + wait.wait_ms >= end_ms)
		return error_set(err, ERR_BUSY,
				 "%.300s; the next try would be in %lld s, which is longer than "
				 "--max-time leaves",
				 wait.why, (long long)(wait.wait_ms / 1000));
	options->waiting(&wait);
	sleep_ms(wait.wait_ms);
	return OK;
}

static enum err try_once(struct arena *arena, const struct http_post *post,
			 struct http_answer *http, struct push_answer *answer, struct error *err)
{
	enum err e;

	http->retry_after_s = BACKOFF_NO_WISH;
	*answer = (struct push_answer){ .run_count = 0 };
	e = http_post(post, http, err);
	return e == OK ? judge(arena, http, answer, err) : e;
}

static enum err send_until_answered(struct arena *arena, const struct push_options *options,
				    struct http_post *post, struct http_answer *http,
				    struct push_answer *answer, struct error *err)
{
	int64_t end_ms = now_ms() + options->time_ms;
	enum err e;

	post->timeout_ms = options->time_ms;
	for (unsigned tried = 1;; tried++) {
		e = try_once(arena, post, http, answer, err);
		if (e != ERR_BUSY ||
		    wait_for_next(options, tried, http->retry_after_s, end_ms, err) != OK)
			return e;
		post->timeout_ms = end_ms - now_ms();
		if (post->timeout_ms < 1)
			post->timeout_ms = 1;
	}
}

/* Waits before the verdict is asked for again; false when there is no time left. */
static bool wait_for_verdict(const struct push_options *options, unsigned tried, int64_t end_ms)
{
	int64_t left_ms = end_ms - now_ms();
	struct push_wait wait = {
		.why = "there is no verdict yet",
		.wait_ms = backoff_ms(tried, BACKOFF_NO_WISH, chance()),
		.retry = tried,
	};

	if (left_ms <= 0)
		return false;
	if (wait.wait_ms > left_ms)
		wait.wait_ms = left_ms;
	options->waiting(&wait);
	sleep_ms(wait.wait_ms);
	return true;
}

enum err push_send(struct arena *arena, const struct push_options *options,
		   const struct packed *packed, struct buf *body, struct push_answer *answer,
		   struct error *err)
{
	struct http_answer http = { .body = *body };
	struct http_post post = {
		.url = make_url(arena, options, packed->name).p,
		.token = options->client.token,
		.fd = packed->fd,
		.size_bytes = packed->size_bytes,
		.progress = options->progress,
	};
	int64_t end_ms;
	enum err e = send_until_answered(arena, options, &post, &http, answer, err);

	end_ms = now_ms() + options->wait_ms;
	for (unsigned tried = 1;
	     e == OK && answer->verdict.n == 0 && wait_for_verdict(options, tried, end_ms); tried++)
		e = send_until_answered(arena, options, &post, &http, answer, err);
	*body = http.body;
	return e;
}
