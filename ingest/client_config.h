/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which server results are sent to, and with which token: from the command line (the server only),
 * the environment, and the user's file, in falling precedence.
 * Layer: ingest, above lib.
 *
 * The file holds lines "key = value"; the keys are server and token; '#' begins a comment line.
 * A token in it is for the server in it and is sent to no other, and nobody but the owner may read
 * the file then.
 */
#ifndef INGEST_CLIENT_CONFIG_H
#define INGEST_CLIENT_CONFIG_H

#include "lib/arena.h"
#include "lib/error.h"
#include "lib/slice.h"

enum { CLIENT_CONFIG_BYTES_MAX = 64 * 1024 };

struct client_config {
	struct slice server; /* http:// or https://, host, port and path; no '/' at its end */
	struct slice token;  /* "" = none */
};

/*
 * Where the file is: in $XDG_CONFIG_HOME, else $HOME/.config, as memcgperf/config. "" when
 * neither is an absolute path.
 */
struct slice client_config_path(struct arena *arena);

/* The file's text. ERR_INPUT with the line for an unknown or repeated key or a wrong value. */
NODISCARD enum err client_config_parse(struct arena *arena, struct slice text,
				       struct client_config *out, struct error *err);

/*
 * The file at path; all empty when there is none. ERR_DENIED when it holds a token and others than
 * its owner may read it. Errors name the path and the line.
 */
NODISCARD enum err client_config_read(struct arena *arena, const char *path,
				      struct client_config *out, struct error *err);

/* A server's address without the '/' at its end. ERR_INPUT says what is wrong with it. */
NODISCARD enum err client_config_server(struct slice text, struct slice *out, struct error *err);

/*
 * What holds in the end: server is --server, or "". ERR_INPUT when no server is named anywhere.
 * The token is $MEMCGPERF_TOKEN, else the file's if the server is the file's too.
 */
NODISCARD enum err client_config_get(struct arena *arena, struct slice server,
				     struct client_config *out, struct error *err);

/*
 * True when what is sent to the server can be read on the way: http://, and not to this machine
 * itself (localhost, 127.0.0.0/8, [::1]).
 */
bool client_config_is_open(struct slice server);

#endif
