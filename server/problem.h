/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The kinds of problems that requests have, as RFC 9457 wants them: each has a page that its type
 * leads to.
 * Layer: server, above lib/error.
 */
#ifndef SERVER_PROBLEM_H
#define SERVER_PROBLEM_H

#include "lib/error.h"

/* Below the public address; a type's name follows. */
#define PROBLEM_PAGES "/docs/problems/"

struct problem {
	unsigned status;         /* of HTTP */
	const char *type;        /* "not-found" */
	const char *title;       /* for people, without what is special of the one that happened */
	const char *when, *then; /* what leads to it, and what to do: sentences */
};

/* What each kind of error is over HTTP. */
const struct problem *problem_of(enum err code);
extern const struct problem problem_too_large, problem_unauthorized, problem_too_often,
	problem_bad_method, problem_not_acceptable;

/* All of them in the order of their status; NULL behind the last. */
extern const struct problem *const problem_list[];

#endif
