/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Files of web/ and of its packages, in the program with their gzip and brotli forms. They are
 * found by exact name only; no name ever becomes a path, except with --web-dir, and then only one
 * that is in the table.
 * Layer: server, above lib.
 */
#ifndef SERVER_ASSETS_H
#define SERVER_ASSETS_H

#include "lib/arena.h"
#include "lib/slice.h"
#include "server/server.h"

struct asset {
	struct slice bytes, gzip, brotli; /* the packed ones empty when they are no smaller */
};

/* name: "app/home.js", "home.html", "vendor/...". arena holds what --web-dir reads. */
bool asset_find(const struct server *server, struct arena *arena, struct slice name,
		struct asset *out);

#endif
