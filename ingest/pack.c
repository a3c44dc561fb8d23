/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/pack.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ingest/folder.h"

enum { CHUNK_BYTES = 64 * 1024 };

struct pack {
	struct folder_visitor visitor;
	const struct pack_options *options;
	struct arena *arena;
	struct slice top; /* what names begin with */
	struct archive *archive;
	struct archive_entry *entry;
	size_t files;
	uint64_t bytes;
};

static enum err system_failed(struct error *err)
{
	return error_set(err, ERR_IO, "%s", strerror(errno));
}

static ptrdiff_t read_some(int fd, char *p, size_t capacity)
{
	ptrdiff_t got;

	do
		got = read(fd, p, capacity);
	while (got < 0 && errno == EINTR);
	return got;
}

static enum err temporary_file(struct arena *arena, int *out, struct error *err)
{
	const char *folder = getenv("TMPDIR");
	char *path;

	if (folder == NULL || folder[0] == '\0')
		folder = "/tmp";
	path = arena_cstr(arena, arena_printf(arena, "%s/memcgperf-XXXXXX", folder));
	*out = mkostemp(path, O_CLOEXEC);
	if (*out < 0)
		return error_set(err, ERR_IO, "no temporary file in %s: %s", folder,
				 strerror(errno));
	(void)unlink(path); /* the descriptor is enough; left behind it would only be in the way */
	return OK;
}

static enum err over_total(const struct pack_options *options, struct error *err)
{
	return error_set(err, ERR_LIMIT, "more than %llu bytes in it (--max-total)",
			 (unsigned long long)options->total_bytes);
}

/* ---- a folder ---- */

static enum err archive_failed(struct pack *pack, struct error *err)
{
	const char *why = archive_error_string(pack->archive);

	return error_set(err, ERR_IO, "cannot be packed: %s", why != NULL ? why : "no memory");
}

/* Of a file that grows meanwhile what was there at first, as its size stands before it. */
static enum err add_bytes(struct pack *pack, struct slice path, int fd, uint64_t left,
			  struct error *err)
{
	char chunk[CHUNK_BYTES];

	while (left > 0) {
		ptrdiff_t got = read_some(fd, chunk, left < sizeof(chunk) ? left : sizeof(chunk));

		if (got < 0)
			return error_set(err, ERR_IO, "%.*s: %s", SLICE_FMT(path), strerror(errno));
		if (got == 0)
			return error_set(err, ERR_IO, "%.*s became shorter while it was read",
					 SLICE_FMT(path));
		if (archive_write_data(pack->archive, chunk, (size_t)got) < 0)
			return archive_failed(pack, err);
		left -= (uint64_t)got;
	}
	return OK;
}

static enum err add_file(struct folder_visitor *visitor, struct slice path, int fd,
			 struct error *err)
{
	struct pack *pack = CONTAINER_OF(visitor, struct pack, visitor);
	const struct pack_options *options = pack->options;
	struct slice name =
		arena_printf(pack->arena, "%.*s/%.*s", SLICE_FMT(pack->top), SLICE_FMT(path));
	struct stat st;
	enum err e;

	if (fstat(fd, &st) != 0)
		return system_failed(err);
	if ((uint64_t)st.st_size > options->file_bytes)
		return error_set(err, ERR_LIMIT, "%.*s is larger than %llu bytes (--max-file)",
				 SLICE_FMT(path), (unsigned long long)options->file_bytes);
	pack->files++;
	pack->bytes += (uint64_t)st.st_size;
	if (pack->bytes > options->total_bytes)
		return over_total(options, err);
	(void)archive_entry_clear(pack->entry);
	archive_entry_set_pathname(pack->entry, name.p);
	archive_entry_set_filetype(pack->entry, AE_IFREG);
	archive_entry_set_perm(pack->entry, 0644);
	archive_entry_set_mtime(pack->entry, 0, 0);
	archive_entry_set_size(pack->entry, st.st_size);
	if (archive_write_header(pack->archive, pack->entry) < ARCHIVE_WARN)
		return archive_failed(pack, err);
	e = add_bytes(pack, path, fd, (uint64_t)st.st_size, err);
	if (e == OK && options->progress != NULL)
		options->progress(pack->files, pack->bytes);
	return e;
}

static enum err write_archive(struct pack *pack, const char *folder, int fd, struct error *err)
{
	enum err e;

	if (archive_write_set_format_pax_restricted(pack->archive) != ARCHIVE_OK ||
	    archive_write_add_filter_zstd(pack->archive) != ARCHIVE_OK ||
	    archive_write_open_fd(pack->archive, fd) != ARCHIVE_OK)
		return archive_failed(pack, err);
	e = folder_walk(folder, pack->options->entries, &pack->visitor, err);
	if (e != OK)
		return e;
	if (archive_write_close(pack->archive) != ARCHIVE_OK)
		return archive_failed(pack, err);
	return pack->bytes > 0 ? OK : error_set(err, ERR_INPUT, "no files in it");
}

static enum err pack_folder(struct arena *arena, const char *folder,
			    const struct pack_options *options, struct packed *out,
			    struct error *err)
{
	/* Names in archives are UTF-8, whatever the locale of the process. */
	locale_t utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
	locale_t before = utf8 == (locale_t)0 ? utf8 : uselocale(utf8);
	struct pack pack = { .visitor = { add_file },
			     .options = options,
			     .arena = arena,
			     .top = out->name,
			     .archive = archive_write_new(),
			     .entry = archive_entry_new() };
	enum err e = temporary_file(arena, &out->fd, err);

	if (e == OK)
		e = write_archive(&pack, folder, out->fd, err);
	(void)archive_write_free(pack.archive); /* closed already, or of no use */
	archive_entry_free(pack.entry);
	if (utf8 != (locale_t)0) {
		(void)uselocale(before); /* gives back what it took */
		freelocale(utf8);
	}
	return e;
}

/* ---- standard input, files ---- */

static enum err write_all(int fd, const char *p, size_t n, struct error *err)
{
	while (n > 0) {
		ptrdiff_t wrote = write(fd, p, n);

		if (wrote < 0 && errno != EINTR)
			return system_failed(err);
		p += wrote > 0 ? wrote : 0;
		n -= wrote > 0 ? (size_t)wrote : 0;
	}
	return OK;
}

static enum err copy_input(struct arena *arena, const struct pack_options *options,
			   struct packed *out, struct error *err)
{
	char chunk[CHUNK_BYTES];
	uint64_t bytes = 0;
	ptrdiff_t got;
	enum err e = temporary_file(arena, &out->fd, err);

	while (e == OK && (got = read_some(STDIN_FILENO, chunk, sizeof(chunk))) != 0) {
		if (got < 0)
			return system_failed(err);
		bytes += (uint64_t)got;
		e = bytes > options->total_bytes ? over_total(options, err)
						 : write_all(out->fd, chunk, (size_t)got, err);
	}
	return e;
}

/* "." and "log/" have a name too. */
static struct slice folder_basename(struct arena *arena, const char *folder)
{
	char *resolved = realpath(folder, NULL);
	struct slice name = arena_slice(arena, slice_basename(slice_str(resolved)));

	free(resolved);
	return name;
}

static enum err open_named(struct arena *arena, const char *name,
			   const struct pack_options *options, struct packed *out,
			   struct error *err)
{
	struct stat st;

	out->fd = open(name, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	if (out->fd < 0)
		return error_set(err, errno == ENOENT ? ERR_NOT_FOUND : ERR_IO, "%s",
				 strerror(errno));
	if (fstat(out->fd, &st) != 0)
		return system_failed(err);
	out->name = slice_basename(slice_str(name));
	if (S_ISREG(st.st_mode))
		return OK;
	if (!S_ISDIR(st.st_mode))
		return error_set(err, ERR_INPUT, "neither a regular file nor a folder");
	(void)close(out->fd); /* the walk opens it itself */
	out->fd = -1;
	out->name = folder_basename(arena, name);
	return pack_folder(arena, name, options, out, err);
}

enum err pack_open(struct arena *arena, const char *name, const struct pack_options *options,
		   struct packed *out, struct error *err)
{
	struct packed packed = { .fd = -1 };
	struct stat st = { 0 };
	enum err e = strcmp(name, "-") == 0 ? copy_input(arena, options, &packed, err)
					    : open_named(arena, name, options, &packed, err);

	if (e == OK && fstat(packed.fd, &st) != 0)
		e = system_failed(err);
	if (e == OK && st.st_size == 0)
		e = error_set(err, ERR_INPUT, "empty");
	if (e != OK && packed.fd >= 0)
		(void)close(packed.fd); /* of no use */
	if (e != OK)
		return e;
	packed.size_bytes = (uint64_t)st.st_size;
	*out = packed;
	return OK;
}
