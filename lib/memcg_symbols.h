/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which kernel functions are the memory controller's, and which of its phases they belong to.
 * The table is lib/memcg_symbols.tsv, over kernels from 2.6.33 to 7.2, embedded by the build; a
 * file of the same form can add to it. Compilers and kernels rename functions, so compare the
 * sums of phases and not single names.
 * Layer: lib, above arena, slice and error.
 */
#ifndef LIB_MEMCG_SYMBOLS_H
#define LIB_MEMCG_SYMBOLS_H

#include "lib/arena.h"
#include "lib/error.h"
#include "lib/slice.h"

/* Phases, in the order in which they are shown. */
enum memcg_group {
	MEMCG_CHARGE,
	MEMCG_UNCHARGE,
	MEMCG_KMEM,
	MEMCG_STAT,
	MEMCG_LRU,
	MEMCG_RECLAIM,
	MEMCG_EVENT,
	MEMCG_REFCOUNT,
	MEMCG_SWAP,
	MEMCG_SOCKET,
	MEMCG_HOOK,
	MEMCG_OTHER,
	MEMCG_GROUPS,
};

/* By what a function was told to be memcg's. */
enum memcg_kind {
	MEMCG_NOT,
	MEMCG_OWN,       /* the table has its name */
	MEMCG_AMBIGUOUS, /* the table has it, but others may use the name */
	MEMCG_SHARED,    /* the table has it, and other subsystems use the function too */
	MEMCG_RULE,      /* only its name's parts say so: newer or older than the table */
	MEMCG_FILE,      /* it stands in one of memcg's source files */
};

/* Where a function runs, as far as its profile says. */
enum memcg_object { OBJECT_UNKNOWN, OBJECT_KERNEL, OBJECT_OTHER };

struct memcg_class {
	enum memcg_kind kind;
	enum memcg_group group; /* of no meaning for MEMCG_NOT */
	bool strict;            /* counts as memcg's own cost; what is shared does not */
	bool entry;             /* of reclaim: what it calls is ordinary reclaim, not memcg */
	bool inlined;           /* has no symbol in normal builds */
};

struct memcg_symbols;

/* The embedded table, in the arena. */
struct memcg_symbols *memcg_symbols_new(struct arena *arena);

/*
 * Adds lines "SYMBOL<tab>GROUP[<tab>FIRST<tab>LAST<tab>NOTE]", where GROUP is a phase's name or
 * "-" for a function that is not memcg's; '#' begins a comment. Later lines win. The text must
 * outlive the table. ERR_INPUT with the line for what is none of these.
 */
NODISCARD enum err memcg_symbols_add(struct memcg_symbols *table, struct slice text,
				     struct error *err);

/* Its name in the table without what perf, the compiler and folded stacks put around it. */
struct slice memcg_symbol_base(struct slice symbol);

/* What the name of an object in perf's output says; a tag before the symbol ("[k] ") as well. */
enum memcg_object memcg_object_of(struct slice dso, struct slice symbol);

/* Whether a source file, from its kernel's top folder on, is one of memcg's. */
bool memcg_source_file(struct slice source_file);

/*
 * symbol as printed. source_file "" = not known; where it is known it wins over the name. An
 * ambiguous name is strict only where the object is the kernel.
 */
struct memcg_class memcg_classify(const struct memcg_symbols *table, struct slice symbol,
				  enum memcg_object object, struct slice source_file);

const char *memcg_group_name(enum memcg_group group); /* "charge", "kmem/objcg", ... */
const char *memcg_kind_name(enum memcg_kind kind);    /* "own", ...; "" for MEMCG_NOT */

/* The table's names for tests: entry i as (name, group, kind); false behind the last. */
struct memcg_row {
	struct slice name;
	struct memcg_class class;
};
bool memcg_symbols_at(const struct memcg_symbols *table, size_t i, struct memcg_row *out);

#endif
