/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a batch keeps for itself while it is filled; shared by the files of batch only.
 * Layer: lib, part of batch.
 */
#ifndef LIB_BATCH_STATE_H
#define LIB_BATCH_STATE_H

#include "lib/batch.h"

/* Hash table of indices into an array that somebody else holds; open addressing. */
struct batch_table {
	struct batch_slot {
		uint64_t hash;
		uint32_t index; /* BATCH_NONE = free */
	} * slots;
	size_t count, capacity;
};

/* A name as the input spells it, and the run that it means. */
struct batch_spelling {
	struct slice name;
	uint32_t run;
};

struct batch_run_state {
	/* Its entry for the upload's file `copied_from`, which is `copy`. */
	uint32_t copied_from, copy;
	bool has_records; /* other than diagnostics */
	bool has_tree;    /* files of its own */
	/* Set by batch_finish: the first file and line that it was read from. */
	struct slice first_path;
	uint32_t first_line;
};

struct batch_file_state {
	uint32_t original;   /* the entry that batch_file_begin made; itself for that one */
	bool in_tree;        /* its path lies within the run's own tree */
	bool read;           /* records other than diagnostics came from it for its run */
	uint32_t first_line; /* of those */
};

struct batch_state {
	struct sink sink;
	struct batch *batch;
	uint32_t file; /* the current one */
	size_t rows;   /* of all kinds, against BATCH_ROWS_MAX */
	bool too_many_runs;
	uint64_t kept_bytes; /* in keep_file */
	int keep_errno;      /* why something could not be kept; 0 = all is */
	struct batch_table texts, spellings, metrics, profiles, nodes;
	struct slice *text;
	struct batch_spelling *spelling;
	struct batch_run_state *runs;
	struct batch_file_state *files;
	size_t text_count, spelling_count;
	/* Of the arrays of the same name, here and in the batch. */
	struct {
		size_t text, spelling, runs, run_states, metrics, files, file_states, samples,
			summaries, notes, symbols, histograms, facts, diagnostics, profiles, nodes,
			instructions, mails;
	} capacity;
};

typedef bool (*batch_same)(const struct batch_state *state, uint32_t index, const void *wanted);
/* The index that same agrees to, or BATCH_NONE. */
uint32_t batch_table_find(const struct batch_state *state, const struct batch_table *table,
			  uint64_t hash, batch_same same, const void *wanted);
void batch_table_add(struct arena *arena, struct batch_table *table, uint64_t hash, size_t index);

/* The one copy of text in the arena: equal texts have the same bytes. "" has none. */
struct slice batch_text(struct batch_state *state, struct slice text);

/* Where a record belongs. */
struct batch_origin {
	uint32_t run, file, line;
};

/* Rows of a profile, lib/batch_profiles.c. */
void batch_add_stack(struct batch_state *state, const struct record *r, struct batch_origin o);
void batch_add_symbol(struct batch_state *state, const struct record *r, struct batch_origin o);
void batch_add_instruction(struct batch_state *state, const struct record *r,
			   struct batch_origin o);

enum err batch_too_many_runs(struct error *err);
/* Keeps a raw file; state tells when that fails. */
struct batch_kept batch_keep(struct batch_state *state, struct slice zstd);
/* The name of the run that a manifest's entry speaks of. */
struct slice batch_rename_target(const struct batch_rename *rename);

/*
 * Of a batch in order: sets the fields of each run, and the boots of samples, by which these are
 * then ordered again.
 */
void batch_derive(struct batch *batch);
/* Of a batch whose samples are in their last order, lib/batch_tracing.c. */
void batch_trace(struct batch *batch);

#endif
