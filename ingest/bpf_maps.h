/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The maps that one bpftrace output prints, whether as text or as JSON: which printing a row
 * belongs to, how keys split, and the records that rows become.
 * Layer: ingest, above bpf_key and lib. Memory follows the number of maps and the keys of one
 * printing, not the length of the output.
 */
#ifndef INGEST_BPF_MAPS_H
#define INGEST_BPF_MAPS_H

#include "ingest/bpf_key.h"
#include "ingest/dict.h"
#include "ingest/format_options.h"
#include "lib/arena.h"
#include "lib/calltree.h"
#include "lib/error.h"
#include "lib/record.h"

/* Hashes of the keys that a printing has had. */
struct bpf_seen {
	struct bpf_seen_slot *slots;
	size_t size, count;
	int64_t print;
};

struct bpf_map {
	struct slice name;
	struct bpf_shape shape;
	int64_t print; /* that the last row belongs to; 0 = none yet */
	struct bpf_seen seen;
	double last[2]; /* what rows ascend by, of the row before; NaN = nothing */
	size_t texts;   /* as bpf_maps.texts was then */
};

struct bpf_maps {
	struct arena *arena; /* that lives as long as this */
	const struct format_options *options;
	struct dict names;
	struct bpf_map *maps;
	size_t count, capacity;
	size_t texts; /* lines of other text so far: they part printings. The caller counts */
	/* private */
	struct arena scratch;
	struct buf joined;
	struct slice *frames; /* room for CALLTREE_DEPTH_MAX */
	struct calltree tree;
	bool sums_stacks;
	struct slice key_names[RECORD_LABELS_MAX]; /* key0, ... */
};

/* A point of a tseries(). */
struct bpf_point {
	double time_s, value;
};

enum bpf_kind { BPF_KIND_VALUE, BPF_KIND_STATS, BPF_KIND_HIST, BPF_KIND_STACK, BPF_KIND_SERIES };

/* One row of a printed map. What it borrows must live until it is emitted. */
struct bpf_row {
	size_t map; /* its index */
	enum bpf_kind kind;
	enum bpf_style style;
	bool is_keyed;
	struct slice key, value; /* value: as printed, of a value or a stack */
	double number;           /* of a value; NaN = it is none */
	const struct bucket *buckets;
	const struct bpf_point *points;
	size_t count; /* of buckets or points */
	struct bpf_stats stats;
	size_t line;
	int64_t print;
	double time_s;
};

void bpf_maps_init(struct bpf_maps *maps, struct arena *arena,
		   const struct format_options *options);
void bpf_maps_release(struct bpf_maps *maps);

/* Makes the row one of a value as it is printed. */
void bpf_row_value(struct bpf_row *row, struct slice value);

/* The index of a map by its name with the '@', new or known. */
size_t bpf_map_index(struct bpf_maps *maps, struct slice name);

/* Learns from the row's key how keys of its map split. */
void bpf_row_learn(struct bpf_maps *maps, const struct bpf_row *row);

/*
 * The number of the printing that a row of text belongs to: a new one begins with a key that the
 * current one has had, a number (or a total) below that of the row before, or behind other text.
 */
int64_t bpf_row_print(struct bpf_maps *maps, const struct bpf_row *row);

/*
 * Emits what the row says. Between bpf_sum_begin and bpf_sum_end, stacks that are equal are summed
 * and come at the end.
 */
NODISCARD enum err bpf_row_emit(struct bpf_maps *maps, const struct bpf_row *row, struct sink *sink,
				struct error *err);
void bpf_sum_begin(struct bpf_maps *maps);
NODISCARD enum err bpf_sum_end(struct bpf_maps *maps, struct sink *sink, struct error *err);

#endif
