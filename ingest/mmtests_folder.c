/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/mmtests_folder.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct opening {
	struct unpack_visitor visitor;
	struct monitor_take *take;
};

static enum err take_member(struct unpack_visitor *visitor, struct slice path,
			    struct stream *stream, struct error *err)
{
	struct opening *opening = CONTAINER_OF(visitor, struct opening, visitor);
	struct input input;
	enum err e;

	input_init(&input, stream);
	input.path = path;
	e = opening->take->take(opening->take, &input, err);
	input_release(&input);
	return e;
}

enum err mmtests_folder_open(struct arena *arena, const char *path,
			     const struct unpack_limits *limits, struct monitor_take *take,
			     bool *found, struct error *err)
{
	static const char *const endings[] = { ".gz", ".xz", ".zst", "" };
	struct opening opening = { { .member = take_member }, take };

	*found = false;
	for (size_t i = 0; i < ARRAY_SIZE(endings); i++) {
		struct slice name = arena_printf(arena, "%s%s", path, endings[i]);
		struct stat st;

		if (stat(name.p, &st) != 0 || !S_ISREG(st.st_mode))
			continue;
		*found = true;
		return st.st_size == 0 ? OK : unpack_walk(name.p, limits, &opening.visitor, err);
	}
	return OK;
}

static enum err read_file(struct monitor_files *files, const char *name, bool of_benchmark,
			  struct monitor_take *take, struct error *err)
{
	struct mmtests_folder *folder = CONTAINER_OF(files, struct mmtests_folder, files);
	struct slice benchmark = of_benchmark ? folder->benchmark : SLICE_NONE;
	const char *dash = of_benchmark ? "-" : "";
	struct slice path;
	bool found;

	/* Snapshots once stood in the file of times. */
	if (folder->iteration == NULL && strcmp(name, "tests-sysstate") == 0)
		name = "tests-timestamp";
	path = folder->iteration != NULL
		       ? arena_printf(folder->arena, "%s/%.*s/%s/%s%s%.*s", folder->directory,
				      SLICE_FMT(folder->run), folder->iteration, name, dash,
				      SLICE_FMT(benchmark))
		       : arena_printf(folder->arena, "%s/%s-%.*s%s%.*s", folder->directory, name,
				      SLICE_FMT(folder->run), dash, SLICE_FMT(benchmark));
	return mmtests_folder_open(folder->arena, path.p, folder->limits, take, &found, err);
}

void mmtests_folder_init(struct mmtests_folder *folder)
{
	folder->files.read = read_file;
}

static int by_bytes(const void *a, const void *b)
{
	return slice_cmp(*(const struct slice *)a, *(const struct slice *)b);
}

static bool is_folder(const char *directory, const char *name)
{
	char path[4096];
	struct stat st;
	int n = snprintf(path, sizeof(path), "%s/%s", directory, name);

	return n > 0 && (size_t)n < sizeof(path) && stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

static enum err list(struct arena *arena, const char *directory, const char *prefix, bool folders,
		     struct slice **out, size_t *count, struct error *err)
{
	DIR *dir = opendir(directory);
	struct slice *names = NULL;
	size_t capacity = 0, n = 0;
	struct dirent *entry;

	*out = NULL;
	*count = 0;
	if (dir == NULL && errno != ENOENT && errno != ENOTDIR)
		return error_set(err, ERR_IO, "%s: %s", directory, strerror(errno));
	while (dir != NULL && (entry = readdir(dir)) != NULL)
		if (slice_starts(slice_str(entry->d_name), prefix) && entry->d_name[0] != '.' &&
		    is_folder(directory, entry->d_name) == folders)
			ARENA_PUSH(arena, names, n, capacity,
				   arena_slice(arena, slice_str(entry->d_name)));
	if (dir != NULL)
		(void)closedir(dir);
	if (n > 0)
		qsort(names, n, sizeof(names[0]), by_bytes);
	*out = names;
	*count = n;
	return OK;
}

enum err mmtests_folder_list(struct arena *arena, const char *directory, const char *prefix,
			     struct slice **out, size_t *count, struct error *err)
{
	return list(arena, directory, prefix, true, out, count, err);
}

enum err mmtests_folder_files(struct arena *arena, const char *directory, const char *prefix,
			      struct slice **out, size_t *count, struct error *err)
{
	return list(arena, directory, prefix, false, out, count, err);
}

enum err mmtests_folder_has(const char *directory, const char *prefix, bool *out, struct error *err)
{
	DIR *dir = opendir(directory);
	struct dirent *entry;

	*out = false;
	if (dir == NULL)
		return errno == ENOENT || errno == ENOTDIR
			       ? OK
			       : error_set(err, ERR_IO, "%s: %s", directory, strerror(errno));
	while (!*out && (entry = readdir(dir)) != NULL)
		*out = slice_starts(slice_str(entry->d_name), prefix);
	(void)closedir(dir);
	return OK;
}
