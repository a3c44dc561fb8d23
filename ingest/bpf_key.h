/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Keys and values of bpftrace maps: where a key ends, how it splits into parts, what a value is.
 * Inside the brackets there may be anything, so all of it leans on what else is known
 * (docs/formats.md, "bpftrace").
 * Layer: ingest, below bpf_maps.
 */
#ifndef INGEST_BPF_KEY_H
#define INGEST_BPF_KEY_H

#include "lib/buf.h"
#include "lib/slice.h"

enum { BPF_PARTS_MAX = 64, BPF_FRAMES_MAX = 1024 };

enum bpf_value {
	BPF_NUMBER, /* 42, -1, 0x10 */
	BPF_STATS,  /* count 3, average 20, total 61; { .count = 3, .average = 20, .total = 61 } */
	BPF_TEXT,   /* all else */
	BPF_EMPTY,  /* rows or frames may follow */
};

struct bpf_stats {
	double count, average, total;
};

enum bpf_value bpf_value_kind(struct slice value);
/* The number of BPF_NUMBER: -?[0-9]+ or 0x[0-9a-f]+ */
bool bpf_number(struct slice value, double *out);
bool bpf_stats(struct slice value, struct bpf_stats *out);

/* Whether s, the last line of a key, holds the ']' that ends it. */
bool bpf_key_closes(struct slice s);
/*
 * Index of the ']' that ends the key at the start of s (what stands behind its '['); s.n when the
 * key goes on in the next line.
 */
size_t bpf_key_end(struct slice s);

/* The parts of a key. Bit i of numbers and stacks: what part i is. */
struct bpf_parts {
	struct slice part[BPF_PARTS_MAX];
	size_t n;
	uint64_t numbers, stacks;
};

/* How parts are joined: ", " in text, "," in JSON. */
enum bpf_style { BPF_STYLE_TEXT, BPF_STYLE_JSON };

/*
 * Splits outside of brackets, or in all places when brackets do not match. A part that begins with
 * a line end is a stack, within which only a line that begins with ',' parts.
 */
void bpf_key_split(struct slice key, enum bpf_style style, struct bpf_parts *out);

/* What all keys of a map have in common. */
struct bpf_shape {
	size_t parts; /* the least that any has; 0 = none seen */
	uint64_t numbers, stacks;
};

void bpf_shape_add(struct bpf_shape *shape, const struct bpf_parts *parts);

/*
 * Fits parts to the shape: a text with a comma in it is put together again where the places of
 * numbers and stacks leave no other way. False when they do.
 */
bool bpf_key_fit(struct bpf_parts *parts, const struct bpf_shape *shape);

/*
 * The frames of a stack as it is printed, leaf first: its lines without blanks around them. At
 * most BPF_FRAMES_MAX.
 */
size_t bpf_frames(struct slice stack, struct slice *frames);
/* Whether a frame has an address below the kernel's half: 0x7fdb0bb02b59. */
bool bpf_frame_is_user(struct slice frame);
/* One line as bpftrace prints a frame: symbol+12, 0xffff..., or in perf mode address symbol. */
bool bpf_is_frame(struct slice line);
/* Frames from the outermost caller to the leaf, joined with ';'. */
void bpf_join_frames(struct buf *buf, const struct slice *frames, size_t n);

#endif
