/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/table.h"

#include <string.h>
#include <strings.h>

/* Benchmarks that a title above a table may name, alone or with "-..." behind. */
static const char *const benchmarks[] = {
	"abinit",
	"adrestia",
	"aim9",
	"aom",
	"apachebench",
	"autonumabench",
	"blogbench",
	"bonnie",
	"bonniepp",
	"coremark",
	"cpudmalatency",
	"cyclictest",
	"dbench",
	"dbench4",
	"dedup",
	"easywave",
	"ebizzy",
	"ffsb",
	"filebench",
	"filelockperf",
	"fio",
	"freqmine",
	"fsmark",
	"fsmark-threaded",
	"futexbench",
	"futexwait",
	"gitcheckout",
	"gitsource",
	"gnupgsource",
	"graph500",
	"hackbench",
	"highalloc",
	"hpagealloc",
	"hpcc",
	"io_uring",
	"iozone",
	"iperf3",
	"ipcscale",
	"johnripper",
	"kernbench",
	"kvmstart",
	"libmicro",
	"lkp",
	"lmbench",
	"ltp",
	"memcachetest",
	"micro",
	"mlc",
	"multi",
	"multibuild",
	"mutilate",
	"nas",
	"netperf",
	"netpipe",
	"openfoam",
	"pagealloc",
	"paralleldd",
	"parallelio",
	"parsec",
	"pedsort",
	"perffutexwake",
	"perfnuma",
	"perfpipe",
	"perfsyscall",
	"pft",
	"pgbench",
	"pgioperf",
	"phpbench",
	"pistress",
	"pmqtest",
	"postmark",
	"poundsyscall",
	"pyarray",
	"reaim",
	"redis",
	"rtmigration",
	"saladfork",
	"salmon",
	"schbench",
	"scimark",
	"sembench",
	"siege",
	"simoop",
	"sockperf",
	"sparsetruncate",
	"speccpu",
	"specjbb",
	"specjbb2015",
	"specjvm",
	"specfem3d",
	"spinplace",
	"sqlite",
	"sstartup",
	"starve",
	"stockfish",
	"stream",
	"stressng",
	"stutter",
	"stutterp",
	"swappiness",
	"sysbench",
	"sysbenchcpu",
	"sysbenchmutex",
	"sysbenchthread",
	"sysjitter",
	"tbench",
	"tbench4",
	"thpchallenge",
	"thpcompact",
	"thpscale",
	"time_unmap",
	"timedalloc",
	"tiobench",
	"tlbflush",
	"trunc",
	"unixbench",
	"usemem",
	"vdsotest",
	"vmr-stream",
	"vmscale",
	"wis",
	"wptlbflush",
	"wrf",
	"xfsio",
	"xfsrepair",
	"xfstests",
	"xsbench",
};

/* Words of a line, at most one more than a table has columns. */
struct words {
	struct slice s; /* the whole line */
	struct slice list[TABLE_COLUMNS_MAX + 1];
	size_t count;
	bool two_blanks; /* between every two of them */
	bool colon;      /* one ends in a colon */
};

static bool split_words(struct slice s, struct words *out)
{
	struct slice rest = s, word;
	const char *end = NULL;

	*out = (struct words){ .s = slice_trim_end(s), .two_blanks = true };
	while ((word = slice_field(&rest)).n > 0) {
		if (out->count == ARRAY_SIZE(out->list))
			return false;
		if (end != NULL && word.p - end < 2)
			out->two_blanks = false;
		out->colon = out->colon || slice_ends(word, ":");
		out->list[out->count++] = word;
		end = word.p + word.n;
	}
	return out->count > 0;
}

static size_t column_of(const struct words *words, size_t i)
{
	return (size_t)(words->list[i].p - words->s.p);
}

static size_t right_edge(const struct words *words, size_t i)
{
	return column_of(words, i) + words->list[i].n;
}

/* Over the columns, and not over the names of rows as a title or prose would stand. */
static bool stands_over_columns(const struct words *words, const struct table_block *block)
{
	size_t least = SIZE_MAX;

	for (size_t i = 0; i < block->row_count; i++)
		if (block->rows[i].name_end < least)
			least = block->rows[i].name_end;
	return !words->colon && words->count <= block->columns && column_of(words, 0) >= least;
}

/* "groups  baseline  sched_cache": the first word heads the names. */
static bool heads_names_too(const struct words *words, const struct table_block *block)
{
	return !words->colon && words->two_blanks && words->count == block->columns + 1;
}

/* How many of the edges but the last, moved by shift, fall within a word of s. */
static size_t words_cut(struct slice s, const size_t *edges, size_t n, ptrdiff_t shift)
{
	size_t cut = 0;

	for (size_t i = 0; i + 1 < n; i++) {
		ptrdiff_t at = (ptrdiff_t)edges[i] + shift;

		cut += at > 0 && at < (ptrdiff_t)s.n && s.p[at - 1] != ' ' && s.p[at] != ' ';
	}
	return cut;
}

/*
 * Cuts a line at the right edges of its columns. Authors move heading lines: when names are cut,
 * and fewer the other way (or as many, and the line ends before its last column, where a long name
 * would end behind it), the last name is taken to end where the last column does.
 */
static void cut_at_edges(struct slice s, const size_t *edges, size_t n, struct slice *out)
{
	ptrdiff_t shift = (ptrdiff_t)s.n - (ptrdiff_t)edges[n - 1];
	ptrdiff_t from = 0, end = (ptrdiff_t)s.n;
	size_t cut = words_cut(s, edges, n, 0), cut_moved = words_cut(s, edges, n, shift);

	if (cut_moved > cut || (cut_moved == cut && (cut == 0 || shift > 0)))
		shift = 0;
	for (size_t i = 0; i < n; i++) {
		ptrdiff_t to = (ptrdiff_t)edges[i] + shift;

		if (to > end || i + 1 == n)
			to = end;
		if (to < from)
			to = from;
		out[i] = slice_trim((struct slice){ s.p + from, (size_t)(to - from) });
		from = to;
	}
}

/* Parts of the names in one heading line: its words, or what stands between the edges. */
static void line_parts(const struct words *words, const size_t *edges, struct table_block *block,
		       struct slice *out)
{
	if (words->count == block->columns) {
		memcpy(out, words->list, block->columns * sizeof(*out));
		return;
	}
	cut_at_edges(words->s, edges, block->columns, out);
	block->names_cut = block->names_cut || words->count < block->columns;
}

/* What the lines hold, whatever the columns' width. */
static struct slice letters_of(struct arena *arena, const struct words *upper,
			       const struct words *lower)
{
	struct slice out = SLICE_NONE;

	for (size_t i = 0; upper != NULL && i < upper->count; i++)
		out = arena_printf(arena, "%.*s%.*s", SLICE_FMT(out), SLICE_FMT(upper->list[i]));
	out = arena_printf(arena, "%.*s\n", SLICE_FMT(out));
	for (size_t i = 0; i < lower->count; i++)
		out = arena_printf(arena, "%.*s%.*s", SLICE_FMT(out), SLICE_FMT(lower->list[i]));
	return out;
}

static struct slice join_name(struct arena *arena, struct slice upper, struct slice lower)
{
	/* a name without a dash is printed again behind itself without its last character */
	if (upper.n == 0 ||
	    (lower.n == upper.n + 1 && slice_eq(slice_head(lower, upper.n), upper) &&
	     slice_find_char(lower, '-') == lower.n))
		return lower;
	if (lower.n == 0)
		return upper;
	return arena_printf(arena, "%.*s%s%.*s", SLICE_FMT(upper), lower.p[0] == '-' ? "" : "-",
			    SLICE_FMT(lower));
}

static struct slice *names_of(struct arena *arena, struct table_block *block,
			      const struct words *upper, const struct words *lower)
{
	size_t n = block->columns, edges[TABLE_COLUMNS_MAX];
	struct slice *names = ARENA_ARRAY(arena, n, struct slice);
	struct slice above[TABLE_COLUMNS_MAX], below[TABLE_COLUMNS_MAX];
	const struct words *whole = lower->count == n ? lower : upper;

	for (size_t i = 0; i < n; i++)
		edges[i] = whole != NULL && whole->count == n ? right_edge(whole, i)
							      : block->rows[0].cells[i].end;
	line_parts(lower, edges, block, below);
	if (upper != NULL)
		line_parts(upper, edges, block, above);
	block->letters = letters_of(arena, upper, lower);
	for (size_t i = 0; i < n; i++)
		names[i] = upper == NULL ? below[i] : join_name(arena, above[i], below[i]);
	for (size_t i = 0; i < n; i++)
		if (names[i].n == 0)
			names[i] = table_column_name(arena, i);
	return names;
}

/* What a heading's line holds, the end that a mail program wrapped with it. */
struct heading_line {
	struct words words;
	size_t first, last; /* lines of the text */
};

static bool words_of(struct arena *arena, const struct text *text, size_t i, struct words *words)
{
	return i < text->count && !text->lines[i].taken &&
	       split_words(table_line(arena, text, i), words);
}

/*
 * Joins lines first and last when they are one that was wrapped: the rest stands at the line's
 * start, or without the quote marks of the other.
 */
static bool join_wrapped(struct arena *arena, const struct text *text,
			 const struct table_block *block, size_t first, size_t last,
			 struct heading_line *out)
{
	struct words upper, lower;

	if (!words_of(arena, text, first, &upper) || !words_of(arena, text, last, &lower) ||
	    upper.count + lower.count != block->columns || upper.colon || lower.colon)
		return false;
	if (column_of(&lower, 0) > 0 && text->lines[first].depth == text->lines[last].depth)
		return false;
	out->first = first;
	out->last = last;
	return split_words(arena_printf(arena, "%.*s %.*s", SLICE_FMT(upper.s),
					SLICE_FMT(slice_trim(lower.s))),
			   &out->words) &&
	       stands_over_columns(&out->words, block);
}

/* The line that stands directly above line i. */
static bool line_above(struct arena *arena, const struct text *text,
		       const struct table_block *block, size_t i, struct heading_line *out)
{
	size_t above = text->lines[i].previous;

	if (above == text->count)
		return false;
	if (above + 2 == i && text->lines[above + 1].depth < text->lines[above].depth &&
	    join_wrapped(arena, text, block, above, above + 1, out))
		return true;
	if (join_wrapped(arena, text, block, text->lines[above].previous, above, out))
		return true;
	out->first = out->last = above;
	return words_of(arena, text, above, &out->words);
}

static void take_heading(struct text *text, struct table_block *block,
			 const struct heading_line *line)
{
	block->heading = line->first;
	text->lines[line->first].taken = true;
	text->lines[line->last].taken = true;
}

static void find_names(struct arena *arena, struct text *text, struct table_block *block)
{
	struct heading_line lower, upper;
	bool two;

	if (!line_above(arena, text, block, block->heading, &lower))
		return;
	if (heads_names_too(&lower.words, block)) {
		block->names = ARENA_ARRAY(arena, block->columns, struct slice);
		memcpy(block->names, lower.words.list + 1, block->columns * sizeof(*block->names));
		take_heading(text, block, &lower);
	} else if (stands_over_columns(&lower.words, block)) {
		two = line_above(arena, text, block, lower.first, &upper) &&
		      stands_over_columns(&upper.words, block);
		block->names = names_of(arena, block, two ? &upper.words : NULL, &lower.words);
		take_heading(text, block, &lower);
		if (two)
			take_heading(text, block, &upper);
	}
}

static bool is_benchmark(struct slice word)
{
	for (size_t i = 0; i < ARRAY_SIZE(benchmarks); i++) {
		size_t n = strlen(benchmarks[i]);

		if (word.n >= n && strncasecmp(word.p, benchmarks[i], n) == 0 &&
		    (word.n == n || word.p[n] == '-'))
			return true;
	}
	return false;
}

/* The title stands directly above the heading, or a blank line above it. */
static void find_benchmark(struct arena *arena, struct text *text, struct table_block *block)
{
	size_t i = text->lines[block->heading].previous;
	struct slice line, word;
	char *name;

	if (i < text->count && slice_trim(text->lines[i].s).n == 0)
		i = text->lines[i].previous;
	if (i == text->count || text->lines[i].taken)
		return;
	line = text->lines[i].s;
	word = slice_field(&line);
	if (!is_benchmark(word))
		return;
	name = arena_cstr(arena, word);
	for (size_t k = 0; k < word.n; k++)
		name[k] = (char)(name[k] >= 'A' && name[k] <= 'Z' ? name[k] - 'A' + 'a' : name[k]);
	block->benchmark = (struct slice){ name, word.n };
	text->lines[i].taken = true;
}

void table_heading_parse(struct arena *arena, struct text *text, struct table_block *block)
{
	block->heading = block->rows[0].first;
	find_names(arena, text, block);
	find_benchmark(arena, text, block);
}
