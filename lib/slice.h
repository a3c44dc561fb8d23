/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Borrowed bytes: pointer and length. Never freed, never assumed to end in NUL, and never used
 * longer than the buffer they point into.
 * Layer: lib, above base only.
 */
#ifndef LIB_SLICE_H
#define LIB_SLICE_H

#include "lib/base.h"

struct slice {
	const char *p;
	size_t n;
};

/* A slice of a string literal. */
#define SLICE(literal) ((struct slice){ "" literal, sizeof(literal) - 1 })
#define SLICE_NONE     ((struct slice){ NULL, 0 })

/* For printf's "%.*s". */
#define SLICE_FMT(s) (int)(s).n, (s).p

struct slice slice_str(const char *cstr); /* NULL gives an empty slice */
bool slice_eq(struct slice a, struct slice b);
bool slice_is(struct slice a, const char *cstr);
/* Byte order, as strcmp. */
int slice_cmp(struct slice a, struct slice b);
/* As slice_cmp, but runs of digits compare as numbers: iter-2 before iter-10. */
int slice_cmp_natural(struct slice a, struct slice b);
bool slice_starts(struct slice s, const char *prefix);
bool slice_ends(struct slice s, const char *suffix);
/* Index of the first occurrence, or s.n when there is none. */
size_t slice_find(struct slice s, const char *needle);
size_t slice_find_char(struct slice s, char c);
size_t slice_rfind_char(struct slice s, char c);
/* The first n bytes, or all. */
static inline struct slice slice_head(struct slice s, size_t n)
{
	return n < s.n ? (struct slice){ s.p, n } : s;
}

/* What is left without the first n bytes. */
static inline struct slice slice_skip(struct slice s, size_t n)
{
	if (n >= s.n)
		return (struct slice){ s.p == NULL ? NULL : s.p + s.n, 0 };
	return (struct slice){ s.p + n, s.n - n };
}

/* Without blanks, tabs, carriage returns and newlines at both ends / at the end. */
struct slice slice_trim(struct slice s);
struct slice slice_trim_end(struct slice s);
/* When s starts with prefix: cuts it off and says true. */
bool slice_take(struct slice *s, const char *prefix);

/* Cuts the next line, without "\n" or "\r\n", off *rest. False at the end. */
bool slice_line(struct slice *rest, struct slice *line);
/* Cuts the next word (blanks and tabs around it) off *rest; empty at the end. */
struct slice slice_field(struct slice *rest);
/* Cuts what stands before the next sep off *rest, and sep with it. False when *rest is spent. */
bool slice_split(struct slice *rest, char sep, struct slice *part);

/* Whether all words of a text (blanks and tabs between) are in s, in any case of ASCII's letters.
 */
bool slice_has_words(struct slice s, struct slice words);

/* Last part of a path, and what stands before it (without the '/'). */
struct slice slice_basename(struct slice path);
struct slice slice_dirname(struct slice path);

/* True when the bytes are UTF-8 (no surrogates, no overlong forms). */
bool slice_is_utf8(struct slice s);

/* FNV-1a, for hash tables of ours; not for identity. */
uint64_t slice_hash(struct slice s);
/* Likewise, eight bytes at a step: for inner loops. Its values may change. */
uint64_t slice_hash_wide(struct slice s);

#endif
