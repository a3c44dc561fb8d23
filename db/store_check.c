/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "db/store_check.h"

#include <inttypes.h>
#include <string.h>

#include "db/store_private.h"
#include "lib/sha256.h"

struct checking {
	struct store *store;
	struct arena *arena;  /* of the faults */
	struct arena scratch; /* of one row */
	struct store_check *out;
	size_t capacity;
};

static void add_fault(struct checking *c, struct slice fault)
{
	if (c->out->fault_count < STORE_FAULTS_MAX)
		ARENA_PUSH(c->arena, c->out->faults, c->out->fault_count, c->capacity,
			   arena_slice(c->arena, fault));
}

/* Calls look for each row of a query without parameters. */
static enum err each_row(struct checking *c, const char *query,
			 void (*look)(struct checking *c, struct stmt *stmt), struct error *err)
{
	bool row = false;
	struct stmt *stmt;
	enum err e = db_prepare(c->store->db, query, &stmt, err);

	while (e == OK && (e = db_step(stmt, &row, err)) == OK && row) {
		look(c, stmt);
		arena_reset(&c->scratch);
	}
	if (stmt != NULL)
		db_reset(stmt);
	return e;
}

static void look_at_content(struct checking *c, struct stmt *stmt)
{
	struct slice hash = db_text(&c->scratch, stmt, 0), bytes;
	unsigned char found[SHA256_SIZE];
	char hex[SHA256_HEX_SIZE];
	struct error err;

	if (store_unpack(&c->scratch, db_text(&c->scratch, stmt, 2), (size_t)db_int(stmt, 1),
			 &bytes, &err) == OK) {
		sha256(bytes, found);
		if (hash.n == sizeof(found) && memcmp(hash.p, found, sizeof(found)) == 0)
			return;
	}
	sha256_hex((const unsigned char *)hash.p, hex);
	add_fault(c, arena_printf(&c->scratch, "raw file %s is damaged", hex));
}

static void look_at_aggregate(struct checking *c, struct stmt *stmt)
{
	add_fault(c, arena_printf(&c->scratch,
				  "run %.*s has %" PRId64 " samples of %.*s %.*s, but an aggregate "
				  "of %" PRId64,
				  SLICE_FMT(db_text(&c->scratch, stmt, 0)), db_int(stmt, 3),
				  SLICE_FMT(db_text(&c->scratch, stmt, 1)),
				  SLICE_FMT(db_text(&c->scratch, stmt, 2)), db_int(stmt, 4)));
}

static void look_at_orphan(struct checking *c, struct stmt *stmt)
{
	add_fault(c, arena_printf(&c->scratch,
				  "run %.*s has an aggregate of %.*s %.*s without samples",
				  SLICE_FMT(db_text(&c->scratch, stmt, 0)),
				  SLICE_FMT(db_text(&c->scratch, stmt, 1)),
				  SLICE_FMT(db_text(&c->scratch, stmt, 2))));
}

static void look_at_packed(struct checking *c, struct stmt *stmt)
{
	add_fault(c, arena_printf(&c->scratch,
				  "run %.*s has other samples of %.*s %.*s beside their aggregate",
				  SLICE_FMT(db_text(&c->scratch, stmt, 0)),
				  SLICE_FMT(db_text(&c->scratch, stmt, 1)),
				  SLICE_FMT(db_text(&c->scratch, stmt, 2))));
}

static void look_at_medians(struct checking *c, struct stmt *stmt)
{
	add_fault(c, arena_printf(&c->scratch, "run %.*s has other medians than its aggregates",
				  SLICE_FMT(db_text(&c->scratch, stmt, 0))));
}

static void look_at_frozen(struct checking *c, struct stmt *stmt)
{
	struct slice slug = db_text(&c->scratch, stmt, 0);
	unsigned char hash[SHA256_SIZE];
	char hex[SHA256_HEX_SIZE], id[SHA256_HEX_SIZE];

	sha256(db_text(&c->scratch, stmt, 2), hash);
	sha256_hex(hash, hex);
	id_from_hash(hash, slug.n > 0 && slug.n <= 52 ? slug.n : 1, id);
	if (!slice_is(db_text(&c->scratch, stmt, 1), hex) || !slice_is(slug, id))
		add_fault(c, arena_printf(&c->scratch,
					  "frozen comparison %.*s is not what its hash says",
					  SLICE_FMT(slug)));
}

static void look_at_counts(struct checking *c, struct stmt *stmt)
{
	c->out->runs = db_int(stmt, 0);
	c->out->samples = db_int(stmt, 1);
	c->out->files = db_int(stmt, 2);
	c->out->frozen = db_int(stmt, 3);
}

static const struct {
	const char *query;
	void (*look)(struct checking *c, struct stmt *stmt);
} looks[] = {
	{ "check_counts", look_at_counts },  { "check_contents", look_at_content },
	{ "check_orphans", look_at_orphan }, { "check_aggregates", look_at_aggregate },
	{ "check_packed", look_at_packed },  { "check_medians", look_at_medians },
	{ "check_frozen", look_at_frozen },
};

static void take_fault(void *data, struct slice fault)
{
	add_fault(data, fault);
}

enum err store_check(struct store *store, struct arena *arena, struct store_check *out,
		     struct error *err)
{
	struct checking c = { .store = store, .arena = arena, .out = out };
	enum err e;

	*out = (struct store_check){ 0 };
	arena_init(&c.scratch);
	e = db_check(store->db, take_fault, &c, err);
	for (size_t i = 0; e == OK && i < ARRAY_SIZE(looks); i++)
		e = each_row(&c, looks[i].query, looks[i].look, err);
	arena_release(&c.scratch);
	return e;
}

enum err store_backup(struct store *store, const char *path, struct error *err)
{
	return db_copy(store->db, path, err);
}
