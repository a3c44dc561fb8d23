/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/spoilers.h"

enum { KINDS = 3 };

bool spoilers_few_boots(const struct spoilers *spoilers)
{
	return spoilers->of_boots > 1 && 2 * spoilers->boots <= spoilers->of_boots;
}

void spoilers_add(struct spoilers *to, const struct spoilers *more)
{
	to->some_rows = to->some_rows || more->some_rows || to->boots != more->boots;
	if (more->boots < to->boots) {
		to->boots = more->boots;
		to->of_boots = more->of_boots;
	}
	if (more->tracing.lost > to->tracing.lost)
		to->tracing.lost = more->tracing.lost;
	if (more->tracing.full_maps > to->tracing.full_maps)
		to->tracing.full_maps = more->tracing.full_maps;
}

struct slice spoilers_text(struct arena *arena, const struct spoilers *spoilers)
{
	struct slice losses = tracing_losses(arena, &spoilers->tracing), out = SLICE("");
	const struct slice kinds[KINDS] = {
		spoilers->options.n > 0
			? arena_printf(arena, "built with %.*s", SLICE_FMT(spoilers->options))
			: SLICE_NONE,
		spoilers_few_boots(spoilers)
			? arena_printf(arena, "%ssamples of only %d of %d boots",
				       spoilers->some_rows ? "in some rows " : "", spoilers->boots,
				       spoilers->of_boots)
			: SLICE_NONE,
		losses.n > 0
			? arena_printf(arena, "events lost in tracing: %.*s", SLICE_FMT(losses))
			: SLICE_NONE,
	};

	for (size_t i = 0; i < KINDS; i++)
		if (kinds[i].n > 0)
			out = arena_printf(arena, "%.*s%s%.*s", SLICE_FMT(out),
					   out.n > 0 ? ", " : "", SLICE_FMT(kinds[i]));
	return out;
}
