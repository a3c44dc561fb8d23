/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void one_line(char *text)
{
	for (; *text != '\0'; text++)
		if ((unsigned char)*text < ' ' || *text == 0x7f)
			*text = ' ';
}

static void fill(struct error *err, enum err code, size_t line, const char *fmt, va_list ap)
{
	if (err == NULL)
		return;
	err->code = code;
	err->line = line;
	(void)vsnprintf(err->text, sizeof(err->text), fmt, ap); /* a cut text is still a text */
	one_line(err->text);
}

enum err error_set(struct error *err, enum err code, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	fill(err, code, 0, fmt, ap);
	va_end(ap);
	return code;
}

enum err error_set_line(struct error *err, enum err code, size_t line, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	fill(err, code, line, fmt, ap);
	va_end(ap);
	return code;
}

enum err error_prefix(struct error *err, const char *fmt, ...)
{
	struct error old;
	va_list ap;
	size_t used;

	if (err == NULL)
		return ERR_BUG;
	old = *err;
	va_start(ap, fmt);
	fill(err, old.code, old.line, fmt, ap);
	va_end(ap);
	used = strlen(err->text);
	(void)snprintf(err->text + used, sizeof(err->text) - used, ": %s", old.text);
	return old.code;
}

const char *error_name(enum err code)
{
	static const char *const names[] = {
		[OK] = "ok",
		[ERR_INPUT] = "input",
		[ERR_LIMIT] = "limit",
		[ERR_NOT_FOUND] = "not-found",
		[ERR_GONE] = "gone",
		[ERR_CONFLICT] = "conflict",
		[ERR_DENIED] = "denied",
		[ERR_BUSY] = "busy",
		[ERR_IO] = "io",
		[ERR_FULL] = "full",
		[ERR_BUG] = "bug",
	};

	return (size_t)code < ARRAY_SIZE(names) ? names[code] : "bug";
}
