/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * bpftrace's text output, read in one pass over lines: rows of maps, and what it says besides
 * (probes, losses, errors, times). Lines may come in pieces, so that memory does not grow.
 * Layer: ingest, above bpf_block and bpf_maps.
 */
#ifndef INGEST_BPF_SCAN_H
#define INGEST_BPF_SCAN_H

#include "ingest/bpf_maps.h"
#include "ingest/text.h"

enum { BPF_NOTES_MAX = 200 };

/* A line that is no row: an error of bpftrace, or a fact. */
struct bpf_note {
	size_t line;     /* number in the input */
	const char *key; /* of a fact; NULL = a diagnostic */
	struct slice text;
};

/* A row and the lines of the text that it takes. */
struct bpf_entry {
	struct bpf_row row;
	size_t first, last;
	bool weak; /* could be prose: counts only in output that is bpftrace's for sure */
};

struct bpf_scan {
	struct bpf_maps maps;
	bool attached; /* bpftrace says so itself */
	bool sure;     /* a map of numbers, or an error that only bpftrace prints */
	double time_s;
	uint64_t lost, full_maps;
	size_t lost_line, full_line, note_total;
	/* of the current piece */
	struct arena *arena;
	struct text *text;
	struct bpf_entry *entries;
	size_t entry_count, entry_capacity;
	struct bpf_note *notes;
	size_t note_count, note_capacity;
	size_t *note_lines; /* index of each note's line in the text */
	size_t note_line_capacity;
	size_t open_from, open_to; /* no key ends and none begins in these lines */
};

/* arena lives as long as the scan. */
void bpf_scan_init(struct bpf_scan *scan, struct arena *arena,
		   const struct format_options *options);
void bpf_scan_release(struct bpf_scan *scan);

/* Reads the lines of one depth from `first` on; arena lives until they are emitted. */
void bpf_scan_lines(struct bpf_scan *scan, struct arena *arena, struct text *text, size_t first);

/* Emits what the last piece held, and takes its lines. */
NODISCARD enum err bpf_scan_emit(struct bpf_scan *scan, struct sink *sink, struct error *err);
/* At the end: what was lost. */
NODISCARD enum err bpf_scan_finish(struct bpf_scan *scan, struct sink *sink, struct error *err);

/* "Attaching 5 probes..." or "Attached 5 probes": the number; "" when it is no such line. */
struct slice bpf_probes(struct slice line);
/* Whether s begins with a map's name, and a key or a value: "@x[" or "@x:". Its length, else 0. */
size_t bpf_name_length(struct slice s);
/* Whether it is an ERROR or WARNING of bpftrace; *placed: it names a place in a script. */
bool bpf_is_error(struct slice line, bool *placed);
/* Whether an error or warning says that a map was full. */
bool bpf_says_full(struct slice line);
bool bpf_says_lost(struct slice line, uint64_t *events);

#endif
