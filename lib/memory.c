/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/memory.h"

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

/* No exit(): other threads are in the middle of what its handlers would take away. */
void memory_none(void)
{
	(void)fprintf(stderr, "%s: out of memory\n", program_invocation_short_name);
	_exit(MEMORY_EXIT_STATUS);
}

void *memory_must(void *p)
{
	if (p == NULL)
		memory_none();
	return p;
}
