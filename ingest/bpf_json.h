/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * bpftrace -f json, an object a line. Each line is read twice: once to learn how keys split, once
 * for its records. So memory does not follow the output.
 * Layer: ingest, above bpf_maps and json_cursor.
 */
#ifndef INGEST_BPF_JSON_H
#define INGEST_BPF_JSON_H

#include "ingest/bpf_maps.h"
#include "ingest/json_cursor.h"

struct bpf_json {
	struct bpf_maps maps;
	struct arena scratch; /* of the line */
	double time_s;
	uint64_t lost, full_maps;
	size_t lost_line, full_line;
	size_t told, untold, untold_line; /* diagnostics given and held back */
	struct bucket *buckets;
	struct bpf_point *points;
	size_t bucket_capacity, point_capacity;
};

/* arena lives as long as the reader. */
void bpf_json_init(struct bpf_json *json, struct arena *arena,
		   const struct format_options *options);
void bpf_json_release(struct bpf_json *json);

/* Whether the line begins as a message of bpftrace: an object with a type that it has. */
bool bpf_json_is_message(struct slice line);
/* Whether it holds maps, or tells of probes: no other tool's. */
bool bpf_json_is_sure(struct slice line);
/* Whether the object that begins the line ends in it. */
bool bpf_json_is_whole(struct slice line);

void bpf_json_learn(struct bpf_json *json, struct slice line);
NODISCARD enum err bpf_json_emit(struct bpf_json *json, struct slice line, size_t line_no,
				 struct sink *sink, struct error *err);
/* At the end: what was lost. */
NODISCARD enum err bpf_json_finish(struct bpf_json *json, struct sink *sink, struct error *err);

#endif
