/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The least that storing a tree can cost: reading, hashing and compressing its files, and putting
 * the rows that `memcgperf ingest` made of it into the same tables with one prepared statement
 * for each table, in one transaction. Prints CPU seconds of the files and of the rows.
 *	ingest_reference TREE STORED.db NEW.db
 */
#include <fcntl.h>
#include <ftw.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>
#include <zstd.h>

#include "lib/arena.h"
#include "lib/sha256.h"

enum { ZSTD_LEVEL = 3, CHUNK = 64 * 1024, OPEN_FOLDERS = 16, COLUMNS_MAX = 64 };

/* A table's rows, taken out before the clock runs. */
struct rows {
	char name[128];
	char *create;
	sqlite3_value **values; /* row by row */
	size_t count;
	int columns;
};

static ZSTD_CCtx *compressor;
static uint64_t bytes_read, bytes_packed;

static double cpu_seconds(void)
{
	struct rusage usage;

	if (getrusage(RUSAGE_SELF, &usage) != 0)
		return 0;
	return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
	       (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

/* Hashes and compresses one file; those over a chunk piece by piece. */
static int take_file(const char *path, const struct stat *st, int type, struct FTW *at)
{
	static char in[CHUNK], out[CHUNK * 2];
	struct sha256_stream hash;
	unsigned char sha[SHA256_SIZE];
	ssize_t got;
	int fd;

	(void)at;
	if (type != FTW_F)
		return 0;
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return 1;
	sha256_begin(&hash);
	(void)ZSTD_CCtx_reset(compressor, ZSTD_reset_session_only);
	(void)ZSTD_CCtx_setPledgedSrcSize(compressor, (unsigned long long)st->st_size);
	do {
		ZSTD_inBuffer source;
		ZSTD_outBuffer target = { out, sizeof(out), 0 };

		got = read(fd, in, sizeof(in));
		if (got > 0)
			sha256_add(&hash, (struct slice){ in, (size_t)got });
		source = (ZSTD_inBuffer){ in, got > 0 ? (size_t)got : 0, 0 };
		(void)ZSTD_compressStream2(compressor, &target, &source,
					   got > 0 ? ZSTD_e_continue : ZSTD_e_end);
		bytes_read += source.size;
		bytes_packed += target.pos;
	} while (got > 0);
	(void)close(fd);
	sha256_end(&hash, sha);
	return got < 0;
}

static void must(sqlite3 *db, int status, const char *what)
{
	if (status == SQLITE_OK || status == SQLITE_DONE || status == SQLITE_ROW)
		return;
	(void)fprintf(stderr, "ingest_reference: %s: %s\n", what, sqlite3_errmsg(db));
	exit(1);
}

static void take_rows(struct arena *arena, sqlite3 *db, struct rows *rows)
{
	struct slice sql = arena_printf(arena, "select * from \"%s\"", rows->name);
	size_t capacity = 0, count = 0;
	sqlite3_stmt *stmt;

	must(db, sqlite3_prepare_v2(db, sql.p, -1, &stmt, NULL), rows->name);
	rows->columns = sqlite3_column_count(stmt);
	for (; sqlite3_step(stmt) == SQLITE_ROW; rows->count++)
		for (int i = 0; i < rows->columns; i++)
			ARENA_PUSH(arena, rows->values, count, capacity,
				   sqlite3_value_dup(sqlite3_column_value(stmt, i)));
	must(db, sqlite3_finalize(stmt), rows->name);
}

/* All tables with rows, and statements that make the empty ones and the indices. */
static size_t take_tables(struct arena *arena, sqlite3 *db, sqlite3 *copy, struct rows **out)
{
	struct rows *tables = NULL;
	size_t count = 0, capacity = 0;
	sqlite3_stmt *stmt;

	must(db,
	     sqlite3_prepare_v2(db,
				"select type, name, sql from sqlite_schema where sql is not null "
				"and name not like 'sqlite%' and type in ('table', 'index') "
				"order by type desc",
				-1, &stmt, NULL),
	     "schema");
	while (sqlite3_step(stmt) == SQLITE_ROW) {
		const char *sql = (const char *)sqlite3_column_text(stmt, 2);
		struct rows rows = { 0 };

		must(copy, sqlite3_exec(copy, sql, NULL, NULL, NULL), sql);
		if (strcmp((const char *)sqlite3_column_text(stmt, 0), "table") != 0)
			continue;
		(void)snprintf(rows.name, sizeof(rows.name), "%s",
			       (const char *)sqlite3_column_text(stmt, 1));
		take_rows(arena, db, &rows);
		ARENA_PUSH(arena, tables, count, capacity, rows);
	}
	must(db, sqlite3_finalize(stmt), "schema");
	*out = tables;
	return count;
}

static void put_rows(struct arena *arena, sqlite3 *copy, const struct rows *rows)
{
	struct slice sql = arena_printf(arena, "insert into \"%s\" values (?", rows->name);
	sqlite3_stmt *stmt;

	for (int i = 1; i < rows->columns; i++)
		sql = arena_printf(arena, "%.*s, ?", SLICE_FMT(sql));
	sql = arena_printf(arena, "%.*s)", SLICE_FMT(sql));
	must(copy, sqlite3_prepare_v2(copy, sql.p, -1, &stmt, NULL), sql.p);
	for (size_t row = 0; row < rows->count; row++) {
		for (int i = 0; i < rows->columns; i++)
			must(copy,
			     sqlite3_bind_value(
				     stmt, i + 1,
				     rows->values[row * (size_t)rows->columns + (size_t)i]),
			     sql.p);
		must(copy, sqlite3_step(stmt), sql.p);
		(void)sqlite3_reset(stmt); /* its status was step's */
	}
	must(copy, sqlite3_finalize(stmt), sql.p);
}

int main(int argc, char **argv)
{
	struct arena arena;
	struct rows *tables;
	sqlite3 *db, *copy;
	double start, files;
	size_t count, total = 0;

	if (argc != 4)
		return 2;
	arena_init(&arena);
	compressor = ZSTD_createCCtx();
	must(NULL, sqlite3_open_v2(argv[2], &db, SQLITE_OPEN_READONLY, NULL), argv[2]);
	must(NULL, sqlite3_open(argv[3], &copy), argv[3]);
	must(copy, sqlite3_exec(copy, "pragma journal_mode=wal", NULL, NULL, NULL), "wal");
	count = take_tables(&arena, db, copy, &tables);

	start = cpu_seconds();
	(void)ZSTD_CCtx_setParameter(compressor, ZSTD_c_compressionLevel, ZSTD_LEVEL);
	if (nftw(argv[1], take_file, OPEN_FOLDERS, FTW_PHYS) != 0)
		return 1;
	files = cpu_seconds() - start;
	must(copy, sqlite3_exec(copy, "begin immediate", NULL, NULL, NULL), "begin");
	for (size_t i = 0; i < count; i++) {
		put_rows(&arena, copy, &tables[i]);
		total += tables[i].count;
	}
	must(copy, sqlite3_exec(copy, "commit", NULL, NULL, NULL), "commit");
	(void)printf("{ \"files_s\": %.6f, \"rows_s\": %.6f, \"rows\": %zu, \"bytes\": %llu }\n",
		     files, cpu_seconds() - start - files, total, (unsigned long long)bytes_read);
	arena_release(&arena);
	return 0;
}
