/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Tokens: made once, checked by their hash, limited, ended, and never to be found in the file. */
#include "tests/unit/db/store_test.h"

#include "db/store_admin.h"

enum { NOW_S = 1800000000 };

static const double values[] = { 1, 2, 3 };
static const struct test_run plain = {
	"6.1-vanilla", "6.1.5", "#1 SMP", "on", "1000", "CPU A", "pft", values, 3,
};

/* Bytes that differ from call to call; the tests need no secret. */
static void fill(unsigned char random[STORE_TOKEN_RANDOM])
{
	static unsigned char next;

	for (size_t i = 0; i < STORE_TOKEN_RANDOM; i++)
		random[i] = (unsigned char)(++next * 7 + i);
}

static struct slice add(struct store *store, struct arena *arena, struct store_token_new token)
{
	unsigned char random[STORE_TOKEN_RANDOM];
	struct slice secret = SLICE_NONE;

	fill(random);
	check_ok(store_token_add(store, arena, &token, random, &test_actor, &secret, &test_err));
	return secret;
}

static void cannot_add(struct store *store, struct store_token_new token, enum err code,
		       const char *part)
{
	struct arena arena = { NULL };
	unsigned char random[STORE_TOKEN_RANDOM];
	struct slice secret;

	fill(random);
	check_error(store_token_add(store, &arena, &token, random, &test_actor, &secret, &test_err),
		    code, part);
	arena_release(&arena);
}

static void a_token_is_known_again(void **state)
{
	struct store *store = open_store(STORE_WRITE);
	struct arena arena = { NULL };
	struct store_token token;
	struct slice submit, manage;

	(void)state;
	submit = add(store, &arena, (struct store_token_new){ .name = SLICE("ci") });
	manage = add(store, &arena,
		     (struct store_token_new){ .name = SLICE("admin"), .scope = STORE_MANAGE });
	assert_true(slice_starts(submit, "mp_s_") && slice_starts(manage, "mp_m_"));
	assert_int_equal(submit.n, 5 + 8 + 1 + 52);
	check_ok(store_token_check(store, &arena, submit, NOW_S, &token, &test_err));
	check_text(token.name, "ci");
	assert_int_equal(token.scope, STORE_SUBMIT);
	assert_memory_equal(token.prefix.p, submit.p + 5, 8);
	assert_int_equal(token.used_s, 0);
	check_ok(store_token_may(&token, STORE_SUBMIT, &test_err));
	check_error(store_token_may(&token, STORE_MANAGE, &test_err), ERR_DENIED, "needs manage");
	check_ok(store_token_check(store, &arena, manage, NOW_S, &token, &test_err));
	check_ok(store_token_may(&token, STORE_SUBMIT, &test_err));
	check_ok(store_token_may(&token, STORE_MANAGE, &test_err));
	arena_release(&arena);
	store_close(store);
}

static void other_texts_are_denied(void **state)
{
	static const char *const none[] = {
		"",   "mp_s_",     "mp_x_00000000_0", "Bearer mp_s_00000000_00",
		"ci", "mp_s_0000", "\xff\xfe",
	};
	struct store *store = open_store(STORE_WRITE);
	struct arena arena = { NULL };
	struct store_token token;
	struct slice secret = add(store, &arena, (struct store_token_new){ .name = SLICE("ci") });
	char *changed = arena_cstr(&arena, secret);

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(none); i++)
		check_error(store_token_check(store, &arena, slice_str(none[i]), NOW_S, &token,
					      &test_err),
			    ERR_DENIED, "looks like");
	/* Another scope letter, prefix or secret is another token; no part stands for the whole. */
	for (size_t i = 3; i < secret.n; i++) {
		char was = changed[i];

		changed[i] = was == 's' ? 'm' : was == '0' ? '1' : '0';
		check_error(store_token_check(store, &arena, slice_str(changed), NOW_S, &token,
					      &test_err),
			    ERR_DENIED, "");
		assert_null(strstr(test_err.text, changed + 14));
		changed[i] = was;
	}
	check_error(store_token_check(store, &arena, slice_head(secret, secret.n - 1), NOW_S,
				      &token, &test_err),
		    ERR_DENIED, "looks like");
	check_ok(store_token_check(store, &arena, slice_str(changed), NOW_S, &token, &test_err));
	arena_release(&arena);
	store_close(store);
}

static void tokens_expire(void **state)
{
	struct store *store = open_store(STORE_WRITE);
	struct arena arena = { NULL };
	struct store_token token;
	const int64_t end_s = 4000000000;
	struct slice secret =
		add(store, &arena,
		    (struct store_token_new){ .name = SLICE("short"), .expires_s = end_s });

	(void)state;
	check_ok(store_token_check(store, &arena, secret, end_s - 1, &token, &test_err));
	assert_int_equal(token.expires_s, end_s);
	check_error(store_token_check(store, &arena, secret, end_s, &token, &test_err), ERR_DENIED,
		    "'short' has expired");
	arena_release(&arena);
	store_close(store);
}

static void revoking_ends_a_token(void **state)
{
	struct store *store = open_store(STORE_WRITE);
	struct arena arena = { NULL };
	struct store_token token;
	struct slice by_name = add(store, &arena, (struct store_token_new){ .name = SLICE("a") });
	struct slice by_prefix = add(store, &arena, (struct store_token_new){ .name = SLICE("b") });

	(void)state;
	check_ok(store_token_revoke(store, &arena, SLICE("a"), &test_actor, &token, &test_err));
	assert_true(token.revoked_s > 0);
	check_error(store_token_check(store, &arena, by_name, NOW_S, &token, &test_err), ERR_DENIED,
		    "'a' is revoked");
	check_ok(store_token_check(store, &arena, by_prefix, NOW_S, &token, &test_err));
	check_ok(store_token_revoke(store, &arena, slice_head(slice_skip(by_prefix, 5), 8),
				    &test_actor, &token, &test_err));
	check_text(token.name, "b");
	check_error(store_token_revoke(store, &arena, SLICE("a"), &test_actor, &token, &test_err),
		    ERR_CONFLICT, "revoked already");
	check_error(store_token_revoke(store, &arena, SLICE("c"), &test_actor, &token, &test_err),
		    ERR_NOT_FOUND, "no token 'c'");
	/* The name is free again, and means the new one. */
	(void)add(store, &arena, (struct store_token_new){ .name = SLICE("a") });
	check_ok(store_token_revoke(store, &arena, SLICE("a"), &test_actor, &token, &test_err));
	arena_release(&arena);
	store_close(store);
}

static void what_cannot_be_a_token(void **state)
{
	struct store *store = open_store(STORE_WRITE);
	struct arena arena = { NULL };
	char long_text[STORE_TOKEN_MACHINE_MAX + 2];

	(void)state;
	memset(long_text, 'x', sizeof(long_text) - 1);
	long_text[sizeof(long_text) - 1] = '\0';
	(void)add(store, &arena, (struct store_token_new){ .name = SLICE("ci") });
	cannot_add(store, (struct store_token_new){ .name = SLICE("ci") }, ERR_CONFLICT,
		   "'ci' already");
	cannot_add(store, (struct store_token_new){ .name = SLICE("") }, ERR_INPUT, "name");
	cannot_add(store, (struct store_token_new){ .name = SLICE("cli:root") }, ERR_INPUT, "name");
	cannot_add(store, (struct store_token_new){ .name = SLICE("a b") }, ERR_INPUT, "name");
	cannot_add(store, (struct store_token_new){ .name = slice_str(long_text) }, ERR_INPUT,
		   "1 to 64");
	cannot_add(store,
		   (struct store_token_new){ .name = SLICE("m"), .machine = slice_str(long_text) },
		   ERR_LIMIT, "at most");
	cannot_add(store, (struct store_token_new){ .name = SLICE("m"), .expires_s = 1 }, ERR_INPUT,
		   "expire");
	assert_int_equal(ask("select count(*) from token"), 1);
	assert_int_equal(ask("select count(*) from audit"), 1);
	arena_release(&arena);
	store_close(store);
}

static void lists_and_last_use(void **state)
{
	struct store *store = open_store(STORE_WRITE);
	struct arena arena = { NULL };
	struct store_token *list = NULL;
	size_t count = 0;
	int64_t generation = generation_of(store);

	(void)state;
	(void)add(store, &arena,
		  (struct store_token_new){ .name = SLICE("b"), .machine = SLICE("lab1") });
	(void)add(store, &arena,
		  (struct store_token_new){ .name = SLICE("a"), .scope = STORE_MANAGE });
	check_ok(store_tokens(store, &arena, &list, &count, &test_err));
	assert_int_equal(count, 2);
	check_text(list[0].name, "a");
	check_text(list[1].machine, "lab1");
	check_ok(store_token_used(store, list[1].rowid, NOW_S, &test_err));
	check_ok(store_token_used(store, list[1].rowid, NOW_S - 5, &test_err));
	check_ok(store_tokens(store, &arena, &list, &count, &test_err));
	assert_int_equal(list[0].used_s, 0);
	assert_int_equal(list[1].used_s, NOW_S);
	/* Nothing that readers see has changed. */
	assert_int_equal(generation_of(store), generation);
	arena_release(&arena);
	store_close(store);
}

static enum err save_as(struct store *store, const struct store_actor *actor, const char *machine)
{
	const struct batch_options options = { .name = SLICE("x"), .machine = slice_str(machine) };
	struct store_saved *saved = NULL;
	struct upload upload;
	enum err e;

	upload_begin_with(&upload, &options);
	upload_run(&upload, &plain);
	upload_finish(&upload);
	e = store_save(store, &upload.arena, &upload.batch, SLICE("x"), actor, &saved, &test_err);
	upload_end(&upload);
	return e;
}

static void a_token_may_be_for_one_machine(void **state)
{
	struct store *store = open_store(STORE_WRITE);
	struct arena arena = { NULL };
	struct store_token token;
	struct store_actor actor;
	struct slice secret =
		add(store, &arena,
		    (struct store_token_new){ .name = SLICE("ci"), .machine = SLICE("lab1") });

	(void)state;
	check_ok(store_token_check(store, &arena, secret, NOW_S, &token, &test_err));
	actor = store_token_actor(&token, SLICE("192.0.2.7"));
	check_error(save_as(store, &actor, "lab2"), ERR_DENIED, "machine 'lab1' only");
	check_error(save_as(store, &actor, ""), ERR_DENIED, "machine 'lab1' only");
	assert_int_equal(ask("select (select count(*) from run) + (select count(*) from machine)"),
			 0);
	check_ok(save_as(store, &actor, "lab1"));
	assert_int_equal(ask("select count(*) from audit where actor = 'ci' and token_id = 1 and "
			     "address = '192.0.2.7' and action = 'upload' and run_id = 1"),
			 1);
	arena_release(&arena);
	store_close(store);
}

/* How often the text stands in the file of that name. */
static size_t count_in(const char *path, struct slice text)
{
	FILE *file = fopen(path, "rb");
	size_t found = 0, n;
	char *bytes;

	if (file == NULL)
		return 0;
	bytes = malloc(MiB);
	assert_non_null(bytes);
	n = fread(bytes, 1, MiB, file);
	assert_true(n < MiB);
	(void)fclose(file);
	for (size_t i = 0; i + text.n <= n; i++)
		found += memcmp(bytes + i, text.p, text.n) == 0;
	free(bytes);
	return found;
}

static void secrets_are_nowhere(void **state)
{
	struct store *store = open_store(STORE_WRITE);
	struct arena arena = { NULL };
	struct slice secret = add(store, &arena, (struct store_token_new){ .name = SLICE("ci") });
	struct slice prefix = slice_head(slice_skip(secret, 5), 8), rest = slice_skip(secret, 14);
	char wal[128];

	(void)state;
	(void)snprintf(wal, sizeof(wal), "%s-wal", test_path);
	for (int i = 0; i < 2; i++) {
		assert_true(count_in(test_path, prefix) + count_in(wal, prefix) > 0);
		assert_int_equal(count_in(test_path, rest) + count_in(wal, rest), 0);
		assert_int_equal(count_in(test_path, slice_head(rest, 12)), 0);
		(void)ask("pragma wal_checkpoint(truncate)");
	}
	arena_release(&arena);
	store_close(store);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		db_test(a_token_is_known_again),
		db_test(other_texts_are_denied),
		db_test(tokens_expire),
		db_test(revoking_ends_a_token),
		db_test(what_cannot_be_a_token),
		db_test(lists_and_last_use),
		db_test(a_token_may_be_for_one_machine),
		db_test(secrets_are_nowhere),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
