/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Files that were put into the program at build (tools/embed.sh, make/embed.mk).
 * Layer: lib, above slice.
 *
 * $(eval $(call embed,TABLE,NAME=FILE ...)) defines
 *	const struct embedded TABLE[];  in the order of the names given
 *	const size_t TABLE_count;
 * which the file that reads them declares.
 */
#ifndef LIB_EMBED_H
#define LIB_EMBED_H

#include "lib/base.h"
#include "lib/slice.h"

struct embedded {
	const char *name;
	const char *start, *end; /* *end is a NUL that does not belong to the file */
};

static inline struct slice embedded_bytes(const struct embedded *file)
{
	return (struct slice){ file->start, (size_t)(file->end - file->start) };
}

#endif
