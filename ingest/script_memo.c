/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/script_memo.h"

#include <stdlib.h>

static void allocate(struct script_memo *memo)
{
	*memo = (struct script_memo){
		.lines = calloc(SCRIPT_MEMO_LINES, sizeof(*memo->lines)),
		.texts = malloc(SCRIPT_MEMO_TEXT_BYTES),
		.names = malloc(SCRIPT_MEMO_NAMES * sizeof(*memo->names)),
		.chains = calloc(SCRIPT_MEMO_CHAINS, sizeof(*memo->chains)),
		.leaves = calloc(SCRIPT_MEMO_LEAVES, sizeof(*memo->leaves)),
		.chain_names = malloc(SCRIPT_MEMO_CHAIN_NAMES * sizeof(*memo->chain_names)),
	};
	if (memo->lines == NULL || memo->texts == NULL || memo->names == NULL ||
	    memo->chains == NULL || memo->leaves == NULL || memo->chain_names == NULL)
		abort(); /* only for want of memory */
}

void script_memo_release(struct script_memo *memo)
{
	free(memo->lines);
	free(memo->texts);
	free(memo->names);
	free(memo->chains);
	free(memo->chain_names);
	free(memo->leaves);
}

static void forget_lines(struct script_memo *memo)
{
	memset(memo->lines, 0, SCRIPT_MEMO_LINES * sizeof(*memo->lines));
	memo->text_bytes = 0;
	memo->name_count = 0;
}

void script_memo_add(struct script_memo *memo, struct slice text, size_t n, uint32_t variant,
		     const uint32_t *names, size_t count)
{
	struct script_memo_line *line;

	if (text.n < SCRIPT_MEMO_KEY_BYTES || n > UINT16_MAX || count > UINT8_MAX)
		return;
	if (memo->lines == NULL)
		allocate(memo);
	if (memo->text_bytes + n > SCRIPT_MEMO_TEXT_BYTES ||
	    memo->name_count + count > SCRIPT_MEMO_NAMES)
		forget_lines(memo);
	line = script_memo_slot(memo, text.p);
	if (line->n > 0)
		line[1] = line[0];
	*line = (struct script_memo_line){
		.text = (uint32_t)memo->text_bytes,
		.name = count == 1 ? names[0] : (uint32_t)memo->name_count,
		.n = (uint16_t)n,
		.count = (uint8_t)count,
		.variant = (uint8_t)variant,
	};
	memcpy(memo->texts + memo->text_bytes, text.p, n);
	memo->text_bytes += n;
	if (count == 1)
		return;
	memcpy(memo->names + memo->name_count, names, count * sizeof(*names));
	memo->name_count += count;
}

static void forget_chains(struct script_memo *memo)
{
	memset(memo->chains, 0, SCRIPT_MEMO_CHAINS * sizeof(*memo->chains));
	memset(memo->leaves, 0, SCRIPT_MEMO_LEAVES * sizeof(*memo->leaves));
	memo->chain_name_count = 0;
}

static uint64_t scatter(uint64_t key)
{
	return key * 0x9e3779b97f4a7c15u >> 40;
}

/* The number of a chain, new or known. */
static uint32_t chain_of(struct script_memo *memo, const uint32_t *names, size_t count)
{
	const struct slice bytes = { (const char *)names, count * sizeof(*names) };
	struct script_memo_chain *chain =
		&memo->chains[scatter(slice_hash_wide(bytes)) & (SCRIPT_MEMO_CHAINS - 1)];

	if (chain->count == count && memcmp(memo->chain_names + chain->names, names, bytes.n) == 0)
		return chain->names;
	if (memo->chain_name_count + count > SCRIPT_MEMO_CHAIN_NAMES)
		forget_chains(memo);
	chain->names = (uint32_t)memo->chain_name_count;
	chain->count = (uint32_t)count;
	memcpy(memo->chain_names + memo->chain_name_count, names, bytes.n);
	memo->chain_name_count += count;
	return chain->names;
}

uint32_t *script_memo_leaf(struct script_memo *memo, uint32_t root, const uint32_t *names,
			   size_t count)
{
	struct script_memo_leaf *leaf;
	uint32_t chain;

	if (memo->lines == NULL)
		allocate(memo);
	chain = chain_of(memo, names, count);
	leaf = &memo->leaves[scatter((uint64_t)root << 32 | chain) & (SCRIPT_MEMO_LEAVES - 1)];
	if (leaf->root != root || leaf->chain != chain)
		*leaf = (struct script_memo_leaf){ root, chain, CALLTREE_NONE };
	return &leaf->leaf;
}
