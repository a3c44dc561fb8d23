/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/mmtests_archive.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ingest/mmtests_folder.h"

enum { DEPTH_MAX = 8, FOLDERS_OPEN = 16 };

struct unpacking {
	struct unpack_visitor visitor;
	struct arena *arena;
	const char *folder;
};

static enum err fail(struct slice path, struct error *err)
{
	return error_set(err, ERR_IO, "cannot unpack %.*s: %s", SLICE_FMT(path), strerror(errno));
}

/* Makes the folders that a file below folder stands in. */
static bool make_folders(struct arena *arena, const char *folder, struct slice path)
{
	for (size_t i = 0; i < path.n; i++)
		if (path.p[i] == '/' &&
		    mkdir(arena_printf(arena, "%s/%.*s", folder, (int)i, path.p).p, 0700) != 0 &&
		    errno != EEXIST)
			return false;
	return true;
}

static bool write_all(int fd, const char *p, size_t n)
{
	while (n > 0) {
		ssize_t written = write(fd, p, n);

		if (written < 0 && errno != EINTR)
			return false;
		if (written > 0) {
			p += written;
			n -= (size_t)written;
		}
	}
	return true;
}

static enum err copy(int fd, struct slice path, struct stream *stream, struct error *err)
{
	char block[65536];
	ssize_t n;

	while ((n = stream->read(stream, block, sizeof(block), err)) > 0)
		if (!write_all(fd, block, (size_t)n))
			return fail(path, err);
	return n < 0 ? err->code : OK;
}

static enum err take_member(struct unpack_visitor *visitor, struct slice path,
			    struct stream *stream, struct error *err)
{
	struct unpacking *unpacking = CONTAINER_OF(visitor, struct unpacking, visitor);
	struct slice name =
		arena_printf(unpacking->arena, "%s/%.*s", unpacking->folder, SLICE_FMT(path));
	enum err e;
	int fd;

	if (!make_folders(unpacking->arena, unpacking->folder, path))
		return fail(path, err);
	fd = open(name.p, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
	if (fd < 0)
		return fail(path, err);
	e = copy(fd, path, stream, err);
	if (close(fd) != 0 && e == OK)
		e = fail(path, err);
	return e;
}

/* Whether a folder holds runs: folders of iterations, or files of the layout before 2019-05. */
static enum err holds_runs(struct arena *arena, const char *folder, bool *out, struct error *err)
{
	struct slice *names, *iterations;
	size_t count, found = 0;
	enum err e = mmtests_folder_has(folder, "tests-timestamp-", out, err);

	if (e != OK || *out)
		return e;
	e = mmtests_folder_list(arena, folder, "", &names, &count, err);
	for (size_t i = 0; e == OK && i < count && found == 0; i++) {
		struct slice run = arena_printf(arena, "%s/%.*s", folder, SLICE_FMT(names[i]));

		e = mmtests_folder_list(arena, run.p, "iter-", &iterations, &found, err);
	}
	*out = found > 0;
	return e;
}

/* *found: the folder below that holds runs; NULL before. */
static enum err find_runs(struct arena *arena, const char *folder, int depth, const char **found,
			  struct error *err)
{
	struct slice *names;
	size_t count;
	bool holds;
	enum err e = holds_runs(arena, folder, &holds, err);

	if (e == OK && holds && *found != NULL)
		e = error_set(err, ERR_INPUT,
			      "more than one folder of it holds runs; unpack it, and name one");
	if (e != OK || holds) {
		*found = e == OK ? folder : *found;
		return e;
	}
	if (depth == DEPTH_MAX)
		return OK;
	e = mmtests_folder_list(arena, folder, "", &names, &count, err);
	for (size_t i = 0; e == OK && i < count; i++)
		e = find_runs(arena, arena_printf(arena, "%s/%.*s", folder, SLICE_FMT(names[i])).p,
			      depth + 1, found, err);
	return e;
}

/* The name of an archive without what tells its kind: that of its run if it holds no more. */
static struct slice stem(const char *path)
{
	static const char *const endings[] = { ".gz",  ".xz",  ".zst", ".bz2",
					       ".tgz", ".txz", ".tar", ".zip" };
	struct slice name = slice_basename(slice_str(path));

	for (size_t i = 0; i < ARRAY_SIZE(endings); i++)
		if (slice_ends(name, endings[i]) && name.n > strlen(endings[i]))
			name.n -= strlen(endings[i]);
	return name;
}

static enum err unpack(struct arena *arena, const char *path, const struct unpack_limits *limits,
		       struct mmtests_archive *archive, struct error *err)
{
	struct unpacking unpacking = { { .member = take_member }, arena, NULL };
	enum err e;

	unpacking.folder = arena_printf(arena, "%s/%.*s", archive->top, SLICE_FMT(stem(path))).p;
	if (mkdir(unpacking.folder, 0700) != 0)
		return fail(slice_str(unpacking.folder), err);
	e = unpack_walk(path, limits, &unpacking.visitor, err);
	if (e == OK && unpacking.visitor.broke_off.code != OK) {
		*err = unpacking.visitor.broke_off;
		e = err->code;
	}
	if (e == OK)
		e = find_runs(arena, archive->top, 0, &archive->runs, err);
	if (e == OK && archive->runs == NULL)
		e = error_set(err, ERR_NOT_FOUND, "no folder of it holds runs of mmtests");
	return e;
}

enum err mmtests_archive_open(struct arena *arena, const char *path,
			      const struct unpack_limits *limits, struct mmtests_archive *out,
			      struct error *err)
{
	const char *temporary = getenv("TMPDIR");
	struct mmtests_archive archive = { 0 };
	enum err e;

	archive.top = arena_cstr(arena, arena_printf(arena, "%s/memcgperf-XXXXXX",
						     temporary != NULL ? temporary : "/tmp"));
	if (mkdtemp(archive.top) == NULL)
		return error_set(err, ERR_IO, "cannot make %s: %s", archive.top, strerror(errno));
	e = unpack(arena, path, limits, &archive, err);
	if (e != OK)
		mmtests_archive_close(&archive);
	else
		*out = archive;
	return e;
}

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *where)
{
	(void)status;
	(void)kind;
	(void)where;
	(void)remove(path); /* what stays is found by who cleans $TMPDIR */
	return 0;
}

void mmtests_archive_close(struct mmtests_archive *archive)
{
	(void)nftw(archive->top, remove_one, FOLDERS_OPEN, FTW_DEPTH | FTW_PHYS);
}
