/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "server/log.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "lib/buf.h"
#include "lib/json_write.h"
#include "lib/memory.h"

struct log {
	const char *path;
	int fd; /* the same number for ever: a new file takes its place */
};

static int open_for_lines(const char *path)
{
	return open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0640);
}

static enum err cannot(const char *path, struct error *err)
{
	return error_set(err, ERR_IO, "cannot write the log '%s': %s", path, strerror(errno));
}

enum err log_open(const char *path, struct log **out, struct error *err)
{
	int fd = open_for_lines(path);
	struct log *log;

	if (fd < 0)
		return cannot(path, err);
	log = memory_must(calloc(1, sizeof(*log)));
	log->path = path;
	log->fd = fd;
	*out = log;
	return OK;
}

void log_close(struct log *log)
{
	if (log == NULL)
		return;
	(void)close(log->fd); /* each line was written at once */
	free(log);
}

enum err log_reopen(struct log *log, struct error *err)
{
	int fd = open_for_lines(log->path);
	enum err e = OK;

	if (fd < 0)
		return cannot(log->path, err);
	if (dup3(fd, log->fd, O_CLOEXEC) < 0) /* at once: no line falls between the files */
		e = cannot(log->path, err);
	(void)close(fd);
	return e;
}

static void add_time(struct buf *buf)
{
	struct timespec now;
	struct tm tm;
	char text[sizeof("2026-12-01T12:00:00")];

	(void)clock_gettime(CLOCK_REALTIME, &now); /* there is one on Linux */
	(void)gmtime_r(&now.tv_sec, &tm);
	(void)strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%S", &tm);
	buf_addf(buf, "{\"time\":\"%s.%03ldZ\"", text, now.tv_nsec / 1000000);
}

static void add_text(struct buf *buf, const char *key, struct slice text)
{
	if (text.n == 0)
		return;
	buf_addf(buf, ",\"%s\":", key);
	json_write_text(buf, text);
}

void log_answer(struct log *log, const struct log_line *line)
{
	ssize_t wrote;
	struct buf buf;

	if (log == NULL)
		return;
	buf_init(&buf);
	add_time(&buf);
	add_text(&buf, "method", line->method);
	add_text(&buf, "path", line->path);
	buf_addf(&buf, ",\"status\":%u,\"ms\":%.3f", line->status, (double)line->took_us / 1000);
	if (line->cached)
		buf_adds(&buf, ",\"cached\":true");
	else
		buf_addf(&buf, ",\"bytes\":%zu", line->bytes);
	add_text(&buf, "client", line->client);
	add_text(&buf, "who", line->who);
	add_text(&buf, "fault", line->fault);
	buf_adds(&buf, "}\n");
	do
		wrote = write(log->fd, buf.data, buf.n);
	while (wrote < 0 && errno == EINTR);
	buf_release(&buf);
}
