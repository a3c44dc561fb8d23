/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/memory.h"

#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/unit/check.h"

/* How a child ends that must have p. */
static int status_of(void *p)
{
	pid_t child = fork();
	int status = 0;

	if (child == 0)
		_exit(memory_must(p) == p ? 0 : 1);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status);
}

static void none_ends_the_program(void **state)
{
	int there = 0;

	(void)state;
	assert_int_equal(status_of(&there), 0);
	assert_int_equal(status_of(NULL), MEMORY_EXIT_STATUS);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(none_ends_the_program) };

	return cmocka_run_group_tests_name("lib/memory", tests, NULL, NULL);
}
