/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/run_heading.h"

#include "lib/kver.h"

enum { NAME_MAX_BYTES = 60, LINES = 5 };

/* The name that this line gives, "" when it is no heading. */
static struct slice heading(struct slice line)
{
	struct slice s = slice_trim(line), kernel, variant;
	bool marked = slice_take(&s, "- ") || slice_take(&s, "* ") || slice_take(&s, "o ");

	if (slice_starts(s, "[") && slice_ends(s, "]") && s.n > 2) {
		s = (struct slice){ s.p + 1, s.n - 2 };
		marked = true;
	} else if (slice_ends(s, ":")) {
		s.n--;
		marked = true;
	}
	s = slice_trim(s);
	if (s.n == 0 || s.n > NAME_MAX_BYTES || s.p[s.n - 1] == '.')
		return SLICE_NONE;
	if (!marked && slice_find_char(s, ' ') == s.n) {
		kver_split(s, &kernel, &variant);
		marked = kernel.n > 0;
	}
	return marked ? s : SLICE_NONE;
}

size_t run_line_above(const struct text *text, size_t i)
{
	do
		i = text->lines[i].previous;
	while (i < text->count && slice_trim(text->lines[i].s).n == 0);
	return i;
}

struct slice run_heading(const struct text *text, size_t i)
{
	for (int k = 0; k < LINES; k++) {
		struct slice name;

		i = run_line_above(text, i);
		if (i >= text->count || text->lines[i].taken)
			break;
		name = heading(text->lines[i].s);
		if (name.n > 0)
			return name;
	}
	return SLICE_NONE;
}
