/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Whether a request's head leaves no doubt about where the request ends and whom it is for. A proxy
 * and a server that read a doubtful one differently can be made to see other requests than were
 * sent (RFC 9112, 11.2); the HTTP library lets some of them through.
 * Layer: server, above lib; sees no HTTP library.
 */
#ifndef SERVER_FRAMING_H
#define SERVER_FRAMING_H

#include "lib/slice.h"

/* What the header fields seen so far say; starts as zeros. */
struct framing {
	unsigned hosts, lengths, codings;
	bool other_coding; /* a coding that is not just "chunked" */
	bool bad_name;     /* a field whose name is no token */
	bool bad_value;    /* a field with a control character */
};

/* Takes one field as it came. */
void framing_field(struct framing *framing, struct slice name, struct slice value);

/* What is wrong with all of them in a request of that version, "HTTP/1.1"; NULL = nothing. */
const char *framing_fault(const struct framing *framing, struct slice version);

#endif
