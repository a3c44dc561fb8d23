/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/packed_twin.h"

#include <dirent.h>
#include <unistd.h>

#include "ingest/benchmarks.h"

/* Whether a folder has packed files, which may stand for others; looked up once a folder. */
static bool has_packed(struct packed_twins *twins, struct arena *scratch, struct slice folder)
{
	struct slice name = arena_printf(scratch, "%s/%.*s", twins->folder, SLICE_FMT(folder));
	struct dirent *entry;
	DIR *stream;

	if (twins->looked_into.p != NULL && slice_eq(twins->looked_into, folder))
		return twins->has_packed;
	stream = opendir(name.p);
	if (stream == NULL)
		return true; /* each file is looked for then */
	twins->looked_into = arena_slice(twins->arena, folder);
	twins->has_packed = false;
	while (!twins->has_packed && (entry = readdir(stream)) != NULL)
		twins->has_packed = slice_ends(slice_str(entry->d_name), ".gz") ||
				    slice_ends(slice_str(entry->d_name), ".xz");
	(void)closedir(stream); /* nothing was written */
	return twins->has_packed;
}

bool packed_twin(struct packed_twins *twins, struct arena *scratch, struct slice path)
{
	static const char *const better[] = { ".gz", ".xz" };
	struct slice plain = benchmark_plain_name(path);
	size_t rank = slice_ends(path, ".gz") ? 0 : slice_ends(path, ".xz") ? 1 : 2;

	if (twins->folder == NULL || rank == 0 || !has_packed(twins, scratch, slice_dirname(path)))
		return false;
	for (size_t i = 0; i < rank; i++) {
		struct slice name = arena_printf(scratch, "%s/%.*s%s", twins->folder,
						 SLICE_FMT(plain), better[i]);

		if (access(name.p, F_OK) == 0)
			return true;
	}
	return false;
}
