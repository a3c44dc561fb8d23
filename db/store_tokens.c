/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "db/store_admin.h"

#include <string.h>
#include <time.h>

#include "db/store_private.h"
#include "lib/sha256.h"

enum { PREFIX_CHARS = 8, SECRET_CHARS = 52, PREFIX_BYTES = STORE_TOKEN_RANDOM - SHA256_SIZE };

static const char *const scopes[] = { [STORE_SUBMIT] = "submit", [STORE_MANAGE] = "manage" };
static const char *const starts[] = { [STORE_SUBMIT] = "mp_s_", [STORE_MANAGE] = "mp_m_" };

const char *store_scope_name(enum store_scope scope)
{
	return scopes[scope];
}

bool store_scope_parse(struct slice text, enum store_scope *out)
{
	for (size_t i = 0; i < ARRAY_SIZE(scopes); i++)
		if (slice_is(text, scopes[i])) {
			*out = (enum store_scope)i;
			return true;
		}
	return false;
}

/* ------------------------------------------------------------------ making */

static enum err check_name(struct slice name, struct error *err)
{
	bool good = name.n > 0 && name.n <= STORE_TOKEN_NAME_MAX;

	for (size_t i = 0; i < name.n && good; i++)
		good = store_slug_char(name.p[i]);
	if (good)
		return OK;
	return error_set(err, ERR_INPUT,
			 "a token's name is 1 to %d letters, digits and '._~-', not '%.*s'",
			 STORE_TOKEN_NAME_MAX, SLICE_FMT(slice_head(name, STORE_TOKEN_NAME_MAX)));
}

static enum err check_new(const struct store_token_new *token, int64_t now_s, struct error *err)
{
	if (token->machine.n > STORE_TOKEN_MACHINE_MAX)
		return error_set(err, ERR_LIMIT, "a machine's name has at most %d bytes",
				 STORE_TOKEN_MACHINE_MAX);
	if (!slice_is_utf8(token->machine))
		return error_set(err, ERR_INPUT, "a machine's name is UTF-8");
	if (token->expires_s != 0 && token->expires_s <= now_s)
		return error_set(err, ERR_INPUT, "a token cannot expire before it is made");
	return check_name(token->name, err);
}

/* Prefix and whole text from the random bytes. */
static struct slice compose(struct arena *arena, enum store_scope scope,
			    const unsigned char random[STORE_TOKEN_RANDOM], struct slice *prefix)
{
	unsigned char head[SHA256_SIZE] = { 0 };
	char secret[SECRET_CHARS + 1], shown[PREFIX_CHARS + 1];

	memcpy(head, random, PREFIX_BYTES);
	id_from_hash(head, PREFIX_CHARS, shown);
	id_from_hash(random + PREFIX_BYTES, SECRET_CHARS, secret);
	*prefix = arena_slice(arena, slice_str(shown));
	return arena_printf(arena, "%s%s_%s", starts[scope], shown, secret);
}

static void token_at(struct arena *arena, struct stmt *stmt, void *element)
{
	struct store_token *token = element;

	*token = (struct store_token){
		.rowid = db_int(stmt, 0),
		.prefix = db_text(arena, stmt, 1),
		.name = db_text(arena, stmt, 2),
		.machine = db_text(arena, stmt, 4),
		.created_s = db_int(stmt, 5),
		.expires_s = db_int(stmt, 6),
		.used_s = db_int(stmt, 7),
		.revoked_s = db_int(stmt, 8),
	};
	if (!store_scope_parse(db_text(arena, stmt, 3), &token->scope))
		token->scope = STORE_SUBMIT; /* the least; the schema admits no other */
}

static const struct store_shape token_shape = { sizeof(struct store_token), token_at };

/* Tokens of that name or prefix, those in force first. */
static enum err find_called(struct store *store, struct arena *arena, struct slice what,
			    struct store_token **out, size_t *count, struct error *err)
{
	struct stmt *stmt;
	enum err e = db_prepare(store->db, "token_called", &stmt, err);

	if (e != OK)
		return e;
	db_bind_text(stmt, 1, what);
	return store_list(arena, stmt, &token_shape, out, count, err);
}

static enum err check_free(struct store *store, struct arena *arena, struct slice name,
			   struct error *err)
{
	struct store_token *list = NULL;
	size_t count = 0;
	enum err e = find_called(store, arena, name, &list, &count, err);

	if (e == OK && count > 0 && list[0].revoked_s == 0)
		e = error_set(err, ERR_CONFLICT, "there is a token '%.*s' already; revoke it first",
			      SLICE_FMT(name));
	return e;
}

static enum err insert(struct store *store, const struct store_token_new *token,
		       struct slice prefix, struct slice secret, int64_t now_s, struct error *err)
{
	unsigned char hash[SHA256_SIZE];
	struct stmt *stmt;
	enum err e = db_prepare(store->db, "token_save", &stmt, err);

	if (e != OK)
		return e;
	sha256(secret, hash);
	db_bind_text(stmt, 1, prefix);
	db_bind_blob(stmt, 2, (struct slice){ (const char *)hash, sizeof(hash) });
	db_bind_text(stmt, 3, token->name);
	db_bind_text(stmt, 4, slice_str(scopes[token->scope]));
	db_bind_text(stmt, 5, token->machine);
	db_bind_int(stmt, 6, now_s);
	if (token->expires_s != 0)
		db_bind_int(stmt, 7, token->expires_s);
	return db_run(stmt, err);
}

static struct slice describe(struct arena *arena, struct slice name, struct slice prefix,
			     enum store_scope scope, struct slice machine)
{
	return arena_printf(arena, "%.*s (%.*s), scope %s%s%.*s", SLICE_FMT(name),
			    SLICE_FMT(prefix), scopes[scope], machine.n > 0 ? ", machine " : "",
			    SLICE_FMT(machine));
}

enum err store_token_add(struct store *store, struct arena *arena,
			 const struct store_token_new *token,
			 const unsigned char random[STORE_TOKEN_RANDOM],
			 const struct store_actor *actor, struct slice *secret_out,
			 struct error *err)
{
	int64_t now_s = (int64_t)time(NULL);
	struct slice prefix, secret = compose(arena, token->scope, random, &prefix);
	enum err e = check_new(token, now_s, err);

	if (e == OK)
		e = db_begin(store->db, DB_WRITE, err);
	if (e != OK)
		return e;
	e = check_free(store, arena, token->name, err);
	if (e == OK)
		e = insert(store, token, prefix, secret, now_s, err);
	if (e == OK)
		e = store_audit_add(
			store->db, actor, "token-add", 0,
			describe(arena, token->name, prefix, token->scope, token->machine), err);
	e = store_settle(store, e, err);
	if (e == OK)
		*secret_out = secret;
	return e;
}

/* ------------------------------------------------------------------ checking */

/* Cuts the prefix out of a text that looks like a token. */
static bool prefix_of(struct slice bearer, struct slice *prefix)
{
	struct slice rest = bearer;

	if (!slice_take(&rest, starts[STORE_SUBMIT]) && !slice_take(&rest, starts[STORE_MANAGE]))
		return false;
	*prefix = slice_head(rest, PREFIX_CHARS);
	return rest.n == PREFIX_CHARS + 1 + SECRET_CHARS && rest.p[PREFIX_CHARS] == '_' &&
	       slice_is_utf8(bearer);
}

/* Finds the token of the prefix; *same tells whether it is the one of that hash. */
static enum err find_hash(struct store *store, struct arena *arena, struct slice prefix,
			  const unsigned char hash[SHA256_SIZE], struct store_token *out,
			  bool *same, struct error *err)
{
	bool row = false;
	struct stmt *stmt;
	enum err e = db_prepare(store->db, "token_find", &stmt, err);

	*same = false;
	if (e != OK)
		return e;
	db_bind_text(stmt, 1, prefix);
	e = db_step(stmt, &row, err);
	if (e == OK && row) {
		token_at(arena, stmt, out);
		*same = sha256_eq((const unsigned char *)db_text(arena, stmt, 9).p, hash);
	}
	db_reset(stmt);
	return e;
}

enum err store_token_check(struct store *store, struct arena *arena, struct slice bearer,
			   int64_t now_s, struct store_token *out, struct error *err)
{
	unsigned char hash[SHA256_SIZE];
	struct store_token token = { 0 };
	struct slice prefix;
	bool same;
	enum err e;

	if (!prefix_of(bearer, &prefix))
		return error_set(err, ERR_DENIED, "a token looks like mp_s_... or mp_m_...");
	sha256(bearer, hash);
	e = find_hash(store, arena, prefix, hash, &token, &same, err);
	if (e != OK)
		return e;
	if (!same)
		return error_set(err, ERR_DENIED, "the token is unknown here");
	if (token.revoked_s != 0)
		return error_set(err, ERR_DENIED, "token '%.*s' is revoked", SLICE_FMT(token.name));
	if (token.expires_s != 0 && token.expires_s <= now_s)
		return error_set(err, ERR_DENIED, "token '%.*s' has expired",
				 SLICE_FMT(token.name));
	*out = token;
	return OK;
}

enum err store_token_may(const struct store_token *token, enum store_scope needed,
			 struct error *err)
{
	if (token->scope >= needed)
		return OK;
	return error_set(err, ERR_DENIED, "token '%.*s' has scope %s; this needs %s",
			 SLICE_FMT(token->name), scopes[token->scope], scopes[needed]);
}

struct store_actor store_token_actor(const struct store_token *token, struct slice address)
{
	return (struct store_actor){ token->name, token->rowid, address, token->machine };
}

enum err store_actor_check(struct db *db, const struct store_actor *actor, int64_t machine,
			   struct error *err)
{
	bool row = false;
	struct stmt *stmt;
	enum err e;

	if (actor->machine.n == 0)
		return OK;
	e = db_prepare(db, "machine_is", &stmt, err);
	if (e != OK)
		return e;
	db_bind_int(stmt, 1, machine);
	db_bind_text(stmt, 2, actor->machine);
	e = db_step(stmt, &row, err);
	db_reset(stmt);
	if (e == OK && !row)
		e = error_set(err, ERR_DENIED, "token '%.*s' is for runs of machine '%.*s' only",
			      SLICE_FMT(actor->name), SLICE_FMT(actor->machine));
	return e;
}

/* ------------------------------------------------------------------ keeping */

/* Runs a query about a token at a time. */
static enum err mark(struct store *store, const char *query, int64_t rowid, int64_t at_s,
		     struct error *err)
{
	struct stmt *stmt;
	enum err e = db_prepare(store->db, query, &stmt, err);

	if (e != OK)
		return e;
	db_bind_int(stmt, 1, rowid);
	db_bind_int(stmt, 2, at_s);
	return db_run(stmt, err);
}

enum err store_token_used(struct store *store, int64_t rowid, int64_t now_s, struct error *err)
{
	enum err e = db_begin(store->db, DB_WRITE, err);

	if (e != OK)
		return e;
	e = mark(store, "token_used", rowid, now_s, err);
	return store_settle(store, e, err);
}

enum err store_tokens(struct store *store, struct arena *arena, struct store_token **out,
		      size_t *count, struct error *err)
{
	struct stmt *stmt;
	enum err e = db_prepare(store->db, "token_list", &stmt, err);

	return e == OK ? store_list(arena, stmt, &token_shape, out, count, err) : e;
}

/* The one that is meant: tokens in force come first. */
static enum err find_one(struct store *store, struct arena *arena, struct slice what,
			 struct store_token *out, struct error *err)
{
	struct slice shown = slice_head(what, STORE_TOKEN_NAME_MAX);
	struct store_token *list = NULL;
	size_t count = 0;
	enum err e = find_called(store, arena, what, &list, &count, err);

	if (e != OK)
		return e;
	if (count == 0)
		return error_set(err, ERR_NOT_FOUND, "no token '%.*s'", SLICE_FMT(shown));
	if (list[0].revoked_s != 0)
		return error_set(err, ERR_CONFLICT, "token '%.*s' is revoked already",
				 SLICE_FMT(shown));
	if (count > 1 && list[1].revoked_s == 0)
		return error_set(err, ERR_CONFLICT,
				 "'%.*s' is the name of one token and the prefix of another",
				 SLICE_FMT(shown));
	*out = list[0];
	return OK;
}

static enum err revoke(struct store *store, struct arena *arena, struct slice what,
		       const struct store_actor *actor, struct store_token *out, struct error *err)
{
	enum err e = find_one(store, arena, what, out, err);

	if (e != OK)
		return e;
	out->revoked_s = (int64_t)time(NULL);
	e = mark(store, "token_revoke", out->rowid, out->revoked_s, err);
	if (e == OK)
		e = store_audit_add(
			store->db, actor, "token-revoke", 0,
			describe(arena, out->name, out->prefix, out->scope, out->machine), err);
	return e;
}

enum err store_token_revoke(struct store *store, struct arena *arena, struct slice what,
			    const struct store_actor *actor, struct store_token *out,
			    struct error *err)
{
	enum err e = db_begin(store->db, DB_WRITE, err);

	if (e != OK)
		return e;
	e = revoke(store, arena, what, actor, out, err);
	return store_settle(store, e, err);
}
