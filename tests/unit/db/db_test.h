/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the tests of db share: a folder of their own with a database file in it, and errors that
 * fail the test with their text.
 */
#ifndef TESTS_UNIT_DB_DB_TEST_H
#define TESTS_UNIT_DB_DB_TEST_H

#include <ftw.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

#include <cmocka.h>

#include "lib/error.h"

static char test_folder[64];
static char test_path[96]; /* of the database */
static struct error test_err;

#define check_ok(call)                                                               \
	do {                                                                         \
		test_err.text[0] = '\0';                                             \
		if ((call) != OK)                                                    \
			fail_msg("line %d: %s: %s", __LINE__, #call, test_err.text); \
	} while (0)

/* The call fails with the code and a text that holds part. */
#define check_error(call, code, part)                                                       \
	do {                                                                                \
		enum err got = (call);                                                      \
		if (got != (code) || strstr(test_err.text, part) == NULL)                   \
			fail_msg("line %d: %s: %s: '%s'", __LINE__, #call, error_name(got), \
				 test_err.text);                                            \
	} while (0)

static inline int test_folder_make(void **state)
{
	(void)state;
	(void)snprintf(test_folder, sizeof(test_folder), "/tmp/memcgperf-db-XXXXXX");
	if (mkdtemp(test_folder) == NULL)
		return -1;
	(void)snprintf(test_path, sizeof(test_path), "%s/results.db", test_folder);
	return 0;
}

static inline int test_remove(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
	(void)st;
	(void)type;
	(void)ftw;
	return remove(path);
}

static inline int test_folder_remove(void **state)
{
	(void)state;
	return nftw(test_folder, test_remove, 8, FTW_DEPTH | FTW_PHYS);
}

#define db_test(function) \
	cmocka_unit_test_setup_teardown(function, test_folder_make, test_folder_remove)

#endif
