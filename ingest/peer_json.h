/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Runs as JSON, with the keys that mmtests has: what extract-mmtests.pl --print-json prints (a run,
 * or a list of them) and compare-mmtests.pl --from-json takes, and what --json-export writes.
 * Layer: ingest, above documents and unpack.
 */
#ifndef INGEST_PEER_JSON_H
#define INGEST_PEER_JSON_H

#include "lib/arena.h"
#include "lib/buf.h"
#include "lib/error.h"
#include "lib/peer.h"

struct peer_json {
	struct slice module; /* what the first run says of its benchmark: "kernbench" */
	struct peer_run *runs;
	size_t run_count, run_capacity;
};

/*
 * Reads a file, compressed or not: one run, a list of runs, or an export. Operations are in byte
 * order of their labels, as the peer takes them from JSON.
 */
NODISCARD enum err peer_json_read(struct arena *arena, const char *path, struct peer_json *out,
				  struct error *err);

/* One document with the runs of a report and what their style is. */
void peer_json_print(struct buf *out, const struct peer_report *report);

/* Writes it to DIRECTORY/BENCHMARK.json.zst. */
NODISCARD enum err peer_json_export(const char *directory, const struct peer_report *report,
				    struct error *err);

#endif
