/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/benchmarks.h"

#include <string.h>

#include "ingest/benchmarks_rows.h"

const struct benchmark *benchmark_at(size_t n)
{
	static const struct benchmark_rows *const parts[] = {
		&benchmarks_head,
		&benchmarks_2025,
		&benchmarks_2015,
		&benchmarks_own,
	};

	for (size_t i = 0; i < ARRAY_SIZE(parts); i++) {
		if (n < parts[i]->count)
			return &parts[i]->rows[n];
		n -= parts[i]->count;
	}
	return NULL;
}

/* ---- names of folders ---- */

/* How well a row's name fits: its length, 0 = not at all. The peer drops "-more" until one fits. */
static size_t fits(const struct benchmark *row, struct slice folder)
{
	size_t n;

	if (folder.n == 0 || folder.p[0] != row->name[0])
		return 0; /* most rows, for each file of a tree */
	n = slice_str(row->name).n;
	if (!slice_starts(folder, row->name) || (folder.n > n && folder.p[n] != '-'))
		return 0;
	return n;
}

bool benchmark_known(struct slice folder)
{
	const struct benchmark *row;

	for (size_t i = 0; (row = benchmark_at(i)) != NULL; i++)
		if (fits(row, folder) > 0 && row->parser != NULL)
			return true;
	return false;
}

const struct benchmark *benchmark_report(enum peer_revision revision, struct slice folder,
					 struct slice alt)
{
	const struct benchmark *row, *best = NULL;
	size_t length = 0;

	for (size_t i = 0; (row = benchmark_at(i)) != NULL; i++) {
		size_t n = fits(row, folder);

		if (n <= length || (row->eras & (1U << revision)) == 0 || row->parser == NULL ||
		    !slice_eq(slice_str(row->alt), alt))
			continue;
		best = row;
		length = n;
	}
	return best;
}

/* ---- names of files ---- */

struct slice benchmark_plain_name(struct slice name)
{
	static const char *const endings[] = { ".gz", ".xz", ".zst", ".bz2" };

	for (size_t i = 0; i < ARRAY_SIZE(endings); i++)
		if (slice_ends(name, endings[i])) {
			name.n -= slice_str(endings[i]).n;
			return name;
		}
	return name;
}

enum { NAME_MAX_BYTES = 255 };

static bool match(const char *pattern, struct slice name, struct benchmark_factors *out);

/* The part behind "[...": with what it holds, else behind its ']'. */
static bool match_optional(const char *pattern, struct slice name, struct benchmark_factors *out)
{
	size_t depth = 1, n = 0;

	if (match(pattern, name, out))
		return true;
	for (; depth > 0; n++)
		depth += (pattern[n] == '[') - (pattern[n] == ']');
	return match(pattern + n, name, out);
}

/* What may stand in a part: digits in %i and %n, no dash in %a, all but '/' in the others. */
static bool is_of(char part, char c)
{
	if (part == 'i' || part == 'n')
		return c >= '0' && c <= '9';
	return c != '/' && (part != 'a' || c != '-');
}

/* A part of any length, as short as the rest allows. */
static bool match_any(const char *pattern, struct slice name, char kind, size_t least,
		      struct slice *part, struct benchmark_factors *out)
{
	for (size_t n = 0; n <= name.n; n++) {
		if (n > 0 && !is_of(kind, name.p[n - 1]))
			return false;
		if (n >= least && match(pattern, slice_skip(name, n), out)) {
			if (part != NULL)
				*part = slice_head(name, n);
			return true;
		}
	}
	return false;
}

static struct slice *part_of(char kind, struct benchmark_factors *out)
{
	if (kind == 'i')
		return &out->number;
	return kind == 'B' || kind == 'n' ? &out->b : &out->a;
}

static bool match(const char *pattern, struct slice name, struct benchmark_factors *out)
{
	for (; *pattern != '\0'; pattern++) {
		switch (*pattern) {
		case ']':
			continue;
		case '[':
			return match_optional(pattern + 1, name, out);
		case '*':
			return match_any(pattern + 1, name, '*', 0, NULL, out);
		case '%':
			return match_any(pattern + 2, name, pattern[1], 1, part_of(pattern[1], out),
					 out);
		default:
			if (name.n == 0 || name.p[0] != *pattern)
				return false;
			name = slice_skip(name, 1);
		}
	}
	return name.n == 0;
}

bool benchmark_matches(const struct benchmark *row, struct slice name,
		       struct benchmark_factors *out)
{
	struct benchmark_factors factors = { 0 };

	name = benchmark_plain_name(name);
	if (name.n > NAME_MAX_BYTES || !match(row->files, name, &factors))
		return false;
	*out = factors;
	return true;
}

/* What mmtests itself writes among the results. */
static bool is_console(struct slice name)
{
	return slice_is(name, "mmtests.log") || slice_is(name, "commands.log");
}

const struct benchmark *benchmark_of_file(struct slice folder, struct slice name,
					  struct benchmark_factors *out)
{
	const struct benchmark *row, *best = NULL;
	struct benchmark_factors factors;
	size_t length = 0;

	if (is_console(benchmark_plain_name(name)))
		return NULL;
	for (size_t i = 0; (row = benchmark_at(i)) != NULL; i++) {
		size_t n = fits(row, folder);

		if (n <= length || row->parser == NULL || (row->flags & ROW_PEER_ONLY) != 0 ||
		    !benchmark_matches(row, name, &factors))
			continue;
		best = row;
		length = n;
		*out = factors;
	}
	return best;
}

/* ---- what a row says ---- */

struct peer_style benchmark_style(const struct benchmark *row, struct slice heading)
{
	const struct benchmark_heading *special = row->headings;
	struct peer_style style = row->style;

	for (; special != NULL && special->name != NULL; special++)
		if (slice_is(heading, special->name)) {
			style.kind = special->kind;
			style.higher = special->higher;
		}
	return style;
}

const struct benchmark_metric *benchmark_metric(const struct benchmark *row, struct slice label)
{
	for (const struct benchmark_metric *m = row->metrics; m->label != NULL; m++)
		if (m->label[0] == '*' ? slice_find(label, m->label + 1) < label.n
				       : slice_starts(label, m->label))
			return m;
	return NULL;
}

static bool begins(struct slice metric, const struct benchmark_metric *entry)
{
	if (entry->label[0] == '*')
		return slice_find(metric, entry->label + 1) < metric.n;
	return slice_starts(metric, entry->own != NULL ? entry->own : entry->label);
}

enum better benchmark_better(struct slice folder, struct slice metric)
{
	const struct benchmark *row;

	for (size_t i = 0; (row = benchmark_at(i)) != NULL; i++)
		if (fits(row, folder) > 0)
			for (const struct benchmark_metric *m = row->metrics;
			     m != NULL && m->label != NULL; m++)
				if (begins(metric, m))
					return m->better;
	return BETTER_UNKNOWN;
}
