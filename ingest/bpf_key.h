/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Keys of bpftrace maps: where they end and how they split into parts. Inside the brackets there
 * may be anything, so both lean on what else is known (docs/formats.md, "bpftrace").
 * Layer: ingest, below fmt_bpftrace.
 */
#ifndef INGEST_BPF_KEY_H
#define INGEST_BPF_KEY_H

#include "lib/arena.h"
#include "lib/slice.h"

enum { BPF_PARTS_MAX = 64 };

enum bpf_value {
	BPF_NUMBER, /* 42, -1, 0x10 */
	BPF_STATS,  /* count 3, average 20, total 61 */
	BPF_TEXT,   /* all else */
	BPF_EMPTY,  /* rows or frames may follow */
};

enum bpf_value bpf_value_kind(struct slice value);
/* The number of BPF_NUMBER. */
bool bpf_number(struct slice value, double *out);

/*
 * Index of the ']' that ends the key at the start of s (what stands behind its '['); s.n when the
 * key goes on in the next line.
 */
size_t bpf_key_end(struct slice s);

/* Splits at ", " outside of brackets; in all places when brackets do not match. */
size_t bpf_key_split(struct slice key, struct slice parts[BPF_PARTS_MAX]);

/* -?[0-9]+ or 0x[0-9a-f]+ */
bool bpf_part_is_number(struct slice part);

/*
 * Fits the parts of one key to `count` of them: a text with a comma in it is put together again
 * where the places of numbers (bit i of numbers: part i is one in every row) leave no other way.
 */
bool bpf_key_fit(struct slice parts[BPF_PARTS_MAX], size_t *n, size_t count, uint64_t numbers);

#endif
