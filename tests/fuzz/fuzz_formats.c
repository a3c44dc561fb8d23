/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * An input as every format of a family reads it. FUZZ_FORMATS names them, blanks between; without
 * it the input goes where its content leads, as the pipeline does.
 */
#include "ingest/format.h"
#include "ingest/prose.h"
#include "tests/fuzz/fuzz.h"

static struct format_options options;

static void read_whole(struct arena *arena, const struct format *format, struct slice bytes)
{
	struct sink sink = { fuzz_emit };
	struct memory_stream stream;
	struct input input;
	struct error err = { 0 };

	memory_stream_init(&stream, bytes);
	input_init(&input, &stream.stream);
	if (format->parse(arena, &input, &options, &sink, &err) != OK)
		REQUIRE(err.code != OK && err.text[0] != '\0');
	input_release(&input);
}

static void read_prose(struct arena *arena, const char *name, struct slice bytes)
{
	struct sink sink = { fuzz_emit };
	struct text text = { 0 };
	struct error err = { 0 };
	bool recognised;

	if (text_from_bytes(arena, bytes, &text, &err) != OK)
		return;
	text.options = &options;
	REQUIRE(prose_parse(arena, &text, name, &sink, &recognised, &err) == OK ||
		err.text[0] != '\0');
}

static void read_as(struct arena *arena, const char *name, struct slice bytes)
{
	const struct format *format = NULL;
	struct error err = { 0 };
	enum err e =
		format_choose(formats, name, slice_head(bytes, INPUT_HEAD_BYTES), &format, &err);

	if (e == OK && format != NULL)
		read_whole(arena, format, bytes);
	else if (e == OK)
		read_prose(arena, name, bytes);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
	struct slice names = slice_str(getenv("FUZZ_FORMATS")), name;
	struct arena arena;

	options = format_options_default;
	options.kernel_known = true;
	arena_init(&arena);
	if (names.n == 0)
		read_as(&arena, NULL, fuzz_slice(data, size));
	while ((name = slice_field(&names)).n > 0) {
		const struct format *format = format_find(name);

		REQUIRE(format != NULL);
		read_as(&arena, format->name, fuzz_slice(data, size));
		arena_reset(&arena);
	}
	arena_release(&arena);
	return 0;
}
