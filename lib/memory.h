/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a program does that has no memory left: it says so in one line and ends at once. Whoever
 * opens the database next takes back what it was storing.
 * Layer: lib, above base only.
 */
#ifndef LIB_MEMORY_H
#define LIB_MEMORY_H

#include "lib/base.h"

/* As of git: `git bisect run` stops at it, instead of taking the kernel for a bad one. */
enum { MEMORY_EXIT_STATUS = 128 };

_Noreturn void memory_none(void);

/* p as an allocation gave it; does not return when it is NULL. */
void *memory_must(void *p);

#endif
