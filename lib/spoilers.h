/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What takes trust from the numbers of a run, told wherever they are used: in comparisons, costs,
 * series and changes (docs/statistics.md, "Spoiled runs").
 * Layer: lib, above tracing.
 */
#ifndef LIB_SPOILERS_H
#define LIB_SPOILERS_H

#include "lib/tracing.h"

struct spoilers {
	struct slice options;   /* config.spoilers: build options by which a kernel checks itself */
	int boots;              /* that the samples come from */
	int of_boots;           /* of the runs: more than boots when some boots gave no sample */
	bool some_rows;         /* boots are the fewest of several metrics */
	struct tracing tracing; /* lost and full_maps are read */
};

/* Samples come from half of the boots or less. */
bool spoilers_few_boots(const struct spoilers *spoilers);

/* What a set of numbers suffers from of which each suffers from one of the two. */
void spoilers_add(struct spoilers *to, const struct spoilers *more);

/*
 * "built with DEBUG_VM KASAN, samples of only 1 of 20 boots, events lost in tracing: 12 or more";
 * "" = nothing is known against them.
 */
struct slice spoilers_text(struct arena *arena, const struct spoilers *spoilers);

#endif
