/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What perf script's text repeats: frame lines and the names that they gave, call chains and the
 * node of the tree where they end below a root, and the text of whole chains. A capture repeats few
 * of them many times, so that text is mostly looked up and compared instead of being read.
 * Layer: ingest, above calltree. Bounded: what is full forgets everything of its kind.
 */
#ifndef INGEST_SCRIPT_MEMO_H
#define INGEST_SCRIPT_MEMO_H

#include <string.h>

#include "lib/base.h"
#include "lib/calltree.h"
#include "lib/slice.h"

enum {
	SCRIPT_MEMO_LINES = 32 * 1024,
	SCRIPT_MEMO_TEXT_BYTES = 4 * 1024 * 1024,
	SCRIPT_MEMO_NAMES = 64 * 1024,
	SCRIPT_MEMO_CHAINS = 16 * 1024,
	SCRIPT_MEMO_CHAIN_NAMES = 512 * 1024,
	SCRIPT_MEMO_LEAVES = 64 * 1024,
	SCRIPT_MEMO_BLOCKS = 8 * 1024,
	SCRIPT_MEMO_BLOCK_BYTES = 4 * 1024 * 1024,
	SCRIPT_MEMO_BLOCK_TRIES = 4,
	SCRIPT_MEMO_KEY_BYTES = 17, /* "\tffffffff81000000" */
};

struct script_memo_line {
	uint32_t text;  /* in texts, with the "\n" */
	uint32_t name;  /* of one frame; of several, where they stand in names */
	uint32_t next;  /* the line that came after it last */
	uint32_t block; /* the newest that begins with it, and 1; 0 = none */
	uint16_t n;     /* bytes of text; 0 = free */
	uint8_t count;  /* frames */
	uint8_t variant;
};

struct script_memo_chain {
	uint32_t names, count; /* in chain_names; where they stand is the chain's number */
};

struct script_memo_leaf {
	uint32_t root, chain;
	uint32_t leaf; /* CALLTREE_NONE = free */
};

/* The text of a whole chain, from its first frame to the empty line behind the last. */
struct script_memo_block {
	uint32_t text, n; /* in block_texts */
	uint32_t lines;
	uint32_t chain, count; /* its number, and how many names it has */
	uint32_t next;         /* an older one that begins with the same line, as above */
	uint32_t variant;
};

struct script_memo {
	struct script_memo_line *lines; /* two for each key */
	char *texts;
	uint32_t *names;
	size_t text_bytes, name_count;
	struct script_memo_chain *chains;
	uint32_t *chain_names;
	size_t chain_name_count;
	struct script_memo_leaf *leaves;
	struct script_memo_block *blocks;
	char *block_texts;
	size_t block_count, block_bytes;
};

/* All zero is an empty one; it allocates with the first line. */
void script_memo_release(struct script_memo *memo);

/*
 * Where the line at p belongs, there or in the next place: told by its address, of which 16 digits
 * stand behind p[0].
 */
static inline struct script_memo_line *script_memo_slot(const struct script_memo *memo,
							const char *p)
{
	uint64_t a, b;

	memcpy(&a, p + 1, sizeof(a));
	memcpy(&b, p + 1 + sizeof(a), sizeof(b));
	a = (a ^ b * 0x9e3779b97f4a7c15u) * 0xff51afd7ed558ccdu;
	return &memo->lines[(a >> 48) & (SCRIPT_MEMO_LINES - 2)];
}

static inline bool script_memo_is(const struct script_memo *memo,
				  const struct script_memo_line *line, struct slice text,
				  uint32_t variant)
{
	return line->n > 0 && line->n <= text.n && line->variant == variant &&
	       memcmp(memo->texts + line->text, text.p, line->n) == 0;
}

/*
 * The line with which text begins, "\n" included, as it was kept for this variant; NULL when it is
 * not known. What came after last, when not NULL, is tried first.
 */
static inline struct script_memo_line *script_memo_find(const struct script_memo *memo,
							struct script_memo_line *last,
							struct slice text, uint32_t variant)
{
	struct script_memo_line *line;

	if (text.n < SCRIPT_MEMO_KEY_BYTES || memo->lines == NULL)
		return NULL;
	if (last != NULL && script_memo_is(memo, &memo->lines[last->next], text, variant))
		return &memo->lines[last->next];
	line = script_memo_slot(memo, text.p);
	if (!script_memo_is(memo, line, text, variant)) {
		line++;
		if (!script_memo_is(memo, line, text, variant))
			return NULL;
	}
	if (last != NULL)
		last->next = (uint32_t)(line - memo->lines);
	return line;
}

/* Keeps the line at the head of text, n bytes with its "\n", in place of what it clashes with. */
void script_memo_add(struct script_memo *memo, struct slice text, size_t n, uint32_t variant,
		     const uint32_t *names, size_t count);

/* The number of a chain of names, new or known, and its names. Valid until the next new one. */
uint32_t script_memo_chain(struct script_memo *memo, const uint32_t *names, size_t count);
static inline const uint32_t *script_memo_names(const struct script_memo *memo, uint32_t chain)
{
	return memo->chain_names + chain;
}

/*
 * The place of the node where a chain ends below root; in it CALLTREE_NONE when it is not known,
 * for the caller to fill. Valid until the next call.
 */
uint32_t *script_memo_leaf(struct script_memo *memo, uint32_t root, uint32_t chain);

/* The chain with which text begins, whose first line is known; NULL when it is not. */
const struct script_memo_block *script_memo_find_block(const struct script_memo *memo,
						       const struct script_memo_line *first,
						       struct slice text, uint32_t variant);
/* Keeps a block, whose text is copied and whose chain was the last to be asked for. */
void script_memo_add_block(struct script_memo *memo, struct script_memo_line *first,
			   struct slice text, const struct script_memo_block *block);

#endif
