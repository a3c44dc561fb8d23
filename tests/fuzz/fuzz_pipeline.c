/* SPDX-License-Identifier: GPL-2.0-or-later */
/* An upload as a whole: unpacked, told apart, parsed, and made ready for the store. */
#include <sys/mman.h>
#include <unistd.h>

#include "ingest/pipeline.h"
#include "tests/fuzz/fuzz.h"

static void read_into(struct batch *batch, int fd)
{
	struct pipeline_options options;
	struct pipeline_result result;
	struct error err = { 0 };
	enum err e;

	pipeline_options_init(&options);
	options.limits = (struct unpack_limits){ 8 * MiB, 2 * MiB, 100, 1000 };
	options.records = 100 * 1000;
	options.keep_bytes = true;
	e = pipeline_read_fd(fd, SLICE("upload"), &options, batch_sink(batch), batch, &result,
			     &err);
	if (e == OK)
		e = pipeline_finish(&result, batch, &err);
	REQUIRE(e == OK || err.text[0] != '\0');
	for (size_t i = 0; e == OK && i < batch->sample_count; i++)
		REQUIRE(batch->samples[i].run < batch->run_count);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
	const struct batch_options said = { .kernel = SLICE("6.12") };
	struct arena arena;
	struct batch batch;
	int fd = memfd_create("fuzz", MFD_CLOEXEC);

	REQUIRE(fd >= 0 && write(fd, data, size) == (ssize_t)size && lseek(fd, 0, SEEK_SET) == 0);
	arena_init(&arena);
	batch_init(&batch, &arena, &said);
	read_into(&batch, fd);
	arena_release(&arena);
	close(fd);
	return 0;
}
