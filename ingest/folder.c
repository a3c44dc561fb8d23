/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/folder.h"

#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_BYTES_MAX = 4096 };

struct walk {
	struct folder_names names;
	struct folder_visitor *visitor;
	struct slice top;
};

static bool has_dotdot(struct slice path)
{
	struct slice part;

	while (slice_split(&path, '/', &part))
		if (slice_is(part, ".."))
			return true;
	return false;
}

static bool is_printable(struct slice s)
{
	for (size_t i = 0; i < s.n; i++)
		if ((unsigned char)s.p[i] < ' ' || s.p[i] == 0x7f)
			return false;
	return slice_is_utf8(s);
}

enum err folder_name(struct folder_names *names, const char *name, struct slice *path,
		     struct error *err)
{
	struct slice s = slice_str(name);

	if (++names->count > names->max)
		return error_set(err, ERR_LIMIT, "more than %llu members in it (--max-entries)",
				 (unsigned long long)names->max);
	if (s.n == 0 || !is_printable(s))
		return error_set(err, ERR_INPUT, "the name of member %llu is no plain UTF-8",
				 (unsigned long long)names->count);
	if (s.n > PATH_BYTES_MAX)
		return error_set(err, ERR_LIMIT, "a name is longer than %d bytes", PATH_BYTES_MAX);
	if (s.p[0] == '/')
		return error_set(err, ERR_INPUT, "refusing the absolute name '%.*s'", SLICE_FMT(s));
	if (has_dotdot(s))
		return error_set(err, ERR_INPUT, "refusing '%.*s', whose name holds '..'",
				 SLICE_FMT(s));
	while (slice_take(&s, "./"))
		while (slice_take(&s, "/"))
			;
	*path = s;
	return OK;
}

static int natural_order(const FTSENT **a, const FTSENT **b)
{
	return slice_cmp_natural((struct slice){ (*a)->fts_name, (*a)->fts_namelen },
				 (struct slice){ (*b)->fts_name, (*b)->fts_namelen });
}

static enum err take_file(struct walk *walk, const FTSENT *found, struct slice path,
			  struct error *err)
{
	int fd = open(found->fts_accpath, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	struct stat st;
	enum err e = OK;

	if (fd < 0)
		return error_set(err, ERR_IO, "%s: %s", found->fts_path, strerror(errno));
	if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode))
		e = walk->visitor->file(walk->visitor, path, fd, err);
	(void)close(fd); /* only read from */
	return e;
}

static enum err take_found(struct walk *walk, const FTSENT *found, struct error *err)
{
	struct slice path;
	enum err e;

	if (found->fts_info == FTS_DNR || found->fts_info == FTS_ERR || found->fts_info == FTS_NS)
		return error_set(err, ERR_IO, "%s: %s", found->fts_path,
				 strerror(found->fts_errno));
	if (found->fts_level == 0 || (found->fts_info != FTS_F && found->fts_info != FTS_D))
		return OK;
	path = slice_skip(slice_str(found->fts_path), walk->top.n);
	while (slice_take(&path, "/"))
		;
	e = folder_name(&walk->names, path.p, &path, err);
	return e == OK && found->fts_info == FTS_F ? take_file(walk, found, path, err) : e;
}

enum err folder_walk(const char *name, uint64_t entries_max, struct folder_visitor *visitor,
		     struct error *err)
{
	struct walk walk = { .names = { .max = entries_max },
			     .visitor = visitor,
			     .top = slice_str(name) };
	char *roots[] = { (char *)name, NULL }; /* fts only reads it */
	FTS *fts = fts_open(roots, FTS_PHYSICAL | FTS_COMFOLLOW | FTS_NOCHDIR, natural_order);
	enum err e = OK;
	FTSENT *found;

	if (fts == NULL)
		return error_set(err, ERR_IO, "%s", strerror(errno));
	while (e == OK && (errno = 0, found = fts_read(fts)) != NULL)
		e = take_found(&walk, found, err);
	if (e == OK && errno != 0)
		e = error_set(err, ERR_IO, "%s", strerror(errno));
	(void)fts_close(fts); /* only read from */
	return e;
}
