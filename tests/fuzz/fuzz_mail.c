/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The mail layer: whatever comes in, lines that are UTF-8 and linked in order come out. */
#include "ingest/text.h"
#include "tests/fuzz/fuzz.h"

static void check_line(const struct text *text, size_t i)
{
	const struct text_line *line = &text->lines[i];

	REQUIRE(slice_is_utf8(line->s));
	REQUIRE(slice_find_char(line->s, '\n') == line->s.n);
	REQUIRE(line->next > i && line->next <= text->count);
	REQUIRE(line->previous < i || line->previous == text->count);
	REQUIRE(line->next == text->count || text->lines[line->next].depth == line->depth);
	REQUIRE(i == 0 || line->line_no >= text->lines[i - 1].line_no);
	(void)text_row_below(text, i); /* it must only end */
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
	struct text text = { 0 };
	struct error err = { 0 };
	struct arena arena;

	arena_init(&arena);
	if (text_from_bytes(&arena, fuzz_slice(data, size), &text, &err) != OK)
		REQUIRE(err.text[0] != '\0');
	else
		for (size_t i = 0; i < text.count; i++)
			check_line(&text, i);
	arena_release(&arena);
	return 0;
}
