/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/memcg_symbols.h"

#include <assert.h>

#include "lib/embed.h"

extern const struct embedded memcg_table[];

/* perf before 2.6.34 printed no more of a name. */
enum { CUT_BYTES = 22, ROWS_MAX = 100 * 1000, ENTRY_NONE = UINT32_MAX };

struct entry {
	struct slice name;
	struct memcg_class class;
};

struct memcg_symbols {
	struct arena *arena;
	struct entry *entries;
	size_t count, capacity;
	uint32_t *slots; /* open addressing; ENTRY_NONE = free */
	size_t slot_count;
};

static const char *const group_names[MEMCG_GROUPS] = {
	[MEMCG_CHARGE] = "charge",
	[MEMCG_UNCHARGE] = "uncharge",
	[MEMCG_KMEM] = "kmem/objcg",
	[MEMCG_STAT] = "stat/rstat flush",
	[MEMCG_LRU] = "lru/lruvec",
	[MEMCG_RECLAIM] = "reclaim/iteration",
	[MEMCG_EVENT] = "event/threshold",
	[MEMCG_REFCOUNT] = "css/refcount",
	[MEMCG_SWAP] = "swap",
	[MEMCG_SOCKET] = "socket/sk",
	[MEMCG_HOOK] = "hook",
	[MEMCG_OTHER] = "other",
};

const char *memcg_group_name(enum memcg_group group)
{
	return group_names[group];
}

const char *memcg_kind_name(enum memcg_kind kind)
{
	static const char *const names[] = { "", "own", "ambiguous", "shared", "rule", "file" };

	return names[kind];
}

/* ------------------------------------------------------------------ the table */

/* The slot of name: the one that has it, else the free one where it belongs. */
static uint32_t *slot_of(const struct memcg_symbols *table, struct slice name)
{
	size_t at = slice_hash(name) & (table->slot_count - 1);

	while (table->slots[at] != ENTRY_NONE &&
	       !slice_eq(table->entries[table->slots[at]].name, name))
		at = (at + 1) & (table->slot_count - 1);
	return &table->slots[at];
}

static void make_slots(struct memcg_symbols *table, size_t count)
{
	table->slot_count = count;
	table->slots = ARENA_ARRAY(table->arena, count, uint32_t);
	for (size_t i = 0; i < count; i++)
		table->slots[i] = ENTRY_NONE;
	for (size_t i = 0; i < table->count; i++)
		*slot_of(table, table->entries[i].name) = (uint32_t)i;
}

static const struct entry *find(const struct memcg_symbols *table, struct slice name)
{
	uint32_t at = *slot_of(table, name);

	return at == ENTRY_NONE ? NULL : &table->entries[at];
}

static void put(struct memcg_symbols *table, struct entry entry)
{
	uint32_t *slot = slot_of(table, entry.name);

	if (*slot != ENTRY_NONE) {
		table->entries[*slot] = entry;
		return;
	}
	*slot = (uint32_t)table->count;
	ARENA_PUSH(table->arena, table->entries, table->count, table->capacity, entry);
	if (table->count * 2 > table->slot_count)
		make_slots(table, table->slot_count * 2);
}

static bool has(struct slice text, const char *word)
{
	return slice_find(text, word) < text.n;
}

static struct memcg_class class_of_note(enum memcg_group group, struct slice note)
{
	struct memcg_class class = { .kind = MEMCG_OWN, .group = group };

	if (has(note, "AMBIGUOUS"))
		class.kind = MEMCG_AMBIGUOUS;
	else if (has(note, "SHARED"))
		class.kind = MEMCG_SHARED;
	class.strict = class.kind == MEMCG_OWN;
	class.inlined = slice_starts(note, "inline");
	return class;
}

static bool group_parse(struct slice name, enum memcg_group *out)
{
	for (int i = 0; i < MEMCG_GROUPS; i++) {
		if (!slice_is(name, group_names[i]))
			continue;
		*out = (enum memcg_group)i;
		return true;
	}
	return false;
}

static bool entry_parse(struct slice line, struct entry *out)
{
	struct slice fields[5] = { SLICE_NONE };
	enum memcg_group group;

	for (size_t i = 0; i < ARRAY_SIZE(fields) && slice_split(&line, '\t', &fields[i]); i++)
		fields[i] = slice_trim(fields[i]);
	out->name = memcg_symbol_base(fields[0]);
	out->class = (struct memcg_class){ .kind = MEMCG_NOT };
	if (out->name.n == 0)
		return false;
	if (slice_is(fields[1], "-"))
		return true;
	if (!group_parse(fields[1], &group))
		return false;
	out->class = class_of_note(group, fields[4]);
	return true;
}

enum err memcg_symbols_add(struct memcg_symbols *table, struct slice text, struct error *err)
{
	struct slice line;

	for (size_t number = 1; slice_line(&text, &line); number++) {
		struct entry entry;

		line = slice_trim(line);
		if (line.n == 0 || line.p[0] == '#')
			continue;
		if (table->count >= ROWS_MAX)
			return error_set_line(err, ERR_LIMIT, number, "more than %d symbols",
					      ROWS_MAX);
		if (!entry_parse(line, &entry))
			return error_set_line(err, ERR_INPUT, number,
					      "no symbol, tab and group, such as 'try_charge_memcg"
					      "\\tcharge': '%.*s'",
					      SLICE_FMT(slice_head(line, 80)));
		put(table, entry);
	}
	return OK;
}

struct memcg_symbols *memcg_symbols_new(struct arena *arena)
{
	struct memcg_symbols *table = ARENA_NEW(arena, struct memcg_symbols);
	struct slice text = embedded_bytes(&memcg_table[0]), line;

	table->arena = arena;
	make_slots(table, 2048);
	while (slice_line(&text, &line)) {
		struct entry entry;

		if (entry_parse(line, &entry)) /* its comments and heading are no entries */
			put(table, entry);
	}
	return table;
}

bool memcg_symbols_at(const struct memcg_symbols *table, size_t i, struct memcg_row *out)
{
	if (i >= table->count)
		return false;
	*out = (struct memcg_row){ table->entries[i].name, table->entries[i].class };
	return true;
}

/* ------------------------------------------------------------------ names */

static void cut_tag(struct slice *name)
{
	if (name->n > 4 && name->p[0] == '[' && name->p[2] == ']' && name->p[3] == ' ')
		*name = slice_trim(slice_skip(*name, 4));
	if (name->n > 4 && name->p[name->n - 1] == ']' && name->p[name->n - 3] == '[' &&
	    name->p[name->n - 4] == '_')
		name->n -= 4; /* "_[k]" of folded stacks */
}

static bool all_digits(struct slice part)
{
	for (size_t i = 0; i < part.n; i++)
		if (part.p[i] < '0' || part.p[i] > '9')
			return false;
	return part.n > 0;
}

/* "+0x1a", "+0x1a/0x90" of perf, "+26" of bpftrace. */
static void cut_offset(struct slice *name)
{
	size_t plus = slice_rfind_char(*name, '+');

	*name = slice_head(*name, slice_find(*name, "+0x"));
	if (plus < name->n && all_digits(slice_skip(*name, plus + 1)))
		name->n = plus;
}

static bool is_suffix(struct slice part)
{
	static const char *const words[] = { "isra",     "part",       "constprop", "cold",  "llvm",
					     "lto_priv", "localalias", "warm",      "__uniq" };
	bool digits = all_digits(part);

	for (size_t i = 0; i < ARRAY_SIZE(words) && !digits; i++)
		digits = slice_is(part, words[i]);
	return digits;
}

struct slice memcg_symbol_base(struct slice symbol)
{
	struct slice name = slice_trim(symbol);

	cut_tag(&name);
	cut_offset(&name);
	(void)slice_take(&name, "__pfx_"); /* padding before a function */
	for (;;) {
		size_t dot = slice_rfind_char(name, '.');

		if (dot == name.n || dot == 0 || !is_suffix(slice_skip(name, dot + 1)))
			return name;
		name.n = dot;
	}
}

enum memcg_object memcg_object_of(struct slice dso, struct slice symbol)
{
	static const char *const kernels[] = { "[kernel.kallsyms]", "[kernel.vmlinux]", "[kernel]",
					       "[k]", "vmlinux" };

	if (dso.n == 0 && slice_starts(symbol, "[k] "))
		return OBJECT_KERNEL;
	if (dso.n == 0)
		return slice_starts(symbol, "[.] ") ? OBJECT_OTHER : OBJECT_UNKNOWN;
	for (size_t i = 0; i < ARRAY_SIZE(kernels); i++)
		if (slice_is(dso, kernels[i]))
			return OBJECT_KERNEL;
	if (slice_starts(dso, "[guest.kernel") || slice_starts(dso, "[kernel.kallsyms]") ||
	    slice_ends(dso, "/vmlinux") || slice_ends(dso, "/proc/kcore"))
		return OBJECT_KERNEL;
	return OBJECT_OTHER;
}

bool memcg_source_file(struct slice source_file)
{
	static const char *const files[] = { "mm/memcontrol.c", "mm/memcontrol-v1.c",
					     "mm/page_counter.c" };

	for (size_t i = 0; i < ARRAY_SIZE(files); i++)
		if (slice_is(source_file, files[i]))
			return true;
	return false;
}

/* ------------------------------------------------------------------ deciding */

static bool begins(struct slice name, struct slice with)
{
	return slice_eq(slice_head(name, with.n), with);
}

/* What a cut name was: the only entry that begins so, or the one that all others go on from. */
static const struct entry *find_cut(const struct memcg_symbols *table, struct slice name)
{
	const struct entry *found = NULL;
	bool several = false;

	assert(table->entries != NULL); /* the embedded ones, at least */
	for (size_t i = 0; i < table->count; i++) {
		const struct entry *entry = &table->entries[i];

		if (!begins(entry->name, name))
			continue;
		if (found == NULL || begins(found->name, entry->name))
			found = entry;
		else
			several = several || !begins(entry->name, found->name);
	}
	return several ? NULL : found;
}

/* Names that end or begin as memcg's do because of what hangs on to them. */
static bool is_others(struct slice name)
{
	static const char *const prefixes[] = { "__SCT__",      "__traceiter_", "__probestub_",
						"__bpf_trace_", "bpf_",         "trace_",
						"perf_trace_",  "trace_event_" };

	for (size_t i = 0; i < ARRAY_SIZE(prefixes); i++)
		if (slice_starts(name, prefixes[i]))
			return true;
	return false;
}

static bool is_word(struct slice part)
{
	static const char *const words[] = { "memcg", "memcg1", "memcgs", "objcg", "objcgs" };

	for (size_t i = 0; i < ARRAY_SIZE(words); i++)
		if (slice_is(part, words[i]))
			return true;
	return false;
}

static struct memcg_class by_parts(struct slice name)
{
	struct memcg_class class = { .kind = MEMCG_NOT };
	struct slice part, before = SLICE_NONE;

	while (slice_split(&name, '_', &part)) {
		bool memcg =
			is_word(part) || (slice_is(part, "cgroup") &&
					  (slice_is(before, "mem") || slice_is(before, "obj")));

		if (memcg)
			return (struct memcg_class){ .kind = MEMCG_RULE,
						     .group = MEMCG_OTHER,
						     .strict = true };
		if (slice_is(part, "counter") && slice_is(before, "page"))
			class = (struct memcg_class){ .kind = MEMCG_SHARED, .group = MEMCG_CHARGE };
		before = part;
	}
	return class;
}

/* Where reclaim goes on as it does without memcg. */
static bool is_reclaim_entry(struct slice name)
{
	static const char *const names[] = {
		"try_to_free_mem_cgroup_pages",
		"mem_cgroup_shrink_node",
		"shrink_node_memcg",
		"shrink_slab_memcg",
		"do_try_to_free_pages",
		"shrink_node",
		"shrink_lruvec",
		"shrink_slab",
	};

	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (slice_is(name, names[i]))
			return true;
	return false;
}

static struct memcg_class by_name(const struct memcg_symbols *table, struct slice name)
{
	const struct entry *entry = find(table, name);

	if (entry == NULL && name.n == CUT_BYTES)
		entry = find_cut(table, name);
	if (entry != NULL)
		return entry->class;
	return is_others(name) ? (struct memcg_class){ .kind = MEMCG_NOT } : by_parts(name);
}

struct memcg_class memcg_classify(const struct memcg_symbols *table, struct slice symbol,
				  enum memcg_object object, struct slice source_file)
{
	struct slice base = memcg_symbol_base(symbol);
	struct memcg_class class;

	if (object == OBJECT_OTHER)
		return (struct memcg_class){ .kind = MEMCG_NOT };
	class = by_name(table, base);
	class.entry = is_reclaim_entry(base);
	if (memcg_source_file(source_file)) {
		if (class.kind == MEMCG_NOT)
			class.group = MEMCG_OTHER;
		class.kind = MEMCG_FILE;
		class.strict = true;
	} else if (class.kind == MEMCG_AMBIGUOUS) {
		class.strict = object == OBJECT_KERNEL;
	}
	return class;
}
