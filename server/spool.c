/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "server/spool.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/memory.h"

/* For file systems that have no files without a name. */
static int open_and_unlink(const char *folder)
{
	char *name = NULL;
	int file;

	if (asprintf(&name, "%s/.memcgperfd-XXXXXX", folder) < 0)
		memory_none();
	file = mkostemp(name, O_CLOEXEC);
	if (file >= 0)
		(void)unlink(name); /* if that fails, a name stays */
	free(name);
	return file;
}

static enum err code_of_errno(void)
{
	return errno == ENOSPC || errno == EDQUOT ? ERR_FULL : ERR_IO;
}

enum err spool_open(const char *folder, struct spool *out, struct error *err)
{
	int file = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);

	if (file < 0 && (errno == EOPNOTSUPP || errno == EISDIR))
		file = open_and_unlink(folder);
	if (file < 0)
		return error_set(err, code_of_errno(), "cannot keep a body in %s (--spool-dir): %s",
				 folder, strerror(errno));
	*out = (struct spool){ file, 0 };
	return OK;
}

void spool_close(struct spool *spool)
{
	if (spool->file >= 0)
		(void)close(spool->file); /* nobody needs what was in it */
	spool->file = -1;
}

enum err spool_add(struct spool *spool, struct slice bytes, struct error *err)
{
	spool->size_bytes += bytes.n;
	while (bytes.n > 0) {
		ssize_t n = write(spool->file, bytes.p, bytes.n);

		if (n < 0 && errno != EINTR)
			return error_set(err, code_of_errno(), "cannot keep the body: %s",
					 strerror(errno));
		bytes = slice_skip(bytes, n > 0 ? (size_t)n : 0);
	}
	return OK;
}

enum err spool_rewind(struct spool *spool, struct error *err)
{
	if (lseek(spool->file, 0, SEEK_SET) != 0)
		return error_set(err, ERR_IO, "cannot read the body: %s", strerror(errno));
	return OK;
}
