/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "server/problem.h"

#include <stddef.h>

static const struct problem input = {
	400, "input", "The request cannot be understood",
	"A parameter is not known at this address, is given twice, is out of its bounds, or is no "
	"clean UTF-8 text; a body is not what the address takes; or headers leave in doubt where "
	"the request ends.",
	"The detail names the parameter or the place. The API's reference lists what each address "
	"takes."
};
static const struct problem limit = {
	400, "limit", "The request exceeds a limit",
	"A query has more than 32 parameters or a value over 4 KiB, a comparison has more than 9 "
	"columns, or an upload is larger than the server takes (then the status is 413).",
	"The detail names the limit. Those of uploads are options of memcgperfd, which its --help "
	"lists with their defaults."
};
const struct problem problem_too_large = { 413, "limit", "The upload exceeds a limit", "", "" };
const struct problem problem_unauthorized = {
	401, "unauthorized", "A token is needed",
	"What changes something needs a token in the header Authorization: Bearer TOKEN. There was "
	"none, or one that is unknown, revoked or expired.",
	"Who runs the server makes one with memcgperf token add."
};
static const struct problem denied = {
	403, "denied", "Not allowed",
	"The token is good, but its scope is too small, or it is bound to another machine.",
	"Storing results needs scope submit, correcting and withdrawing needs scope manage."
};
static const struct problem not_found = {
	404, "not-found", "There is no such thing",
	"Nothing has this address, run, kernel, machine, metric or file.",
	"Lists have what there is: /runs, /api/v1/kernels, /api/v1/machines, /api/v1/metrics."
};
const struct problem problem_bad_method = { 405, "method", "This address has no such method",
					    "The address is there, but not for this method.",
					    "The header Allow lists those that it has." };
const struct problem problem_not_acceptable = {
	406, "not-acceptable", "Nothing that this address has is acceptable",
	"The header Accept names only types that the address does not have.",
	"The detail lists what is on offer; without Accept the first of them is sent."
};
static const struct problem conflict = { 409, "conflict",
					 "The request is ambiguous or contradicts what is there",
					 "Several runs, kernels or machines answer to a name, or a "
					 "change contradicts what is stored.",
					 "The detail lists the candidates: name one of them." };
static const struct problem gone = {
	410, "gone", "This was withdrawn",
	"The run was stored once and withdrawn later. Its address stays, so that links to it tell "
	"why.",
	"The detail says when and why."
};
const struct problem problem_too_often = {
	429, "rate", "Too many requests",
	"A token or an address asks for changes more often than the server allows.",
	"Wait as many seconds as the header Retry-After says."
};
static const struct problem io = {
	500, "io", "The server cannot read its data",
	"The database or the disk does not do what it should.",
	"The server's log has the instance of this answer and what failed."
};
static const struct problem full = {
	507, "full", "The server has no space left",
	"The disk of the database, or that of bodies which wait, is full. Nothing was stored.",
	"Who runs the server makes room; sending an upload again is harmless."
};
static const struct problem bug = {
	500, "bug", "The server made a mistake", "This should not happen.",
	"Please report it with the address and with what the server's log says of the instance of "
	"this answer."
};
static const struct problem busy = {
	503, "busy", "Too busy, try again",
	"A question took longer than the server allows, the database is locked, or too many "
	"uploads wait.",
	"Wait as many seconds as the header Retry-After says. Nothing was stored; sending an "
	"upload "
	"again is harmless."
};

const struct problem *const problem_list[] = {
	&input,
	&limit,
	&problem_unauthorized,
	&denied,
	&not_found,
	&problem_bad_method,
	&problem_not_acceptable,
	&conflict,
	&gone,
	&problem_too_often,
	&io,
	&full,
	&bug,
	&busy,
	NULL,
};

const struct problem *problem_of(enum err code)
{
	switch (code) {
	case ERR_INPUT:
		return &input;
	case ERR_LIMIT:
		return &limit;
	case ERR_NOT_FOUND:
		return &not_found;
	case ERR_GONE:
		return &gone;
	case ERR_CONFLICT:
		return &conflict;
	case ERR_DENIED:
		return &denied;
	case ERR_BUSY:
		return &busy;
	case ERR_IO:
		return &io;
	case ERR_FULL:
		return &full;
	default:
		return &bug;
	}
}
