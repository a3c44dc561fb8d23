/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/patch.h"

#include "lib/num.h"

/* "-12,34" or "+12": how many lines the hunk has on that side. */
static bool take_range(struct slice *rest, char sign, uint64_t *out)
{
	struct slice word = slice_field(rest);
	size_t comma = slice_find_char(word, ',');
	uint64_t first;

	if (word.n < 2 || word.p[0] != sign ||
	    !num_uint((struct slice){ word.p + 1, comma - 1 }, &first))
		return false;
	*out = 1;
	return comma == word.n || num_uint(slice_skip(word, comma + 1), out);
}

static bool is_hunk(struct slice line, uint64_t *old_lines, uint64_t *new_lines)
{
	return slice_take(&line, "@@ ") && take_range(&line, '-', old_lines) &&
	       take_range(&line, '+', new_lines) && slice_starts(slice_trim(line), "@@");
}

/* Takes the lines behind the hunk's first one for as long as they look like a patch. */
static void take_hunk(struct text *text, size_t i, uint64_t old_lines, uint64_t new_lines)
{
	text->lines[i].taken = true;
	while (old_lines > 0 || new_lines > 0) {
		char mark;

		i = text->lines[i].next;
		if (i == text->count)
			return;
		mark = text->lines[i].s.n > 0 ? text->lines[i].s.p[0] : ' ';
		if (mark != ' ' && mark != '+' && mark != '-' && mark != '\\' && mark != '\t')
			return;
		text->lines[i].taken = true;
		old_lines -= mark != '+' && mark != '\\' && old_lines > 0;
		new_lines -= mark != '-' && mark != '\\' && new_lines > 0;
	}
}

void patch_take(struct text *text)
{
	for (size_t i = 0; i < text->count; i++) {
		uint64_t old_lines, new_lines;

		if (!text->lines[i].taken && is_hunk(text->lines[i].s, &old_lines, &new_lines))
			take_hunk(text, i, old_lines, new_lines);
	}
}
