/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "db/migrate.h"

static enum err check_newer(struct db *db, int64_t *version, struct error *err)
{
	enum err e = db_version(db, version, err);

	if (e == OK && *version > (int64_t)db_migration_count)
		e = error_set(err, ERR_INPUT,
			      "database '%s' is newer (schema %lld) than this program (schema %zu)",
			      db_path(db), (long long)*version, db_migration_count);
	return e;
}

/* From where the database stands: another program may have brought it up meanwhile. */
static enum err step_up(struct db *db, struct error *err)
{
	int64_t version = 0;
	enum err e = check_newer(db, &version, err);

	while (e == OK && version < (int64_t)db_migration_count) {
		e = db_script(db, db_migration[version].start, err);
		if (e == OK)
			e = db_version(db, &version, err);
	}
	return e;
}

/* All steps or none, so that a program which is stopped leaves what its like can open. */
enum err migrate(struct db *db, struct error *err)
{
	int64_t version = 0;
	enum err e = check_newer(db, &version, err);

	if (e != OK || version == (int64_t)db_migration_count)
		return e;
	e = db_begin(db, DB_WRITE, err);
	if (e != OK)
		return e;
	e = step_up(db, err);
	if (e == OK)
		e = db_commit(db, err);
	if (e != OK)
		db_rollback(db);
	return e;
}

enum err migrate_check(struct db *db, struct error *err)
{
	int64_t version = 0;
	enum err e = check_newer(db, &version, err);

	if (e == OK && version == 0)
		return error_set(err, ERR_INPUT, "database '%s' is empty", db_path(db));
	if (e == OK && version < (int64_t)db_migration_count)
		return error_set(err, ERR_INPUT,
				 "database '%s' is older (schema %lld) than this program (schema "
				 "%zu); opening it for writing brings it up",
				 db_path(db), (long long)version, db_migration_count);
	return e;
}
