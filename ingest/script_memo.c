/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/script_memo.h"

#include <stdlib.h>

#include "lib/memory.h"

static void allocate(struct script_memo *memo)
{
	*memo = (struct script_memo){
		.lines = memory_must(calloc(SCRIPT_MEMO_LINES, sizeof(*memo->lines))),
		.texts = memory_must(malloc(SCRIPT_MEMO_TEXT_BYTES)),
		.names = memory_must(malloc(SCRIPT_MEMO_NAMES * sizeof(*memo->names))),
		.chains = memory_must(calloc(SCRIPT_MEMO_CHAINS, sizeof(*memo->chains))),
		.leaves = memory_must(calloc(SCRIPT_MEMO_LEAVES, sizeof(*memo->leaves))),
		.blocks = memory_must(malloc(SCRIPT_MEMO_BLOCKS * sizeof(*memo->blocks))),
		.block_texts = memory_must(malloc(SCRIPT_MEMO_BLOCK_BYTES)),
		.chain_names =
			memory_must(malloc(SCRIPT_MEMO_CHAIN_NAMES * sizeof(*memo->chain_names))),
	};
}

void script_memo_release(struct script_memo *memo)
{
	free(memo->lines);
	free(memo->texts);
	free(memo->names);
	free(memo->chains);
	free(memo->chain_names);
	free(memo->leaves);
	free(memo->blocks);
	free(memo->block_texts);
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

static void forget_blocks(struct script_memo *memo)
{
	memo->block_count = 0;
	memo->block_bytes = 0;
}

static void forget_chains(struct script_memo *memo)
{
	forget_blocks(memo); /* they know chains by number */
	memset(memo->chains, 0, SCRIPT_MEMO_CHAINS * sizeof(*memo->chains));
	memset(memo->leaves, 0, SCRIPT_MEMO_LEAVES * sizeof(*memo->leaves));
	memo->chain_name_count = 0;
}

static uint64_t scatter(uint64_t key)
{
	return key * 0x9e3779b97f4a7c15u >> 40;
}

uint32_t script_memo_chain(struct script_memo *memo, const uint32_t *names, size_t count)
{
	const struct slice bytes = { (const char *)names, count * sizeof(*names) };
	struct script_memo_chain *chain;

	if (memo->lines == NULL)
		allocate(memo);
	chain = &memo->chains[scatter(slice_hash_wide(bytes)) & (SCRIPT_MEMO_CHAINS - 1)];
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

uint32_t *script_memo_leaf(struct script_memo *memo, uint32_t root, uint32_t chain)
{
	struct script_memo_leaf *leaf =
		&memo->leaves[scatter((uint64_t)root << 32 | chain) & (SCRIPT_MEMO_LEAVES - 1)];

	if (leaf->root != root || leaf->chain != chain)
		*leaf = (struct script_memo_leaf){ root, chain, CALLTREE_NONE };
	return &leaf->leaf;
}

const struct script_memo_block *script_memo_find_block(const struct script_memo *memo,
						       const struct script_memo_line *first,
						       struct slice text, uint32_t variant)
{
	uint32_t index = first->block;

	/* an index from before all were forgotten may be any block: its text decides */
	for (int i = 0; i < SCRIPT_MEMO_BLOCK_TRIES && index > 0 && index <= memo->block_count;
	     i++) {
		const struct script_memo_block *block = &memo->blocks[index - 1];

		if (block->n <= text.n && block->variant == variant &&
		    memcmp(memo->block_texts + block->text, text.p, block->n) == 0)
			return block;
		index = block->next;
	}
	return NULL;
}

void script_memo_add_block(struct script_memo *memo, struct script_memo_line *first,
			   struct slice text, const struct script_memo_block *block)
{
	struct script_memo_block *kept;

	if (text.n > SCRIPT_MEMO_BLOCK_BYTES / 16)
		return;
	if (memo->block_count == SCRIPT_MEMO_BLOCKS ||
	    memo->block_bytes + text.n > SCRIPT_MEMO_BLOCK_BYTES)
		forget_blocks(memo);
	kept = &memo->blocks[memo->block_count++];
	*kept = *block;
	kept->text = (uint32_t)memo->block_bytes;
	kept->n = (uint32_t)text.n;
	kept->next = first->block;
	first->block = (uint32_t)memo->block_count;
	memcpy(memo->block_texts + memo->block_bytes, text.p, text.n);
	memo->block_bytes += text.n;
}
