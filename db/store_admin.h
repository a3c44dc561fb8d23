/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What is done to a store beside saving results: tokens, corrections, withdrawal, and the log of
 * all of it. Each change and its line in the log are one transaction.
 * Layer: db, above store.h; the same rules.
 */
#ifndef DB_STORE_ADMIN_H
#define DB_STORE_ADMIN_H

#include "db/store.h"

/* ------------------------------------------------------------------ tokens */

/*
 * A token is mp_s_PREFIX_SECRET (scope submit) or mp_m_PREFIX_SECRET (manage): 8 and 52 Crockford
 * base32 characters. The store keeps the prefix and the SHA-256 of the whole.
 */
enum store_scope { STORE_SUBMIT, STORE_MANAGE }; /* a later one includes those before */

enum {
	STORE_TOKEN_RANDOM = 37, /* bytes of a cryptographic source that make one */
	STORE_TOKEN_NAME_MAX = 64,
	STORE_TOKEN_MACHINE_MAX = 200,
};

struct store_token_new {
	struct slice name; /* letters, digits and "._~-": unlike any "cli:USER" in the log */
	enum store_scope scope;
	struct slice machine; /* the only one whose runs it may store or change; "" = any */
	int64_t expires_s;    /* epoch; 0 = never */
};

struct store_token {
	int64_t rowid;
	struct slice prefix, name;
	enum store_scope scope;
	struct slice machine;
	int64_t created_s, expires_s, used_s, revoked_s; /* epoch; 0 = never */
};

/* "submit", "manage"; false when the text is neither. */
const char *store_scope_name(enum store_scope scope);
NODISCARD bool store_scope_parse(struct slice text, enum store_scope *out);

/*
 * Makes a token. *secret_out is its whole text, which cannot be had again. ERR_INPUT: a name that
 * is none, or an end that is past. ERR_CONFLICT: a token in force has the name.
 */
NODISCARD enum err store_token_add(struct store *store, struct arena *arena,
				   const struct store_token_new *token,
				   const unsigned char random[STORE_TOKEN_RANDOM],
				   const struct store_actor *actor, struct slice *secret_out,
				   struct error *err);

/*
 * The token of a text as a request bears it, without "Bearer ". ERR_DENIED says why it is none:
 * no token at all, unknown, revoked, expired. The text is in no error.
 */
NODISCARD enum err store_token_check(struct store *store, struct arena *arena, struct slice bearer,
				     int64_t now_s, struct store_token *out, struct error *err);
/* ERR_DENIED when its scope is less than what is needed. */
NODISCARD enum err store_token_may(const struct store_token *token, enum store_scope needed,
				   struct error *err);
/* Whom the store's changes are told of; borrows from the token. */
struct store_actor store_token_actor(const struct store_token *token, struct slice address);

/* Remembers its last use; for callers that put many uses together. */
NODISCARD enum err store_token_used(struct store *store, int64_t rowid, int64_t now_s,
				    struct error *err);

/* By name; revoked ones too. */
NODISCARD enum err store_tokens(struct store *store, struct arena *arena, struct store_token **out,
				size_t *count, struct error *err);

/*
 * Ends the token of that prefix or name. ERR_NOT_FOUND: there is none. ERR_CONFLICT: it is revoked
 * already, or two answer to it.
 */
NODISCARD enum err store_token_revoke(struct store *store, struct arena *arena, struct slice what,
				      const struct store_actor *actor, struct store_token *out,
				      struct error *err);

/* ------------------------------------------------------------------ changes */

enum { STORE_TEXT_MAX = 256, STORE_NOTE_MAX = 4096, STORE_PATCH_CONFIG_MAX = 64 };

/* What to change of a run; NULL = as it is. Its id and its numbers stay. */
struct store_patch {
	const struct slice *name;    /* up to STORE_TEXT_MAX bytes, as the next two */
	const struct slice *kernel;  /* by any name; made when there is none; "" = unknown */
	const struct slice *machine; /* by slug or name; made when there is none */
	const struct slice *note;    /* for people, up to STORE_NOTE_MAX bytes; "" = none */
	const struct label *config;  /* as config_correct reads them */
	size_t config_count;
};

/*
 * Corrects a run; *out is the run as it is then. Nothing to change is fine and leaves no trace.
 * A machine that no one named gets the name, when nothing else is called so; else the run moves
 * to the machine of that name, which is made with the hardware of the run's if need be.
 * ERR_NOT_FOUND: no such run, or it is withdrawn. ERR_CONFLICT: a name that several answer to.
 * ERR_INPUT, ERR_LIMIT: a text that cannot be.
 */
NODISCARD enum err store_run_patch(struct store *store, struct arena *arena, struct slice id,
				   const struct store_patch *patch, const struct store_actor *actor,
				   struct store_run *out, struct error *err);

/*
 * Takes a run out of lists, charts and names. Its id goes on saying when and why it went, and its
 * content is not stored again. Withdrawing twice is fine and changes nothing. Runs that it stood
 * for stand for themselves again.
 */
NODISCARD enum err store_run_withdraw(struct store *store, struct arena *arena, struct slice id,
				      struct slice why, const struct store_actor *actor,
				      struct store_run *out, struct error *err);

/*
 * Moves all runs of a machine (by slug) to another, and with them what is stored of it from now
 * on; *out is the other. What the first was called goes on leading there.
 * ERR_NOT_FOUND: no such machine. ERR_CONFLICT: both are one.
 */
NODISCARD enum err store_machine_merge(struct store *store, struct arena *arena, struct slice slug,
				       struct slice into, const struct store_actor *actor,
				       struct store_machine *out, struct error *err);

/* ------------------------------------------------------------------ log */

struct store_audit {
	int64_t at_s; /* epoch */
	struct slice actor, address;
	/* "upload", "patch", "withdraw", "machine-merge", "token-add", "token-revoke" */
	struct slice action;
	struct slice run;    /* public id; "" = of no run */
	struct slice detail; /* one line: what of it, old -> new */
};

enum { STORE_AUDIT_MAX = 10000 };

/* Latest first, of one run (public id) or "" = all; limit is 1 .. STORE_AUDIT_MAX. */
NODISCARD enum err store_audit(struct store *store, struct arena *arena, struct slice run,
			       int limit, struct store_audit **out, size_t *count,
			       struct error *err);

#endif
