/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The schema: numbered files of db/migrations, forward only.
 * Layer: db, above db.h.
 */
#ifndef DB_MIGRATE_H
#define DB_MIGRATE_H

#include "db/db.h"

extern const struct embedded db_migration[]; /* number i + 1 brings the schema to version i + 1 */
extern const size_t db_migration_count;

/* Brings the database to this program's schema, all steps or none. ERR_INPUT: it is newer. */
NODISCARD enum err migrate(struct db *db, struct error *err);

/* For readers: ERR_INPUT when the schema is not this program's. */
NODISCARD enum err migrate_check(struct db *db, struct error *err);

#endif
