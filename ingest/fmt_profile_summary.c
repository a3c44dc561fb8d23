/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Profile by source file and function, as in the memcg mails of 2015:
 *
 *	/usr/src/linux-4.0-vanilla/mm/memcontrol.c        6.6441   395842
 *	  mem_cgroup_try_charge                                     2.950%   175781
 *
 * Percents are of the whole profile. Functions go on after a reply between them.
 */
#include "ingest/format.h"

#include "lib/num.h"

/* The three fields of a row and nothing behind them. */
static bool three_fields(struct slice line, struct slice out[3])
{
	for (int i = 0; i < 3; i++) {
		out[i] = slice_field(&line);
		if (out[i].n == 0)
			return false;
	}
	return slice_field(&line).n == 0;
}

/* Where the path within the kernel tree begins; path.n when the path is none of a kernel's. */
static size_t tree_path(struct slice path)
{
	static const char *const folders[] = {
		"/mm/",    "/kernel/",  "/fs/",       "/net/",     "/arch/", "/block/",
		"/lib/",   "/drivers/", "/security/", "/ipc/",     "/init/", "/crypto/",
		"/sound/", "/virt/",    "/io_uring/", "/include/",
	};
	size_t first = path.n;

	for (size_t i = 0; i < ARRAY_SIZE(folders); i++) {
		size_t at = slice_find(path, folders[i]);

		if (at < first)
			first = at;
	}
	return first < path.n ? first + 1 : path.n;
}

/* "linux-4.0-vanilla" of the path: the kernel's label is what stands behind "linux-". */
static struct slice kernel_of(struct slice folder)
{
	struct slice name = slice_basename(folder);

	return slice_take(&name, "linux-") ? name : SLICE_NONE;
}

static bool is_source_row(struct slice line, struct record *r)
{
	struct slice f[3], folder;
	size_t inner;

	if (!three_fields(line, f) || slice_find_char(f[0], '/') == f[0].n ||
	    !(slice_ends(f[0], ".c") || slice_ends(f[0], ".h") || slice_ends(f[0], ".S")) ||
	    num_decimals(f[1]) == 0 || !num_double(f[1], &r->percent) ||
	    !num_int(f[2], &r->samples) || r->samples < 0)
		return false;
	/* the folder of the kernel may itself stand below one called /net/ or /lib/ */
	inner = slice_find(f[0], "/linux-");
	folder = slice_skip(f[0], inner < f[0].n ? inner + 1 : 0);
	inner = tree_path(folder);
	r->source_file = inner < folder.n ? slice_skip(folder, inner) : f[0];
	if (inner < folder.n)
		r->run = kernel_of(slice_head(folder, inner - 1));
	return true;
}

static bool is_function_row(struct slice line, struct record *r)
{
	struct slice f[3];

	if (!three_fields(line, f) || line.p[0] > ' ' || !slice_ends(f[1], "%"))
		return false;
	f[1].n--;
	r->symbol = f[0];
	return num_double(f[1], &r->percent) && num_int(f[2], &r->samples) && r->samples >= 0;
}

static enum err take_block(struct text *text, size_t i, const struct record *source,
			   struct sink *sink, struct error *err)
{
	struct record row = *source;
	enum err e;

	do {
		text->lines[i].taken = true;
		row.line = text->lines[i].line_no;
		e = sink_emit(sink, &row, err);
		i = text_row_below(text, i);
	} while (e == OK && i < text->count && !text->lines[i].taken &&
		 is_function_row(text->lines[i].s, &row));
	return e;
}

static enum err profile_summary_prose(struct arena *arena, struct text *text, struct sink *sink,
				      struct error *err)
{
	enum err e = OK;

	(void)arena;
	for (size_t i = 0; e == OK && i < text->count; i++) {
		struct record source = record_init(RECORD_SYMBOL);

		if (!text->lines[i].taken && is_source_row(text->lines[i].s, &source))
			e = take_block(text, i, &source, sink, err);
	}
	return e;
}

const struct format fmt_profile_summary = {
	.name = "profile-summary",
	.summary = "profile by source file and function, percent and samples",
	.tool = "mmtests and oprofile reports of 2015",
	.prose = profile_summary_prose,
};
