/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>

#include "ingest/cmd.h"
#include "lib/num.h"

enum err cmd_style(const char *name, enum report_style *out, struct error *err)
{
	if (report_style_parse(slice_str(name), out))
		return OK;
	return error_set(err, ERR_INPUT, "no style '%s'; there are: %s", name, REPORT_STYLES);
}

enum err cmd_width(const char *text, int *out, struct error *err)
{
	int64_t width;

	if (!num_int(slice_str(text), &width) || width < REPORT_WIDTH_MIN ||
	    width > REPORT_WIDTH_MAX)
		return error_set(err, ERR_INPUT, "--width is %d to %d", REPORT_WIDTH_MIN,
				 REPORT_WIDTH_MAX);
	*out = (int)width;
	return OK;
}

enum err cmd_print(const struct buf *buf, struct error *err)
{
	if (buf->failed)
		return error_set(err, ERR_LIMIT, "the report needs more memory than there is");
	if (buf->n > 0 && fwrite(buf->data, 1, buf->n, stdout) != buf->n)
		return error_set(err, ERR_IO, "cannot write to standard output");
	return OK;
}
