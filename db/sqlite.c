/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "db/db.h"

#include <unistd.h>
#include <string.h>
#include <stdio.h>
#include <limits.h>
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <pthread.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

#include "db/packed.h"
#include "lib/buf.h"
#include "lib/memory.h"

enum {
	APPLICATION_ID = 0x6d636770, /* "mcgp", as the first migration sets it */
	BUSY_TIMEOUT_MS = 10 * 1000,
	RETRY_MS = 10,
	SQL_BYTES_MAX = 1024 * 1024,
	DEADLINE_STEPS = 1000, /* of SQLite's machine, between looks at the clock */
};

struct stmt {
	struct db *db;
	sqlite3_stmt *handle;
	int failed; /* first failure of binding since it was made ready */
};

struct db {
	sqlite3 *handle;
	char *path;
	int deadline_ms;
	int64_t stop_ns;    /* when the running statement is cut */
	struct stmt *stmts; /* one a query; handle NULL = not prepared yet */
};

static int64_t clock_ns(void)
{
	struct timespec now;

	(void)clock_gettime(CLOCK_MONOTONIC, &now); /* cannot fail for this clock */
	return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static enum err fail_read_only(const struct db *db, struct error *err)
{
	return error_set(err, ERR_IO, "database '%s' or its folder is read-only", db->path);
}

static enum err fail(struct db *db, int rc, struct error *err)
{
	switch (rc & 0xff) {
	case SQLITE_BUSY:
	case SQLITE_LOCKED:
		return error_set(err, ERR_BUSY, "database '%s' is locked by another program",
				 db->path);
	case SQLITE_INTERRUPT:
		return error_set(err, ERR_BUSY, "a query of database '%s' took over %d ms",
				 db->path, db->deadline_ms);
	case SQLITE_NOTADB:
		return error_set(err, ERR_INPUT, "'%s' is not a database", db->path);
	case SQLITE_READONLY:
		return fail_read_only(db, err);
	case SQLITE_CANTOPEN:
		if (access(db->path, W_OK) != 0 && errno == EROFS)
			return fail_read_only(db, err);
		return error_set(err, ERR_IO,
				 "cannot open database '%s' (no folder, or no permission)",
				 db->path);
	case SQLITE_CORRUPT:
		return error_set(err, ERR_IO, "database '%s' is damaged: %s", db->path,
				 sqlite3_errmsg(db->handle));
	case SQLITE_FULL:
		return error_set(err, ERR_FULL, "no space left for database '%s'", db->path);
	case SQLITE_IOERR:
	case SQLITE_PERM:
		return error_set(err, ERR_IO, "database '%s': %s", db->path,
				 sqlite3_errmsg(db->handle));
	case SQLITE_TOOBIG:
		return error_set(err, ERR_LIMIT, "a value is too large for database '%s'",
				 db->path);
	case SQLITE_NOMEM:
		memory_none();
	default:
		return error_set(err, ERR_BUG, "database '%s': %s", db->path,
				 sqlite3_errmsg(db->handle));
	}
}

static void start_clock(struct db *db)
{
	if (db->deadline_ms > 0)
		db->stop_ns = clock_ns() + (int64_t)db->deadline_ms * 1000000;
}

static int deadline_passed(void *data)
{
	struct db *db = data;

	return clock_ns() > db->stop_ns;
}

void db_deadline(struct db *db, int milliseconds)
{
	db->deadline_ms = milliseconds;
	if (milliseconds > 0)
		sqlite3_progress_handler(db->handle, DEADLINE_STEPS, deadline_passed, db);
	else
		sqlite3_progress_handler(db->handle, 0, NULL, NULL);
}

void db_patience(struct db *db, int milliseconds)
{
	sqlite3_busy_timeout(db->handle, milliseconds);
}

static enum err check_path(const char *path, enum db_mode mode, struct error *err)
{
	struct stat st;

	if (path[0] == '\0')
		return error_set(err, ERR_INPUT, "the database has no name");
	if (stat(path, &st) != 0) {
		if (mode == DB_WRITE && errno == ENOENT)
			return OK;
		return error_set(err, errno == ENOENT ? ERR_NOT_FOUND : ERR_IO,
				 "no database '%s': %s", path, strerror(errno));
	}
	if (S_ISDIR(st.st_mode))
		return error_set(err, ERR_INPUT, "'%s' is a folder, not a database", path);
	return OK;
}

static enum err pragma(struct db *db, const char *sql, int64_t *value, struct error *err)
{
	sqlite3_stmt *handle;
	int rc = sqlite3_prepare_v2(db->handle, sql, -1, &handle, NULL);

	if (rc == SQLITE_OK)
		rc = sqlite3_step(handle);
	if (rc == SQLITE_ROW && value != NULL)
		*value = sqlite3_column_int64(handle, 0);
	sqlite3_finalize(handle);
	return rc == SQLITE_ROW || rc == SQLITE_DONE ? OK : fail(db, rc, err);
}

static void pack_step(sqlite3_context *context, int count, sqlite3_value **values)
{
	struct packing **packing =
		memory_must(sqlite3_aggregate_context(context, sizeof(*packing)));

	(void)count;
	if (*packing == NULL)
		*packing = memory_must(calloc(1, sizeof(**packing)));
	packing_add(*packing, sqlite3_value_int64(values[0]), sqlite3_value_double(values[1]));
}

/* Of no rows NULL. Also called where the statement was cut. */
static void pack_final(sqlite3_context *context)
{
	struct packing **packing = sqlite3_aggregate_context(context, 0);
	struct slice bytes;

	if (packing == NULL || *packing == NULL)
		return;
	bytes = packing_end(*packing);
	sqlite3_result_blob64(context, bytes.p, bytes.n, SQLITE_TRANSIENT);
	packing_release(*packing);
	free(*packing);
}

/* The aggregate function packed(of, value), for rows in order. */
static int add_functions(sqlite3 *handle)
{
	return sqlite3_create_function_v2(handle, "packed", 2,
					  SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY,
					  NULL, NULL, pack_step, pack_final, NULL);
}

/* Settings that do not touch the file. */
static enum err set_up(struct db *db, enum db_mode mode, struct error *err)
{
	static const struct {
		int option, value;
	} options[] = {
		{ SQLITE_DBCONFIG_DEFENSIVE, 1 },   { SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0 },
		{ SQLITE_DBCONFIG_DQS_DML, 0 },     { SQLITE_DBCONFIG_DQS_DDL, 0 },
		{ SQLITE_DBCONFIG_ENABLE_FKEY, 1 },
	};
	enum err e;

	for (size_t i = 0; i < ARRAY_SIZE(options); i++)
		if (sqlite3_db_config(db->handle, options[i].option, options[i].value, NULL) !=
		    SQLITE_OK)
			return fail(db, SQLITE_ERROR, err);
	if (add_functions(db->handle) != SQLITE_OK)
		return fail(db, SQLITE_ERROR, err);
	sqlite3_extended_result_codes(db->handle, 1);
	db_patience(db, BUSY_TIMEOUT_MS);
	sqlite3_limit(db->handle, SQLITE_LIMIT_ATTACHED, 0);
	sqlite3_limit(db->handle, SQLITE_LIMIT_SQL_LENGTH, SQL_BYTES_MAX);
	e = pragma(db, "pragma mmap_size = 0", NULL, err);
	if (e == OK)
		e = pragma(db,
			   mode == DB_READ ? "pragma query_only = on" : "pragma synchronous = full",
			   NULL, err);
	return e;
}

/* For this SQLite does not wait where others make the same new database. */
static enum err write_ahead(struct db *db, struct error *err)
{
	int64_t stop_ns = clock_ns() + (int64_t)BUSY_TIMEOUT_MS * 1000000;
	enum err e;

	while ((e = pragma(db, "pragma journal_mode = wal", NULL, err)) == ERR_BUSY &&
	       clock_ns() < stop_ns)
		(void)sqlite3_sleep(RETRY_MS);
	return e;
}

/*
 * Nothing may be changed before it is known whose database it is. The tables are counted first:
 * between the two looks another of our programs may make the database, which names its owner too.
 */
static enum err check_owner(struct db *db, enum db_mode mode, struct error *err)
{
	int64_t application = 0, tables = 0;
	enum err e = pragma(db, "select count(*) from sqlite_schema", &tables, err);

	if (e == OK)
		e = pragma(db, "pragma application_id", &application, err);
	if (e != OK)
		return e;
	if (application != APPLICATION_ID && (application != 0 || tables != 0))
		return error_set(err, ERR_INPUT, "'%s' is the database of another program",
				 db->path);
	if (mode == DB_READ)
		return OK;
	if (sqlite3_db_readonly(db->handle, "main") == 1)
		return fail(db, SQLITE_READONLY, err);
	return write_ahead(db, err);
}

/* Nobody asks SQLite how much memory it has, and counting costs a lock for each allocation. */
static void count_no_memory(void)
{
	(void)sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); /* it counts where it was begun before */
}

/* Whether nobody can write the file, and all of it is in the file. */
static bool is_still(const char *path)
{
	char wal[PATH_MAX];
	int n = snprintf(wal, sizeof(wal), "%s-wal", path);
	struct statvfs disk;
	struct stat st;

	return n > 0 && (size_t)n < sizeof(wal) && statvfs(path, &disk) == 0 &&
	       (disk.f_flag & ST_RDONLY) != 0 && (stat(wal, &st) != 0 || st.st_size == 0);
}

/* SQLite makes files beside a database that it reads, unless it is told that nobody writes it. */
static int open_handle(const char *path, enum db_mode mode, sqlite3 **handle)
{
	int flags = SQLITE_OPEN_NOMUTEX;
	struct buf still;
	int rc;

	if (mode == DB_WRITE)
		return sqlite3_open_v2(path, handle,
				       flags | SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL);
	flags |= SQLITE_OPEN_READONLY;
	if (!is_still(path))
		return sqlite3_open_v2(path, handle, flags, NULL);
	buf_init(&still);
	buf_adds(&still, "file:");
	buf_add_url(&still, slice_str(path));
	buf_adds(&still, "?immutable=1");
	rc = sqlite3_open_v2(still.data, handle, flags | SQLITE_OPEN_URI, NULL);
	buf_release(&still);
	return rc;
}

enum err db_open(const char *path, enum db_mode mode, struct db **out, struct error *err)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	struct db *db;
	int rc;
	enum err e = check_path(path, mode, err);

	if (e != OK)
		return e;
	(void)pthread_once(&once, count_no_memory); /* fails for no valid argument */
	db = memory_must(calloc(1, sizeof(*db)));
	db->path = memory_must(strdup(path));
	db->stmts = memory_must(calloc(db_query_count, sizeof(*db->stmts)));
	rc = open_handle(path, mode, &db->handle);
	e = rc == SQLITE_OK ? set_up(db, mode, err) : fail(db, rc, err);
	if (e == OK)
		e = check_owner(db, mode, err);
	if (e != OK) {
		db_close(db);
		return e;
	}
	*out = db;
	return OK;
}

void db_close(struct db *db)
{
	if (db == NULL)
		return;
	for (size_t i = 0; i < db_query_count; i++)
		sqlite3_finalize(db->stmts[i].handle);
	sqlite3_close(db->handle);
	free(db->stmts);
	free(db->path);
	free(db);
}

const char *db_path(const struct db *db)
{
	return db->path;
}

static enum err run_named(struct db *db, const char *name, struct error *err)
{
	struct stmt *stmt;
	enum err e = db_prepare(db, name, &stmt, err);

	return e == OK ? db_run(stmt, err) : e;
}

enum err db_begin(struct db *db, enum db_mode mode, struct error *err)
{
	return run_named(db, mode == DB_READ ? "begin_read" : "begin_write", err);
}

enum err db_commit(struct db *db, struct error *err)
{
	return run_named(db, "commit", err);
}

void db_rollback(struct db *db)
{
	/* Fails only where SQLite has rolled back by itself. */
	if (!sqlite3_get_autocommit(db->handle))
		(void)!run_named(db, "rollback", NULL);
}

static int query_order(const void *key, const void *element)
{
	return strcmp(key, ((const struct embedded *)element)->name);
}

enum err db_prepare(struct db *db, const char *name, struct stmt **out, struct error *err)
{
	const struct embedded *query =
		bsearch(name, db_query, db_query_count, sizeof(*query), query_order);
	struct stmt *stmt;
	int rc = SQLITE_OK;

	assert(query != NULL);
	*out = stmt = &db->stmts[query - db_query];
	stmt->db = db;
	if (stmt->handle == NULL)
		rc = sqlite3_prepare_v3(db->handle, query->start, -1, SQLITE_PREPARE_PERSISTENT,
					&stmt->handle, NULL);
	if (rc != SQLITE_OK) {
		(void)fail(db, rc, err);
		return error_prefix(err, "query %s", name);
	}
	db_reset(stmt);
	sqlite3_clear_bindings(stmt->handle);
	stmt->failed = SQLITE_OK;
	return OK;
}

static void bound(struct stmt *stmt, int rc)
{
	if (stmt->failed == SQLITE_OK)
		stmt->failed = rc;
}

void db_bind_int(struct stmt *stmt, int place, int64_t value)
{
	bound(stmt, sqlite3_bind_int64(stmt->handle, place, value));
}

void db_bind_double(struct stmt *stmt, int place, double value)
{
	bound(stmt, sqlite3_bind_double(stmt->handle, place, value));
}

void db_bind_text(struct stmt *stmt, int place, struct slice value)
{
	bound(stmt, sqlite3_bind_text64(stmt->handle, place, value.n > 0 ? value.p : "", value.n,
					SQLITE_TRANSIENT, SQLITE_UTF8));
}

void db_bind_blob(struct stmt *stmt, int place, struct slice value)
{
	bound(stmt, sqlite3_bind_blob64(stmt->handle, place, value.n > 0 ? value.p : "", value.n,
					SQLITE_STATIC));
}

void db_bind_null(struct stmt *stmt, int place)
{
	bound(stmt, sqlite3_bind_null(stmt->handle, place));
}

enum err db_step(struct stmt *stmt, bool *row, struct error *err)
{
	struct db *db = stmt->db;
	int rc = stmt->failed;

	if (rc != SQLITE_OK)
		return fail(db, rc, err);
	if (!sqlite3_stmt_busy(stmt->handle))
		start_clock(db);
	rc = sqlite3_step(stmt->handle);
	if (rc != SQLITE_ROW && rc != SQLITE_DONE)
		return fail(db, rc, err);
	*row = rc == SQLITE_ROW;
	return OK;
}

enum err db_run(struct stmt *stmt, struct error *err)
{
	bool row;
	enum err e = db_step(stmt, &row, err);

	db_reset(stmt);
	return e;
}

void db_reset(struct stmt *stmt)
{
	(void)sqlite3_reset(stmt->handle); /* tells once more what db_step told */
}

int64_t db_int(struct stmt *stmt, int column)
{
	return sqlite3_column_int64(stmt->handle, column);
}

double db_double(struct stmt *stmt, int column)
{
	return db_is_null(stmt, column) ? NAN : sqlite3_column_double(stmt->handle, column);
}

/* A blob's bytes, or a text's: without conversion, as the encoding is UTF-8. */
struct slice db_bytes(struct stmt *stmt, int column)
{
	const char *p = sqlite3_column_blob(stmt->handle, column);

	return (struct slice){ p, (size_t)sqlite3_column_bytes(stmt->handle, column) };
}

struct slice db_text(struct arena *arena, struct stmt *stmt, int column)
{
	return arena_slice(arena, db_bytes(stmt, column));
}

bool db_is_null(struct stmt *stmt, int column)
{
	return sqlite3_column_type(stmt->handle, column) == SQLITE_NULL;
}

int64_t db_last_id(struct db *db)
{
	return sqlite3_last_insert_rowid(db->handle);
}

enum err db_script(struct db *db, const char *sql, struct error *err)
{
	int rc;

	start_clock(db);
	rc = sqlite3_exec(db->handle, sql, NULL, NULL, NULL);
	return rc == SQLITE_OK ? OK : fail(db, rc, err);
}

enum err db_version(struct db *db, int64_t *version, struct error *err)
{
	return pragma(db, "pragma user_version", version, err);
}

/* Rows of a pragma as a line each: its first column, or with references what refers to nothing. */
static enum err check_rows(struct db *db, const char *sql, bool references,
			   void (*take)(void *data, struct slice fault), void *data,
			   struct error *err)
{
	sqlite3_stmt *handle;
	int rc = sqlite3_prepare_v2(db->handle, sql, -1, &handle, NULL);

	while (rc == SQLITE_OK || rc == SQLITE_ROW) {
		const char *text;
		char line[256];

		rc = sqlite3_step(handle);
		if (rc != SQLITE_ROW)
			break;
		text = (const char *)sqlite3_column_text(handle, 0);
		if (text == NULL || strcmp(text, "ok") == 0)
			continue;
		if (strstr(text, "error code=7") != NULL) /* SQLITE_NOMEM is told as damage */
			memory_none();
		if (references)
			(void)snprintf(line, sizeof(line), "%s: row %lld refers to no row of %s",
				       text, (long long)sqlite3_column_int64(handle, 1),
				       (const char *)sqlite3_column_text(handle, 2));
		take(data, slice_str(references ? line : text));
	}
	sqlite3_finalize(handle);
	return rc == SQLITE_DONE ? OK : fail(db, rc, err);
}

enum err db_check(struct db *db, void (*take)(void *data, struct slice fault), void *data,
		  struct error *err)
{
	enum err e = check_rows(db, "pragma integrity_check", false, take, data, err);

	return e == OK ? check_rows(db, "pragma foreign_key_check", true, take, data, err) : e;
}

enum err db_vacuum(struct db *db, struct error *err)
{
	enum err e;

	sqlite3_limit(db->handle, SQLITE_LIMIT_ATTACHED, 1); /* the new file, while it is written */
	e = db_script(db, "vacuum", err);
	sqlite3_limit(db->handle, SQLITE_LIMIT_ATTACHED, 0);
	return e;
}

static enum err copy_failed(int rc, sqlite3 *copy, struct error *err)
{
	enum err e = rc == SQLITE_BUSY ? ERR_BUSY : rc == SQLITE_FULL ? ERR_FULL : ERR_IO;

	return error_set(err, e, "%s", sqlite3_errmsg(copy));
}

/*
 * One step, so that what writers do meanwhile is not begun anew for. It needs no journal, which
 * could be left behind, as nobody reads the file before it is whole.
 */
static enum err copy_to(struct db *db, const char *part, struct error *err)
{
	sqlite3 *copy = NULL;
	sqlite3_backup *backup = NULL;
	int rc = sqlite3_open_v2(part, &copy, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL);
	enum err e = OK;

	if (rc == SQLITE_OK)
		rc = sqlite3_exec(copy, "pragma journal_mode = off", NULL, NULL, NULL);
	if (rc == SQLITE_OK)
		backup = sqlite3_backup_init(copy, "main", db->handle, "main");
	if (backup != NULL) {
		(void)sqlite3_backup_step(backup, -1); /* finish tells how it went */
		rc = sqlite3_backup_finish(backup);
	} else if (rc == SQLITE_OK) {
		rc = sqlite3_errcode(copy);
	}
	if (rc != SQLITE_OK)
		e = copy_failed(rc, copy, err);
	(void)sqlite3_close(copy);
	return e;
}

/* The name is given by link(), which leaves a file that came there meanwhile alone. */
enum err db_copy(struct db *db, const char *path, struct error *err)
{
	char part[PATH_MAX];
	int n = snprintf(part, sizeof(part), "%s.part.%ld", path, (long)getpid());
	enum err e;
	int file;

	if (n < 0 || (size_t)n >= sizeof(part))
		return error_set(err, ERR_LIMIT, "the name is longer than %d bytes", PATH_MAX);
	if (access(path, F_OK) == 0)
		return error_set(err, ERR_CONFLICT, "there is a file already");
	file = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
	if (file < 0) /* SQLite would not tell why */
		return error_set(err, ERR_IO, "%s", strerror(errno));
	(void)close(file); /* nothing was written yet */
	e = copy_to(db, part, err);
	if (e == OK && link(part, path) != 0)
		e = error_set(err, errno == EEXIST ? ERR_CONFLICT : ERR_IO, "%s", strerror(errno));
	(void)unlink(part);
	return e;
}
