/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The lines of perf script's output: sample headers and frames (docs/formats.md, "perf-script").
 * Layer: ingest, above lib. Pure functions; slices point into the line.
 */
#ifndef INGEST_SCRIPT_LINE_H
#define INGEST_SCRIPT_LINE_H

#include "lib/base.h"
#include "lib/slice.h"

enum { SCRIPT_COMM_MAX = 15 }; /* the kernel's limit, in bytes */

/* "COMM TID [CPU] TIME: PERIOD EVENT: PAYLOAD" */
struct script_header {
	struct slice comm, tid, event; /* tid as printed: 123, 123/456, -1; each may be empty */
	struct slice payload;          /* what stands behind the event, trimmed */
	struct slice frame;            /* of the one-line form: "ADDR SYMBOL (DSO)"; else empty */
	bool has_time, has_period;
	uint64_t period;
};

/* A header with at least a time, or with a task and an event; not a lone comm. */
bool script_header(struct slice line, struct script_header *out);

/*
 * The same for `-F` without time and tid: a comm, or a comm and an event. Any text is one, so the
 * caller must know that a frame follows.
 */
void script_header_short(struct slice line, struct script_header *out);

/* "ADDR SYMBOL+0xOFF (DSO)" */
struct script_frame {
	struct slice address;
	struct slice symbol; /* without +0xOFF; empty = not printed */
	struct slice dso;    /* without its parentheses; empty = not printed */
};

/* True for an address, alone or with a blank behind it; blanks before it are passed over. */
bool script_frame(struct slice line, struct script_frame *out);

/* What a stack record calls the frame: its symbol, else its address. */
struct slice script_frame_name(const struct script_frame *frame);

#endif
