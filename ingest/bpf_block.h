/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What stands below a map's name in bpftrace's text: rows of a histogram, frames of a stack, the
 * chart of a tseries().
 * Layer: ingest, above bpf_maps and text.
 */
#ifndef INGEST_BPF_BLOCK_H
#define INGEST_BPF_BLOCK_H

#include "ingest/bpf_maps.h"
#include "ingest/text.h"

/* A row such as "[512, 1K)   7 |@@@   |"; its bar may be gone or stand on the next line. */
bool bpf_bucket(struct slice line, struct bucket *out);

/* HH:MM:SS, or HH:MM:SS.mmm, at the start of s, as seconds since midnight. */
bool bpf_clock(struct slice s, double *out);

/*
 * Reads the block behind line i of the text into the row. Returns its last line; i itself when
 * there is none.
 */
size_t bpf_block(struct arena *arena, const struct text *text, size_t i, struct bpf_row *row);

#endif
