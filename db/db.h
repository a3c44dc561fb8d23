/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Statements and transactions over one connection. A dozen plain functions, no query builder;
 * sqlite.c is the only file that sees sqlite3.h. Queries are the files of db/query, by name; beside
 * SQLite's functions they have packed(of, value), which makes db/packed.h's bytes of rows in order.
 *
 * Layer: db, below store.h. One connection belongs to one thread.
 */
#ifndef DB_DB_H
#define DB_DB_H

#include "lib/arena.h"
#include "lib/embed.h"
#include "lib/error.h"
#include "lib/slice.h"

struct db;
struct stmt;

/* db/query/NAME.sql, by name. */
extern const struct embedded db_query[];
extern const size_t db_query_count;

enum db_mode { DB_READ, DB_WRITE };

/*
 * Opens a database that is ours or empty. A reader's must be there; a writer's is made.
 * ERR_NOT_FOUND: there is none (read). ERR_INPUT: a folder, no database, or another program's.
 * ERR_BUSY: locked by another for 10 s. ERR_IO: not readable, or read-only where it is to be
 * written.
 */
NODISCARD enum err db_open(const char *path, enum db_mode mode, struct db **out, struct error *err);
void db_close(struct db *db); /* NULL is fine */

/* As it was opened, for messages. */
const char *db_path(const struct db *db);

/* A write transaction is BEGIN IMMEDIATE; a read one sees one state until its end. */
NODISCARD enum err db_begin(struct db *db, enum db_mode mode, struct error *err);
NODISCARD enum err db_commit(struct db *db, struct error *err);
void db_rollback(struct db *db); /* also ends a read transaction */

/*
 * The statement of db/query/NAME.sql, prepared once a connection, ready for binding. Asking for
 * the same name again begins it anew. There must be a file of that name.
 */
NODISCARD enum err db_prepare(struct db *db, const char *name, struct stmt **out,
			      struct error *err);
/* Places are numbered from 1. A failure is told by db_step. */
void db_bind_int(struct stmt *stmt, int place, int64_t value);
void db_bind_double(struct stmt *stmt, int place, double value); /* NaN binds NULL */
void db_bind_text(struct stmt *stmt, int place, struct slice value);
void db_bind_blob(struct stmt *stmt, int place, struct slice value); /* borrowed until reset */
void db_bind_null(struct stmt *stmt, int place);
NODISCARD enum err db_step(struct stmt *stmt, bool *row, struct error *err);
/* Steps a statement that gives no row, and resets it. */
NODISCARD enum err db_run(struct stmt *stmt, struct error *err);
/* Ends it; bound values stay. */
void db_reset(struct stmt *stmt);

/* Columns are numbered from 0. Text is copied into the arena. */
int64_t db_int(struct stmt *stmt, int column);
double db_double(struct stmt *stmt, int column);                          /* NULL is NaN */
struct slice db_text(struct arena *arena, struct stmt *stmt, int column); /* or blob; NULL is "" */
struct slice db_bytes(struct stmt *stmt, int column); /* the same, borrowed until the next step */
bool db_is_null(struct stmt *stmt, int column);
int64_t db_last_id(struct db *db);

/* One script of SQL, for migrations. */
NODISCARD enum err db_script(struct db *db, const char *sql, struct error *err);
/* Number of its schema; 0 = an empty database. */
NODISCARD enum err db_version(struct db *db, int64_t *version, struct error *err);
/* Reads all of the file, and calls take for what is wrong with its structure and its references. */
NODISCARD enum err db_check(struct db *db, void (*take)(void *data, struct slice fault), void *data,
			    struct error *err);
/*
 * One state of the database as a new file, which has its name only when it is whole. ERR_CONFLICT:
 * there is a file already. Other connections go on meanwhile.
 */
NODISCARD enum err db_copy(struct db *db, const char *path, struct error *err);
/*
 * Writes the file anew without the pages that nothing uses; other connections read on, and writers
 * wait. Takes the room of the new file meanwhile.
 */
NODISCARD enum err db_vacuum(struct db *db, struct error *err);
/* How long to wait for another's lock before ERR_BUSY; 10 s unless told. */
void db_patience(struct db *db, int milliseconds);
/* Cuts statements that run longer than this with ERR_BUSY; 0 = never. */
void db_deadline(struct db *db, int milliseconds);

#endif
