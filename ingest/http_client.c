/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/http_client.h"

#include <curl/curl.h>
#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#include "lib/memory.h"

/* A server reads an upload for minutes before it answers; keepalive finds out that it is gone. */
enum { CONNECT_SECONDS = 30, SILENT_SECONDS = 600, KEEPALIVE_SECONDS = 20 };

struct transfer {
	const struct http_post *post;
	struct http_answer *answer;
	uint64_t at;     /* in the file */
	bool is_shorter; /* than it was */
};

static size_t read_body(char *p, size_t size, size_t count, void *data)
{
	struct transfer *transfer = data;
	uint64_t left = transfer->post->size_bytes - transfer->at;
	size_t n = size * count < left ? size * count : (size_t)left;
	ptrdiff_t got;

	if (n == 0)
		return 0;
	do
		got = pread(transfer->post->fd, p, n, (off_t)transfer->at);
	while (got < 0 && errno == EINTR);
	if (got <= 0) {
		transfer->is_shorter = got == 0;
		return CURL_READFUNC_ABORT;
	}
	transfer->at += (uint64_t)got;
	return (size_t)got;
}

static int seek_body(void *data, curl_off_t offset, int origin)
{
	struct transfer *transfer = data;

	if (origin != SEEK_SET || offset < 0)
		return CURL_SEEKFUNC_FAIL;
	transfer->at = (uint64_t)offset;
	return CURL_SEEKFUNC_OK;
}

static size_t take_answer(char *p, size_t size, size_t count, void *data)
{
	struct buf *body = &((struct transfer *)data)->answer->body;

	buf_add(body, (struct slice){ p, size * count });
	return body->failed ? 0 : size * count;
}

static int show_progress(void *data, curl_off_t total, curl_off_t got, curl_off_t size,
			 curl_off_t sent)
{
	const struct http_post *post = ((struct transfer *)data)->post;

	(void)total;
	(void)got;
	(void)size;
	post->progress((uint64_t)sent, post->size_bytes);
	return 0;
}

static struct curl_slist *make_headers(const struct http_post *post)
{
	struct buf line;
	struct curl_slist *list = NULL;

	buf_init(&line);
	list = curl_slist_append(list, "Content-Type: application/octet-stream");
	list = curl_slist_append(list, "Accept: application/json, application/problem+json");
	if (post->token.n > 0) {
		buf_addf(&line, "Authorization: Bearer %.*s", SLICE_FMT(post->token));
		list = curl_slist_append(list, buf_slice(&line).p);
	}
	buf_release(&line);
	return list;
}

static void set_options(CURL *curl, struct transfer *transfer)
{
	const struct http_post *post = transfer->post;

	curl_easy_setopt(curl, CURLOPT_URL, post->url);
	curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
	curl_easy_setopt(curl, CURLOPT_USERAGENT, "memcgperf");
	curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
	curl_easy_setopt(curl, CURLOPT_POST, 1L);
	curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)post->size_bytes);
	curl_easy_setopt(curl, CURLOPT_READFUNCTION, read_body);
	curl_easy_setopt(curl, CURLOPT_READDATA, transfer);
	curl_easy_setopt(curl, CURLOPT_SEEKFUNCTION, seek_body);
	curl_easy_setopt(curl, CURLOPT_SEEKDATA, transfer);
	curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, take_answer);
	curl_easy_setopt(curl, CURLOPT_WRITEDATA, transfer);
	curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT, (long)CONNECT_SECONDS);
	curl_easy_setopt(curl, CURLOPT_TCP_KEEPALIVE, 1L);
	curl_easy_setopt(curl, CURLOPT_TCP_KEEPIDLE, (long)KEEPALIVE_SECONDS);
	curl_easy_setopt(curl, CURLOPT_TCP_KEEPINTVL, (long)KEEPALIVE_SECONDS);
	curl_easy_setopt(curl, CURLOPT_LOW_SPEED_LIMIT, 1L);
	curl_easy_setopt(curl, CURLOPT_LOW_SPEED_TIME, (long)SILENT_SECONDS);
	curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, (long)post->timeout_ms);
	if (post->progress == NULL)
		return;
	curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
	curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, show_progress);
	curl_easy_setopt(curl, CURLOPT_XFERINFODATA, transfer);
}

static enum err failure(CURLcode code)
{
	switch (code) {
	case CURLE_COULDNT_RESOLVE_HOST:
	case CURLE_COULDNT_RESOLVE_PROXY:
	case CURLE_COULDNT_CONNECT:
	case CURLE_OPERATION_TIMEDOUT:
	case CURLE_GOT_NOTHING:
	case CURLE_SEND_ERROR:
	case CURLE_RECV_ERROR:
	case CURLE_PARTIAL_FILE:
	case CURLE_SSL_CONNECT_ERROR:
	case CURLE_HTTP2:
	case CURLE_HTTP2_STREAM:
		return ERR_BUSY;
	default:
		return ERR_IO;
	}
}

static enum err tell_failure(const struct transfer *transfer, CURLcode code, const char *text,
			     struct error *err)
{
	if (transfer->answer->body.failed)
		return error_set(err, ERR_LIMIT, "the answer has more than %d bytes",
				 HTTP_ANSWER_BYTES_MAX);
	if (code == CURLE_ABORTED_BY_CALLBACK)
		return error_set(err, ERR_IO, "%s",
				 transfer->is_shorter ? "became shorter while it was sent"
						      : "cannot be read");
	return error_set(err, failure(code), "%s",
			 text[0] != '\0' ? text : curl_easy_strerror(code));
}

static enum err perform(CURL *curl, struct transfer *transfer, struct error *err)
{
	char text[CURL_ERROR_SIZE] = "";
	curl_off_t retry_after = 0;
	long status = 0;
	CURLcode code;

	curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, text);
	code = curl_easy_perform(curl);
	curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
	curl_easy_getinfo(curl, CURLINFO_RETRY_AFTER, &retry_after);
	/* A server that refuses may close before it has read all: its answer counts. */
	if (code != CURLE_OK && (failure(code) != ERR_BUSY || status < 400))
		return tell_failure(transfer, code, text, err);
	transfer->answer->status = (int)status;
	transfer->answer->retry_after_s = retry_after > 0 ? retry_after : -1;
	return OK;
}

enum err http_post(const struct http_post *post, struct http_answer *answer, struct error *err)
{
	struct transfer transfer = { .post = post, .answer = answer };
	struct curl_slist *headers = make_headers(post);
	CURL *curl = memory_must(curl_easy_init());
	enum err e;

	buf_clear(&answer->body);
	answer->body.limit = HTTP_ANSWER_BYTES_MAX;
	set_options(curl, &transfer);
	curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
	e = perform(curl, &transfer, err);
	curl_easy_cleanup(curl);
	curl_slist_free_all(headers);
	return e;
}
