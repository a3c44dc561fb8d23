/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What stands around the output of bcc and libbpf-tools and tells whose it is: the command line, a
 * sentence such as "Tracing run queue latency...", a time, a label above a histogram.
 * Layer: ingest, above text.
 */
#ifndef INGEST_BCC_CONTEXT_H
#define INGEST_BCC_CONTEXT_H

#include "ingest/text.h"
#include "lib/record.h"

struct bcc_context {
	struct slice tool;     /* "" = nothing names it */
	struct slice function; /* that is traced, when it is one; "" = several, or none */
	struct slice what;     /* of cpudist: "on-CPU time" or "off-CPU time" */
	bool functions;        /* functions are traced: funclatency or stackcount */
	bool commanded;        /* a command line names the tool */
	double time_s;         /* the last time stamp; NaN = none */
};

struct bcc_context bcc_context_init(void);

/* Learns from a line that stands above some output. True when it told something of the tool. */
bool bcc_context_line(struct bcc_context *context, struct slice line);

/* A line without indent and the terminal's echo of ^C. */
struct slice bcc_content(const struct text *text, size_t i);
/* HH:MM:SS or [HH:MM:SS] at the start of a line, as seconds since midnight. */
bool bcc_time(struct slice line, double *out);
/* Without the quotes of 'x', b'x' or "x". */
struct slice bcc_unquote(struct slice s);
/* "p::__kmalloc(size_t size):size_t:size", as argdist prints above its output. */
bool bcc_is_probe(struct slice line);

/* usecs, (us), _usecs: the unit as records have it; "" when it is none. */
struct slice bcc_unit(struct slice word);

#endif
