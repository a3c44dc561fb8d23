/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/gfp.h"

#include "lib/base.h"
#include "lib/buf.h"
#include "lib/kver.h"

enum { LAYOUTS = GFP_LAYOUT_6_10 + 1 };

/* A flag, or an alias of several; 0 = the layout has none of the name. */
struct gfp_name {
	const char *name;
	uint64_t bits[LAYOUTS];
};

/* Largest first: each is a part of one before or stands apart. */
static const struct gfp_name aliases[] = {
	{ "GFP_HIGHUSER_MOVABLE", { 0x6200ca, 0x100cca, 0x100cca, 0x100cca, 0x100cca } },
	{ "GFP_HIGHUSER", { 0x6200c2, 0x100cc2, 0x100cc2, 0x100cc2, 0x100cc2 } },
	{ "GFP_USER", { 0x6200c0, 0x100cc0, 0x100cc0, 0x100cc0, 0x100cc0 } },
	{ "GFP_KERNEL_ACCOUNT", { 0x7000c0, 0x400cc0, 0x400cc0, 0x400cc0, 0x400cc0 } },
	{ "GFP_KERNEL", { 0x6000c0, 0xcc0, 0xcc0, 0xcc0, 0xcc0 } },
	{ "GFP_NOFS", { 0x600040, 0xc40, 0xc40, 0xc40, 0xc40 } },
	{ "GFP_NOIO", { 0x600000, 0xc00, 0xc00, 0xc00, 0xc00 } },
	{ "GFP_ATOMIC", { 0x480020, 0xa20, 0xa20, 0x820, 0x820 } },
	{ "GFP_NOWAIT", { 0x400000, 0x800, 0x800, 0x800, 0x2800 } },
};

static const struct gfp_name flags_of[] = {
	{ "DMA", { 0x1, 0x1, 0x1, 0x1, 0x1 } },
	{ "HIGHMEM", { 0x2, 0x2, 0x2, 0x2, 0x2 } },
	{ "DMA32", { 0x4, 0x4, 0x4, 0x4, 0x4 } },
	{ "MOVABLE", { 0x8, 0x8, 0x8, 0x8, 0x8 } },
	{ "RECLAIMABLE", { 0x10, 0x10, 0x10, 0x10, 0x10 } },
	{ "HIGH", { 0x20, 0x20, 0x20, 0x20, 0x20 } },
	{ "IO", { 0x40, 0x40, 0x40, 0x40, 0x40 } },
	{ "FS", { 0x80, 0x80, 0x80, 0x80, 0x80 } },
	{ "ZERO", { 0x8000, 0x100, 0x100, 0x100, 0x100 } },
	{ "ATOMIC", { 0x80000, 0x200, 0x200, 0, 0 } },
	{ "DIRECT_RECLAIM", { 0x200000, 0x400, 0x400, 0x400, 0x400 } },
	{ "KSWAPD_RECLAIM", { 0x400000, 0x800, 0x800, 0x800, 0x800 } },
	{ "WRITE", { 0x100, 0x1000, 0x1000, 0x1000, 0x1000 } },
	{ "NOWARN", { 0x200, 0x2000, 0x2000, 0x2000, 0x2000 } },
	{ "RETRY_MAYFAIL", { 0x400, 0x4000, 0x4000, 0x4000, 0x4000 } },
	{ "NOFAIL", { 0x800, 0x8000, 0x8000, 0x8000, 0x8000 } },
	{ "NORETRY", { 0x1000, 0x10000, 0x10000, 0x10000, 0x10000 } },
	{ "MEMALLOC", { 0x2000, 0x20000, 0x20000, 0x20000, 0x20000 } },
	{ "COMP", { 0x4000, 0x40000, 0x40000, 0x40000, 0x40000 } },
	{ "NOMEMALLOC", { 0x10000, 0x80000, 0x80000, 0x80000, 0x80000 } },
	{ "HARDWALL", { 0x20000, 0x100000, 0x100000, 0x100000, 0x100000 } },
	{ "THISNODE", { 0x40000, 0x200000, 0x200000, 0x200000, 0x200000 } },
	{ "ACCOUNT", { 0x100000, 0x400000, 0x400000, 0x400000, 0x400000 } },
	{ "ZEROTAGS", { 0, 0, 0x800000, 0x800000, 0x800000 } },
	{ "SKIP_ZERO", { 0, 0, 0x1000000, 0x1000000, 0 } },
	{ "SKIP_KASAN_UNPOISON", { 0, 0, 0x2000000, 0, 0 } },
	{ "SKIP_KASAN_POISON", { 0, 0, 0x4000000, 0, 0 } },
	{ "SKIP_KASAN", { 0, 0, 0, 0x2000000, 0 } },
	{ "NOLOCKDEP", { 0x800000, 0x800000, 0x8000000, 0x4000000, 0 } },
};

/* The first level of each layout but the oldest. */
static const char *const begins[] = { "5.0", "6.0", "6.3", "6.10" };

enum gfp_layout gfp_layout_of(struct slice level, bool *known)
{
	size_t layout = 0;

	*known = level.n > 0 && level.p[0] >= '0' && level.p[0] <= '9';
	if (!*known)
		return GFP_LAYOUT_6_10;
	while (layout < ARRAY_SIZE(begins) && kver_cmp(level, slice_str(begins[layout])) >= 0)
		layout++;
	return (enum gfp_layout)layout;
}

static void add_word(struct buf *buf, const char *word)
{
	if (buf->n > 0)
		buf_addc(buf, '|');
	buf_adds(buf, word);
}

/* Adds the names whose bits are all set, and takes the bits out; of aliases one only. */
static void add_names(struct buf *buf, const struct gfp_name *names, size_t count, bool one,
		      enum gfp_layout layout, uint64_t *flags)
{
	for (size_t i = 0; i < count; i++) {
		uint64_t bits = names[i].bits[layout];

		if (bits == 0 || (*flags & bits) != bits)
			continue;
		add_word(buf, names[i].name);
		*flags &= ~bits;
		if (one)
			return;
	}
}

struct slice gfp_decode(struct arena *arena, uint64_t flags, enum gfp_layout layout)
{
	struct slice out;
	struct buf buf;

	if (flags == 0)
		return SLICE("0");
	buf_init(&buf);
	add_names(&buf, aliases, ARRAY_SIZE(aliases), true, layout, &flags);
	add_names(&buf, flags_of, ARRAY_SIZE(flags_of), false, layout, &flags);
	if (flags != 0)
		buf_addf(&buf, "%s0x%llx", buf.n > 0 ? "|" : "", (unsigned long long)flags);
	out = arena_slice(arena, buf_slice(&buf));
	buf_release(&buf);
	return out;
}

bool gfp_is_accounted(uint64_t flags, enum gfp_layout layout)
{
	return (flags & (layout == GFP_LAYOUT_4_19 ? 0x100000U : 0x400000U)) != 0;
}
