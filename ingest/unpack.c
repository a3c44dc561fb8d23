/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/unpack.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ingest/folder.h"
#include "lib/memory.h"

enum {
	CHUNK_BYTES = 64 * 1024,
	MAGIC_BYTES = 6, /* the longest that is_compressed looks for */
	RATIO_FROM_BYTES = 1024 * 1024,
};

const struct unpack_limits unpack_limits_default = {
	.total_bytes = 4 * GiB,
	.file_bytes = 1 * GiB,
	.entries = 200000,
	.ratio = 1000,
};

/* The bytes of one entry, block by block: archive_read_data would drop those before damage. */
struct blocks {
	struct archive *archive;
	const char *p;
	size_t n;
	int64_t at, next; /* places in the entry: where we are, where p belongs (sparse files) */
	bool ended, damaged;
};

/* Where a member's bytes come from: a file of a folder, or an entry of an archive. */
struct source {
	struct stream stream;
	struct walk *walk;
	int fd; /* -1 = entry */
	struct blocks entry;
};

/* What the visitor gets: the source's bytes, decompressed where they are compressed, counted. */
struct member {
	struct stream stream;
	struct walk *walk;
	struct slice path;
	struct stream *source;
	char chunk[CHUNK_BYTES]; /* read from the source, not yet passed on */
	size_t chunk_at, chunk_n;
	struct archive *unzip; /* NULL = the source is not compressed */
	struct blocks unzipped;
	uint64_t bytes;
	struct error failed;
};

struct walk {
	const struct unpack_limits *limits;
	struct unpack_visitor *visitor;
	struct slice label;
	struct folder_visitor folder;
	struct folder_names names;
	uint64_t total_bytes, packed_bytes;
	size_t delivered;
	struct member member;
};

/* Of a call that failed. Who sends archives can make one ask for much: that ends no server. */
static enum err breaks_off(struct archive *archive, struct error *err)
{
	const char *why = archive_error_string(archive);

	if (why == NULL || archive_errno(archive) == ENOMEM)
		return error_set(err, ERR_IO, "no memory to unpack it");
	return error_set(err, ERR_INPUT, "breaks off: %s", why);
}

/* ---- bytes of an entry ---- */

static ptrdiff_t blocks_read(struct blocks *blocks, char *p, size_t capacity)
{
	size_t n;

	while (blocks->n == 0) {
		const void *block;
		int r = ARCHIVE_EOF;

		if (!blocks->ended)
			r = archive_read_data_block(blocks->archive, &block, &blocks->n,
						    &blocks->next);
		blocks->ended = r == ARCHIVE_EOF;
		if (blocks->ended)
			return 0;
		if (r != ARCHIVE_OK && r != ARCHIVE_WARN) {
			blocks->damaged = true;
			return -1;
		}
		blocks->p = block;
	}
	if (blocks->at < blocks->next) {
		uint64_t hole = (uint64_t)(blocks->next - blocks->at);

		n = hole < capacity ? (size_t)hole : capacity;
		memset(p, 0, n);
	} else {
		n = blocks->n < capacity ? blocks->n : capacity;
		memcpy(p, blocks->p, n);
		blocks->p += n;
		blocks->n -= n;
		blocks->next += (int64_t)n;
	}
	blocks->at += (int64_t)n;
	return (ptrdiff_t)n;
}

static ptrdiff_t source_read(struct stream *stream, char *p, size_t capacity, struct error *err)
{
	struct source *source = CONTAINER_OF(stream, struct source, stream);
	struct walk *walk = source->walk;
	ptrdiff_t got;

	if (source->fd < 0) {
		got = blocks_read(&source->entry, p, capacity);
		walk->packed_bytes = (uint64_t)archive_filter_bytes(source->entry.archive, -1);
		if (got < 0)
			(void)breaks_off(source->entry.archive, err);
		return got;
	}
	do
		got = read(source->fd, p, capacity);
	while (got < 0 && errno == EINTR);
	if (got < 0)
		(void)error_set(err, ERR_IO, "%s", strerror(errno));
	else
		walk->packed_bytes += (uint64_t)got;
	return got;
}

/* ---- a member ---- */

static enum err check_limits(const struct member *member, struct error *err)
{
	const struct walk *walk = member->walk;
	const struct unpack_limits *limits = walk->limits;

	if (member->bytes > limits->file_bytes)
		return error_set(err, ERR_LIMIT, "%.*s is larger than %llu bytes (--max-file)",
				 SLICE_FMT(member->path), (unsigned long long)limits->file_bytes);
	if (walk->total_bytes > limits->total_bytes)
		return error_set(err, ERR_LIMIT, "more than %llu bytes in it (--max-total)",
				 (unsigned long long)limits->total_bytes);
	if (walk->total_bytes > RATIO_FROM_BYTES &&
	    walk->total_bytes / (walk->packed_bytes + 1) > limits->ratio)
		return error_set(err, ERR_LIMIT,
				 "unpacks to more than %llu times its size (--max-ratio)",
				 (unsigned long long)limits->ratio);
	return OK;
}

/* Fills the chunk when all of it has been passed on. */
static ptrdiff_t chunk_fill(struct member *member, struct error *err)
{
	ptrdiff_t got;

	if (member->chunk_at < member->chunk_n)
		return (ptrdiff_t)(member->chunk_n - member->chunk_at);
	got = member->source->read(member->source, member->chunk, sizeof(member->chunk), err);
	member->chunk_at = 0;
	member->chunk_n = got > 0 ? (size_t)got : 0;
	return got;
}

static ptrdiff_t plain_read(struct member *member, char *p, size_t capacity)
{
	ptrdiff_t got;

	if (member->chunk_at == member->chunk_n && capacity >= CHUNK_BYTES / 2)
		return member->source->read(member->source, p, capacity, &member->failed);
	got = chunk_fill(member, &member->failed);
	if (got <= 0)
		return got;
	if ((size_t)got > capacity)
		got = (ptrdiff_t)capacity;
	memcpy(p, member->chunk + member->chunk_at, (size_t)got);
	member->chunk_at += (size_t)got;
	return got;
}

static ptrdiff_t unzipped_read(struct member *member, char *p, size_t capacity)
{
	ptrdiff_t got = blocks_read(&member->unzipped, p, capacity);

	if (got < 0 && member->failed.code == OK)
		(void)breaks_off(member->unzip, &member->failed);
	return got;
}

static ptrdiff_t member_read(struct stream *stream, char *p, size_t capacity, struct error *err)
{
	struct member *member = CONTAINER_OF(stream, struct member, stream);
	ptrdiff_t got = -1;

	if (member->failed.code == OK) {
		got = member->unzip != NULL ? unzipped_read(member, p, capacity)
					    : plain_read(member, p, capacity);
		if (got > 0) {
			member->bytes += (uint64_t)got;
			member->walk->total_bytes += (uint64_t)got;
			if (check_limits(member, &member->failed) != OK)
				got = -1;
		}
	}
	if (got < 0 && err != NULL)
		*err = member->failed;
	return got;
}

/* libarchive's callback: the source's bytes for the decompressor. */
static la_ssize_t unzip_input(struct archive *archive, void *data, const void **out)
{
	struct member *member = data;
	ptrdiff_t got = chunk_fill(member, &member->failed);

	if (got < 0)
		archive_set_error(archive, EIO, "%s", member->failed.text);
	*out = member->chunk + member->chunk_at;
	member->chunk_at = member->chunk_n;
	return got;
}

/* All that we ask for is built in, and wants no more than memory. */
static void support(struct archive *archive, int (*add)(struct archive *))
{
	if (add(archive) != ARCHIVE_OK)
		memory_none();
}

static struct archive *archive_new(void)
{
	static int (*const supports[])(struct archive *) = {
		archive_read_support_filter_gzip, archive_read_support_filter_bzip2,
		archive_read_support_filter_xz,   archive_read_support_filter_zstd,
		archive_read_support_format_raw,  archive_read_support_format_empty,
	};
	struct archive *archive = memory_must(archive_read_new());

	for (size_t i = 0; i < ARRAY_SIZE(supports); i++)
		support(archive, supports[i]);
	return archive;
}

static bool is_compressed(struct slice head)
{
	return slice_starts(head, "\x1f\x8b\x08") || slice_starts(head, "BZh") ||
	       slice_starts(head, "\xfd"
				  "7zXZ") ||
	       slice_starts(head, "\x28\xb5\x2f\xfd");
}

/* Looks at the first bytes and puts a decompressor in between when they ask for one. */
static void member_begin(struct member *member, struct slice path, struct stream *source)
{
	struct archive_entry *entry;
	ptrdiff_t got = 1;
	int r;

	member->stream.read = member_read;
	member->path = path;
	member->source = source;
	member->chunk_at = member->chunk_n = 0;
	member->unzip = NULL;
	member->bytes = 0;
	member->failed.code = OK;
	for (; got > 0 && member->chunk_n < MAGIC_BYTES; member->chunk_n += (size_t)got)
		got = source->read(source, member->chunk + member->chunk_n,
				   sizeof(member->chunk) - member->chunk_n, &member->failed);
	if (got < 0 || !is_compressed((struct slice){ member->chunk, member->chunk_n }))
		return;
	member->unzip = archive_new();
	member->unzipped = (struct blocks){ .archive = member->unzip };
	r = archive_read_open(member->unzip, member, NULL, unzip_input, NULL);
	if (r == ARCHIVE_OK)
		r = archive_read_next_header(member->unzip, &entry);
	member->unzipped.ended = r == ARCHIVE_EOF;
	if (r != ARCHIVE_OK && r != ARCHIVE_EOF && member->failed.code == OK)
		(void)breaks_off(member->unzip, &member->failed);
}

/* Lets the visitor have it, then reads what it has left, so that limits hold for it as well. */
static enum err deliver(struct walk *walk, struct slice path, struct stream *source,
			struct error *err)
{
	struct member *member = &walk->member;
	char rest[4096];
	enum err e;

	member_begin(member, path, source);
	walk->delivered++;
	e = walk->visitor->member(walk->visitor, path, &member->stream, err);
	while (e == OK && member_read(&member->stream, rest, sizeof(rest), NULL) > 0)
		;
	if (e == OK && member->failed.code == ERR_LIMIT) {
		e = ERR_LIMIT;
		if (err != NULL)
			*err = member->failed;
	}
	if (member->unzip != NULL)
		archive_read_free(member->unzip);
	return e;
}

/* ---- archives and single files ---- */

static enum err take_entry(struct walk *walk, struct source *source, struct archive_entry *entry,
			   struct error *err)
{
	struct slice path;
	enum err e;

	source->entry = (struct blocks){ .archive = source->entry.archive };
	if (archive_format(source->entry.archive) == ARCHIVE_FORMAT_RAW)
		return deliver(walk, slice_basename(walk->label), &source->stream, err);
	e = folder_name(&walk->names, archive_entry_pathname(entry), &path, err);
	if (e != OK)
		return e;
	if (archive_entry_hardlink(entry) != NULL || archive_entry_filetype(entry) == AE_IFLNK)
		return error_set(err, ERR_INPUT, "refusing '%.*s', which is a link",
				 SLICE_FMT(path));
	if (archive_entry_filetype(entry) == AE_IFDIR)
		return OK;
	if (archive_entry_filetype(entry) != AE_IFREG)
		return error_set(err, ERR_INPUT, "refusing '%.*s', which is no regular file",
				 SLICE_FMT(path));
	return deliver(walk, path, &source->stream, err);
}

/* A tar that was cut between two members differs from a whole one by its end mark only. */
static bool lacks_end(struct archive *archive)
{
	return (archive_format(archive) & ARCHIVE_FORMAT_BASE_MASK) == ARCHIVE_FORMAT_TAR &&
	       archive_filter_bytes(archive, 0) <= archive_read_header_position(archive);
}

static enum err end_is_missing(struct error *err)
{
	return error_set(err, ERR_INPUT, "breaks off: its end is missing");
}

static enum err walk_entries(struct walk *walk, struct archive *archive, struct error *err)
{
	struct source source = {
		.stream = { source_read }, .walk = walk, .fd = -1, .entry = { .archive = archive }
	};
	struct archive_entry *entry;
	int r;

	for (;;) {
		enum err e;

		r = archive_read_next_header(archive, &entry);
		if (r != ARCHIVE_OK && r != ARCHIVE_WARN)
			break;
		e = take_entry(walk, &source, entry, err);
		if (e != OK)
			return e;
	}
	if ((r != ARCHIVE_EOF || lacks_end(archive)) && !source.entry.damaged) {
		struct error *told = walk->delivered > 0 ? &walk->visitor->broke_off : err;
		enum err e = r == ARCHIVE_EOF ? end_is_missing(told) : breaks_off(archive, told);

		return walk->delivered > 0 ? OK : e;
	}
	if (archive_format(archive) == ARCHIVE_FORMAT_EMPTY)
		return error_set(err, ERR_INPUT, "empty");
	return OK;
}

static enum err walk_fd(struct walk *walk, int fd, struct error *err)
{
	struct archive *archive = archive_new();
	enum err e;

	support(archive, archive_read_support_format_tar);
	support(archive, archive_read_support_format_zip);
	if (archive_read_open_fd(archive, fd, CHUNK_BYTES) != ARCHIVE_OK)
		e = breaks_off(archive, err);
	else
		e = walk_entries(walk, archive, err);
	archive_read_free(archive);
	return e;
}

/* ---- folders ---- */

static enum err take_file(struct folder_visitor *visitor, struct slice path, int fd,
			  struct error *err)
{
	struct walk *walk = CONTAINER_OF(visitor, struct walk, folder);
	struct source source = { .stream = { source_read }, .walk = walk, .fd = fd };

	return deliver(walk, path, &source.stream, err);
}

/* ---- the two ways in ---- */

static enum err walk_any(int fd, const char *folder, struct slice label,
			 const struct unpack_limits *limits, struct unpack_visitor *visitor,
			 struct error *err)
{
	/* Names in archives are UTF-8, whatever the locale of the process. */
	locale_t utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
	locale_t before = utf8 == (locale_t)0 ? utf8 : uselocale(utf8);
	struct walk walk = { .limits = limits,
			     .visitor = visitor,
			     .label = label,
			     .folder = { take_file },
			     .names = { .max = limits->entries } };
	enum err e;

	walk.member.walk = &walk;
	visitor->broke_off.code = OK;
	e = folder != NULL ? folder_walk(folder, limits->entries, &walk.folder, err)
			   : walk_fd(&walk, fd, err);
	if (e == OK && walk.delivered == 0)
		e = error_set(err, ERR_INPUT, "no files in it");
	if (utf8 != (locale_t)0) {
		(void)uselocale(before); /* gives back what it took */
		freelocale(utf8);
	}
	return e;
}

enum err unpack_fd(int fd, struct slice label, const struct unpack_limits *limits,
		   struct unpack_visitor *visitor, struct error *err)
{
	return walk_any(fd, NULL, label, limits, visitor, err);
}

enum err unpack_walk(const char *name, const struct unpack_limits *limits,
		     struct unpack_visitor *visitor, struct error *err)
{
	struct slice label = slice_str(name);
	struct stat st;
	enum err e;
	int fd;

	if (slice_is(label, "-"))
		return walk_any(STDIN_FILENO, NULL, label, limits, visitor, err);
	fd = open(name, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	if (fd < 0)
		return error_set(err, errno == ENOENT ? ERR_NOT_FOUND : ERR_IO, "%s",
				 strerror(errno));
	if (fstat(fd, &st) != 0)
		e = error_set(err, ERR_IO, "%s", strerror(errno));
	else if (S_ISDIR(st.st_mode))
		e = walk_any(-1, name, label, limits, visitor, err);
	else if (S_ISREG(st.st_mode))
		e = walk_any(fd, NULL, label, limits, visitor, err);
	else
		e = error_set(err, ERR_INPUT, "neither a regular file nor a folder");
	(void)close(fd); /* only read from */
	return e;
}
