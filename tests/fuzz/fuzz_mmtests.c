/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A file of an mmtests tree: the first line is its path, the rest what it holds. */
#include "ingest/mmtests.h"
#include "tests/fuzz/fuzz.h"

static void read_member(struct arena *arena, const struct mmtests_member *member,
			struct slice bytes)
{
	struct sink sink = { fuzz_emit };
	struct memory_stream stream;
	struct input input;
	struct error err = { 0 };
	bool is_result;

	memory_stream_init(&stream, bytes);
	input_init(&input, &stream.stream);
	input.path = member->path;
	input.run = member->run;
	input.benchmark = member->benchmark;
	input.iteration = member->iteration;
	REQUIRE(mmtests_parse(arena, member, &input, &sink, &is_result, &err) == OK ||
		err.text[0] != '\0');
	input_release(&input);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
	struct slice rest = fuzz_slice(data, size), path;
	struct mmtests_member member;
	struct arena arena;

	if (!slice_line(&rest, &path) || !mmtests_member(path, SLICE("log"), &member))
		return 0;
	arena_init(&arena);
	(void)mmtests_lacks_parser(&member); /* they must only end */
	(void)mmtests_is_profile(&member);
	read_member(&arena, &member, rest);
	arena_release(&arena);
	return 0;
}
