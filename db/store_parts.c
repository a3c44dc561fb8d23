/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What one run consists of. */
#include "db/store_private.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#include "lib/memory.h"

static void fact_at(struct arena *arena, struct stmt *stmt, void *element)
{
	struct store_fact *fact = element;

	fact->key = db_text(arena, stmt, 0);
	fact->value = db_text(arena, stmt, 1);
	fact->iteration = (int)db_int(stmt, 2);
}

static const struct store_shape fact_shape = { sizeof(struct store_fact), fact_at };

enum err store_run_facts(struct store *store, struct arena *arena, int64_t run,
			 struct store_fact **out, size_t *count, struct error *err)
{
	return store_list_of(store, arena, "run_facts", run, &fact_shape, out, count, err);
}

static struct slice hex_of(struct arena *arena, struct slice hash)
{
	char hex[SHA256_HEX_SIZE];

	sha256_hex((const unsigned char *)hash.p, hex);
	return arena_slice(arena, slice_str(hex));
}

static void file_at(struct arena *arena, struct stmt *stmt, void *element)
{
	struct store_file *file = element;

	file->path = db_text(arena, stmt, 0);
	file->sha256 = hex_of(arena, db_text(arena, stmt, 1));
	file->size_bytes = db_int(stmt, 2);
	file->kept = db_int(stmt, 3) != 0;
}

static const struct store_shape file_shape = { sizeof(struct store_file), file_at };

enum err store_run_files(struct store *store, struct arena *arena, int64_t run,
			 struct store_file **out, size_t *count, struct error *err)
{
	return store_list_of(store, arena, "run_files", run, &file_shape, out, count, err);
}

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static bool hash_of_hex(struct slice hex, unsigned char out[SHA256_SIZE])
{
	if (hex.n != SHA256_SIZE * 2)
		return false;
	for (size_t i = 0; i < SHA256_SIZE; i++) {
		int high = hex_digit(hex.p[2 * i]), low = hex_digit(hex.p[2 * i + 1]);

		if (high < 0 || low < 0)
			return false;
		out[i] = (unsigned char)(high * 16 + low);
	}
	return true;
}

enum err store_unpack(struct arena *arena, struct slice zstd, size_t size_bytes, struct slice *out,
		      struct error *err)
{
	char *bytes = arena_alloc(arena, size_bytes + 1);
	ZSTD_DCtx *context = memory_must(ZSTD_createDCtx());
	size_t n = ZSTD_decompressDCtx(context, bytes, size_bytes, zstd.p, zstd.n);

	(void)ZSTD_freeDCtx(context); /* cannot fail */
	if (ZSTD_isError(n) || n != size_bytes)
		return error_set(err, ERR_IO, "a stored file is damaged");
	*out = (struct slice){ bytes, n };
	return OK;
}

enum err store_raw(struct store *store, struct arena *arena, struct slice sha256, struct slice *out,
		   struct error *err)
{
	unsigned char hash[SHA256_SIZE];
	bool row = false, kept = false;
	struct stmt *stmt;
	enum err e;

	if (!hash_of_hex(sha256, hash))
		return error_set(err, ERR_NOT_FOUND, "no file: not the hex of a SHA-256");
	e = db_prepare(store->db, "content_get", &stmt, err);
	if (e != OK)
		return e;
	db_bind_blob(stmt, 1, (struct slice){ (const char *)hash, sizeof(hash) });
	e = db_step(stmt, &row, err);
	kept = e == OK && row && !db_is_null(stmt, 1);
	if (kept)
		e = store_unpack(arena, db_text(arena, stmt, 1), (size_t)db_int(stmt, 0), out, err);
	db_reset(stmt);
	if (e == OK && !kept)
		e = error_set(err, ERR_NOT_FOUND,
			      row ? "the bytes of %.*s were not kept" : "no file %.*s",
			      SLICE_FMT(sha256));
	return e;
}

static void result_at(struct arena *arena, struct stmt *stmt, void *element)
{
	struct store_result *result = element;

	result->metric = store_metric_at(arena, stmt, 0);
	result->statistic = db_text(arena, stmt, 5);
	result->stats = store_stats_at(stmt, 6);
	result->boots = (int)db_int(stmt, 13);
}

static int result_cmp(const void *a, const void *b)
{
	const struct store_result *x = *(const struct store_result *const *)a;
	const struct store_result *y = *(const struct store_result *const *)b;
	int order = metric_cmp(&x->metric, &y->metric);

	if (order == 0)
		order = slice_cmp(x->statistic, y->statistic);
	return order != 0 ? order : (x > y) - (x < y);
}

static const struct store_shape result_shape = { sizeof(struct store_result), result_at };

enum err store_run_results(struct store *store, struct arena *arena, int64_t run,
			   struct store_result **out, size_t *count, struct error *err)
{
	struct store_result *list = NULL, **order, *sorted;
	enum err e =
		store_list_of(store, arena, "run_results", run, &result_shape, &list, count, err);

	if (e != OK)
		return e;
	order = ARENA_ARRAY(arena, *count + 1, struct store_result *);
	sorted = ARENA_ARRAY(arena, *count + 1, struct store_result);
	for (size_t i = 0; i < *count; i++)
		order[i] = &list[i];
	qsort(order, *count, sizeof(*order), result_cmp);
	for (size_t i = 0; i < *count; i++)
		sorted[i] = *order[i];
	*out = sorted;
	return OK;
}

static void sample_at(struct arena *arena, struct stmt *stmt, void *element)
{
	struct store_sample *sample = element;

	sample->metric = store_metric_at(arena, stmt, 0);
	sample->boot = (int)db_int(stmt, 5);
	sample->iteration = (int)db_int(stmt, 6);
	sample->seq = (int)db_int(stmt, 7);
	sample->line = (int)db_int(stmt, 8);
	sample->value = db_double(stmt, 9);
	sample->path = db_text(arena, stmt, 10);
}

static const struct store_shape sample_shape = { sizeof(struct store_sample), sample_at };

enum err store_run_samples(struct store *store, struct arena *arena, int64_t run,
			   struct slice benchmark, struct slice name, struct store_sample **out,
			   size_t *count, struct error *err)
{
	struct stmt *stmt;
	enum err e = db_prepare(store->db, "run_samples", &stmt, err);

	if (e != OK)
		return e;
	db_bind_int(stmt, 1, run);
	db_bind_text(stmt, 2, benchmark);
	db_bind_text(stmt, 3, name);
	return store_list(arena, stmt, &sample_shape, out, count, err);
}

static void symbol_at(struct arena *arena, struct stmt *stmt, void *element)
{
	struct store_symbol *symbol = element;

	symbol->event = db_text(arena, stmt, 0);
	symbol->comm = db_text(arena, stmt, 1);
	symbol->dso = db_text(arena, stmt, 2);
	symbol->file = db_text(arena, stmt, 3);
	symbol->symbol = db_text(arena, stmt, 4);
	symbol->percent = db_double(stmt, 5);
	symbol->children_percent = db_double(stmt, 6);
	symbol->samples = db_is_null(stmt, 7) ? RECORD_NO_COUNT : db_int(stmt, 7);
}

static const struct store_shape symbol_shape = { sizeof(struct store_symbol), symbol_at };

enum err store_run_symbols(struct store *store, struct arena *arena, int64_t run,
			   struct store_symbol **out, size_t *count, struct error *err)
{
	return store_list_of(store, arena, "run_symbols", run, &symbol_shape, out, count, err);
}

static void note_at(struct arena *arena, struct stmt *stmt, void *element)
{
	struct store_note *note = element;

	note->metric = store_metric_at(arena, stmt, 0);
	note->status = db_text(arena, stmt, 5);
	note->text = db_text(arena, stmt, 6);
}

static const struct store_shape note_shape = { sizeof(struct store_note), note_at };

enum err store_run_notes(struct store *store, struct arena *arena, int64_t run,
			 struct store_note **out, size_t *count, struct error *err)
{
	return store_list_of(store, arena, "run_notes", run, &note_shape, out, count, err);
}

static void diagnostic_at(struct arena *arena, struct stmt *stmt, void *element)
{
	struct store_diagnostic *diagnostic = element;

	diagnostic->path = db_text(arena, stmt, 0);
	diagnostic->line = (int)db_int(stmt, 1);
	diagnostic->message = db_text(arena, stmt, 2);
}

static const struct store_shape diagnostic_shape = { sizeof(struct store_diagnostic),
						     diagnostic_at };

enum err store_run_diagnostics(struct store *store, struct arena *arena, int64_t run,
			       struct store_diagnostic **out, size_t *count, struct error *err)
{
	return store_list_of(store, arena, "run_diagnostics", run, &diagnostic_shape, out, count,
			     err);
}
