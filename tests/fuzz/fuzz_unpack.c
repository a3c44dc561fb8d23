/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The archive layer: members within the limits, with names that lead nowhere else. */
#include <sys/mman.h>
#include <unistd.h>

#include "ingest/unpack.h"
#include "tests/fuzz/fuzz.h"

static const struct unpack_limits limits = {
	.total_bytes = 4 * MiB,
	.file_bytes = 1 * MiB,
	.entries = 100,
	.ratio = 1000,
};

struct visit {
	struct unpack_visitor visitor;
	uint64_t bytes, entries;
};

/* Whether a part of the path is "..", and not just ends so. */
static bool leads_out(struct slice path)
{
	struct slice part;

	while (slice_split(&path, '/', &part))
		if (slice_is(part, ".."))
			return true;
	return false;
}

static enum err take(struct unpack_visitor *visitor, struct slice path, struct stream *stream,
		     struct error *err)
{
	struct visit *visit = CONTAINER_OF(visitor, struct visit, visitor);
	char bytes[16 * 1024];
	uint64_t member = 0;
	ptrdiff_t got;

	REQUIRE(++visit->entries <= limits.entries);
	REQUIRE(path.n > 0 && path.p[0] != '/' && !leads_out(path));
	while ((got = stream->read(stream, bytes, sizeof(bytes), err)) > 0)
		member += (uint64_t)got;
	visit->bytes += member;
	REQUIRE(member <= limits.file_bytes && visit->bytes <= limits.total_bytes);
	return got < 0 ? err->code : OK;
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
	struct visit visit = { .visitor = { .member = take } };
	struct error err = { 0 };
	int fd = memfd_create("fuzz", MFD_CLOEXEC);

	REQUIRE(fd >= 0 && write(fd, data, size) == (ssize_t)size && lseek(fd, 0, SEEK_SET) == 0);
	if (unpack_fd(fd, SLICE("fuzz"), &limits, &visit.visitor, &err) != OK)
		REQUIRE(err.text[0] != '\0');
	close(fd);
	return 0;
}
