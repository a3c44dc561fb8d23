/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How a function says that it failed: a code, where, and one line in the user's words.
 * Layer: lib, below everything but base. No allocation, so an error can always be told.
 */
#ifndef LIB_ERROR_H
#define LIB_ERROR_H

#include "lib/base.h"

enum err {
	OK = 0,
	ERR_INPUT,     /* the input is not what it should be */
	ERR_LIMIT,     /* a limit was exceeded; the text names it and its option */
	ERR_NOT_FOUND, /* what was asked for is not there */
	ERR_GONE,      /* it was there once, and was withdrawn */
	ERR_CONFLICT,  /* it contradicts what is there, or is ambiguous */
	ERR_DENIED,    /* not allowed */
	ERR_BUSY,      /* try again later */
	ERR_IO,        /* the system refused: file, disk, socket */
	ERR_FULL,      /* no space left on a disk */
	ERR_BUG,       /* our own fault */
};

struct error {
	enum err code;
	size_t line;     /* line of the input, from 1; 0 = none */
	char text[1024]; /* one line, no newline at its end; the names of all formats fit */
};

/* Fills err (which may be NULL) and returns code, so that `return error_set(...)` works. */
enum err error_set(struct error *err, enum err code, const char *fmt, ...) PRINTF(3, 4);

/* The same with the line of the input at which it happened. */
enum err error_set_line(struct error *err, enum err code, size_t line, const char *fmt, ...)
	PRINTF(4, 5);

/* Puts "WHERE: " before the text of err; keeps code and line; returns the code. */
enum err error_prefix(struct error *err, const char *fmt, ...) PRINTF(2, 3);

/* "input", "limit", ...: for problem documents and tests. */
const char *error_name(enum err code);

#endif
