/* SPDX-License-Identifier: GPL-2.0-or-later */
/* memcg's share of one profile, and what it consists of. */
#include <math.h>
#include <stdlib.h>

#include "lib/profile.h"

enum { SAMPLES_LEAST_MAX = 1000, UNIT_COUNTS_MIN = 3 };

/* Functions by base name and object. */
struct functions {
	struct arena *arena;
	struct profile_function *list;
	size_t count, capacity;
	uint32_t *slots; /* open addressing, at most half full; PROFILE_NONE = free */
	size_t size;
};

static uint64_t function_hash(struct slice base, struct slice where)
{
	return slice_hash(base) * 31 + slice_hash(where);
}

static void rehash(struct functions *functions, size_t size)
{
	functions->size = size;
	functions->slots = ARENA_ARRAY(functions->arena, size, uint32_t);
	for (size_t i = 0; i < size; i++)
		functions->slots[i] = PROFILE_NONE;
	for (size_t i = 0; i < functions->count; i++) {
		size_t at = function_hash(functions->list[i].base, functions->list[i].where);

		for (at &= size - 1; functions->slots[at] != PROFILE_NONE;
		     at = (at + 1) & (size - 1))
			continue;
		functions->slots[at] = (uint32_t)i;
	}
}

/* The function of that name there, new or known. */
static uint32_t function_of(struct functions *functions, struct slice symbol, struct slice where)
{
	struct profile_function new = {
		.symbol = symbol,
		.base = memcg_symbol_base(symbol),
		.where = where,
		.total = NAN,
	};
	size_t at;

	if (functions->count * 2 >= functions->size)
		rehash(functions, functions->size == 0 ? 256 : functions->size * 2);
	at = function_hash(new.base, where) & (functions->size - 1);
	for (; functions->slots[at] != PROFILE_NONE; at = (at + 1) & (functions->size - 1)) {
		const struct profile_function *known = &functions->list[functions->slots[at]];

		if (slice_eq(known->base, new.base) && slice_eq(known->where, where))
			return functions->slots[at];
	}
	functions->slots[at] = (uint32_t)functions->count;
	ARENA_PUSH(functions->arena, functions->list, functions->count, functions->capacity, new);
	return (uint32_t)(functions->count - 1);
}

static int by_weight(const void *a, const void *b)
{
	const struct profile_function *x = a, *y = b;

	if (x->self != y->self)
		return x->self < y->self ? 1 : -1;
	if (x->total != y->total && !isnan(x->total) && !isnan(y->total))
		return x->total < y->total ? 1 : -1;
	if (!slice_eq(x->base, y->base))
		return slice_cmp(x->base, y->base);
	return slice_cmp(x->where, y->where);
}

static void give_functions(struct functions *functions, struct profile_sum *out)
{
	out->functions = functions->list;
	out->function_count = functions->count;
	if (functions->count > 1)
		qsort(functions->list, functions->count, sizeof(*functions->list), by_weight);
}

/* Adds what a function or a frame took itself. */
static void add_self(struct profile_sum *out, struct memcg_class class, double weight)
{
	struct profile_phase *phase = &out->phases[class.group];

	if (class.kind == MEMCG_NOT)
		return;
	if (class.strict) {
		out->strict += weight;
		phase->self += weight;
	} else if (class.kind == MEMCG_SHARED) {
		out->shared += weight;
		phase->shared += weight;
	} else {
		out->ambiguous += weight;
	}
}

/* ------------------------------------------------------------------ rows of functions */

/* All samples, as rows with both a percent and samples tell; 0 = they do not. */
static double samples_of_rows(const struct profile *profile)
{
	double samples = 0, percent = 0, bare = 0;

	for (size_t i = 0; i < profile->row_count; i++) {
		const struct profile_row *row = &profile->rows[i];

		if (row->samples == RECORD_NO_COUNT || row->samples < 0)
			continue;
		if (isnan(row->percent)) {
			bare += (double)row->samples;
		} else if (row->percent > 0) {
			samples += (double)row->samples;
			percent += row->percent;
		}
	}
	return percent > 0 ? round(samples / percent * 100) : bare;
}

static double row_weight(const struct profile_row *row, double whole)
{
	double weight = isnan(row->percent) ? (double)row->samples : row->percent / 100 * whole;

	return weight > 0 ? weight : 0;
}

/* The lines of whole files, by file; the first of each. */
struct file_lines {
	const struct profile_row **list;
	size_t count;
};

static int by_file(const void *a, const void *b)
{
	const struct profile_row *x = *(const struct profile_row *const *)a;
	const struct profile_row *y = *(const struct profile_row *const *)b;
	int order = slice_cmp(x->source_file, y->source_file);

	return order != 0 ? order : (x > y) - (x < y);
}

static struct file_lines file_lines_of(struct arena *arena, const struct profile *profile)
{
	struct file_lines lines = { NULL };
	size_t capacity = 0, count = 0;

	for (size_t i = 0; i < profile->row_count; i++)
		if (profile->rows[i].symbol.n == 0 && profile->rows[i].source_file.n > 0)
			ARENA_PUSH(arena, lines.list, count, capacity, &profile->rows[i]);
	if (count > 1)
		qsort(lines.list, count, sizeof(*lines.list), by_file);
	for (size_t i = 0; i < count; i++)
		if (i == 0 || !slice_eq(lines.list[i]->source_file, lines.list[i - 1]->source_file))
			lines.list[lines.count++] = lines.list[i];
	return lines;
}

static bool has_line(const struct file_lines *lines, struct slice file)
{
	size_t low = 0, high = lines->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		int order = slice_cmp(lines->list[middle]->source_file, file);

		if (order == 0)
			return true;
		if (order < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return false;
}

/* What memcg's files have by their own lines beyond the functions that are listed of them. */
static void add_unlisted(const struct profile *profile, const struct file_lines *lines,
			 struct profile_sum *out)
{
	for (size_t i = 0; i < lines->count; i++) {
		const struct profile_row *file = lines->list[i];
		double rest = row_weight(file, out->whole);

		if (!memcg_source_file(file->source_file))
			continue;
		for (size_t k = 0; k < profile->row_count; k++)
			if (profile->rows[k].symbol.n > 0 &&
			    slice_eq(profile->rows[k].source_file, file->source_file))
				rest -= row_weight(&profile->rows[k], out->whole);
		out->unlisted += rest; /* below 0: the functions were rounded up */
		out->strict += rest;
	}
}

static enum memcg_object object_of(const struct profile_row *row)
{
	if (row->source_file.n > 0 && row->dso.n == 0)
		return OBJECT_KERNEL; /* profiles by source file are of the kernel's */
	return memcg_object_of(row->dso, row->symbol);
}

static void add_row(const struct memcg_symbols *table, struct functions *functions,
		    const struct profile_row *row, struct profile_sum *out)
{
	struct slice where = row->source_file.n > 0 ? row->source_file : row->dso;
	uint32_t index = function_of(functions, row->symbol, where);
	struct profile_function *function = &functions->list[index];
	double weight = row_weight(row, out->whole);

	function->class = memcg_classify(table, row->symbol, object_of(row), row->source_file);
	function->self += weight;
	if (!isnan(row->children_percent))
		function->total = (isnan(function->total) ? 0 : function->total) +
				  row->children_percent / 100 * out->whole;
	add_self(out, function->class, weight);
}

/* A listing by task or object alone has no share of memcg, not even none. */
static bool tells_functions(const struct profile *profile)
{
	for (size_t i = 0; i < profile->row_count; i++)
		if (profile->rows[i].symbol.n > 0 || profile->rows[i].source_file.n > 0)
			return true;
	return false;
}

static void sum_rows(struct arena *arena, const struct memcg_symbols *table,
		     const struct profile *profile, struct profile_sum *out)
{
	struct file_lines lines = file_lines_of(arena, profile);
	struct functions functions = { .arena = arena };
	double listed = 0;

	out->total = NAN;
	if (!tells_functions(profile))
		return;
	out->whole = samples_of_rows(profile);
	out->counted = out->whole > 0;
	if (!out->counted)
		out->whole = 100;
	for (size_t i = 0; i < profile->row_count; i++) {
		const struct profile_row *row = &profile->rows[i];

		if (row->symbol.n == 0 || !has_line(&lines, row->source_file))
			listed += row_weight(row, out->whole);
		if (row->symbol.n > 0)
			add_row(table, &functions, row, out);
	}
	add_unlisted(profile, &lines, out);
	out->covered = fmin(1, listed / out->whole);
	for (int i = 0; i < MEMCG_GROUPS; i++)
		out->phases[i].total = NAN;
	give_functions(&functions, out);
}

/* ------------------------------------------------------------------ stacks */

/* Where the kernel begins in a call chain. */
static bool enters_kernel(struct slice name)
{
	static const char *const starts[] = { "entry_",      "asm_",          "el0",
					      "el1",         "ret_from_fork", "__x64_sys_",
					      "__ia32_sys_", "__arm64_sys_" };
	static const char *const names[] = {
		"do_syscall_64",     "x64_sys_call",      "system_call_fastpath",
		"page_fault",        "exc_page_fault",    "async_page_fault",
		"kthread",           "start_secondary",   "do_page_fault",
		"invoke_syscall",    "cpu_startup_entry", "start_kernel",
		"sysenter_dispatch",
	};
	struct slice base = memcg_symbol_base(name);

	if (slice_ends(name, "_[k]"))
		return true;
	for (size_t i = 0; i < ARRAY_SIZE(starts); i++)
		if (slice_starts(base, starts[i]))
			return true;
	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (slice_is(base, names[i]))
			return true;
	return false;
}

/* What is the same wherever a name stands. */
struct name_facts {
	struct memcg_class in_kernel, elsewhere;
	bool enters;
	uint32_t function; /* PROFILE_NONE = it stands for no function */
};

struct walk {
	const struct profile *profile;
	struct profile_sum *out;
	struct functions functions;
	struct name_facts *facts; /* by name */
	uint32_t *passed;         /* phases on the way to each node, as bits, that go on below */
	uint32_t *way;            /* the node by which the way there came into memcg, likewise */
	double *through;          /* what came in by each node */
	uint32_t *first, *next;   /* callees */
	uint32_t *open;           /* by function: how often it stands on the way */
};

static void learn_names(const struct memcg_symbols *table, struct walk *walk)
{
	const struct profile *profile = walk->profile;

	for (size_t i = 0; i < profile->name_count; i++) {
		struct name_facts *facts = &walk->facts[i];
		struct slice name = profile->names[i];

		facts->in_kernel = memcg_classify(table, name, OBJECT_KERNEL, SLICE_NONE);
		facts->elsewhere = memcg_classify(table, name, OBJECT_UNKNOWN, SLICE_NONE);
		facts->enters = enters_kernel(name);
		facts->function = PROFILE_NONE;
	}
}

bool profile_is_sampled(const struct profile *profile)
{
	return profile->metric.n == 0 &&
	       (slice_starts(profile->source, "perf") || slice_starts(profile->source, "profile"));
}

double profile_node_weight(const struct profile_sum *sum, const struct profile_node *node)
{
	return node->count > 0 ? (double)node->count / sum->unit : 0;
}

static int64_t common_divisor(int64_t a, int64_t b)
{
	while (b != 0) {
		int64_t rest = a % b;

		a = b;
		b = rest;
	}
	return a;
}

/*
 * Counts of folded stacks and of maps may be sums of periods. Where there are several, what all of
 * them share counts as one sample, which makes at most as many as there were; where even the
 * least is too much for that, they are no samples.
 */
static void find_unit(const struct profile *profile, struct profile_sum *out)
{
	int64_t divisor = 0, least = INT64_MAX;
	size_t counts = 0;

	for (size_t i = 0; i < profile->node_count; i++) {
		int64_t count = profile->nodes[i].count;

		if (count <= 0)
			continue;
		counts++;
		divisor = common_divisor(divisor, count);
		least = count < least ? count : least;
	}
	if (counts < UNIT_COUNTS_MIN)
		return;
	out->unit = (double)divisor;
	out->counted = least / divisor < SAMPLES_LEAST_MAX;
}

/* Weights from the leaves to the roots, and callees by caller. */
static void link_nodes(struct walk *walk)
{
	const struct profile *profile = walk->profile;

	for (size_t i = profile->node_count; i-- > 0;) {
		const struct profile_node *node = &profile->nodes[i];

		walk->out->node_total[i] += profile_node_weight(walk->out, node);
		if (node->caller == PROFILE_NONE) {
			walk->out->whole += walk->out->node_total[i];
			continue;
		}
		walk->out->node_total[node->caller] += walk->out->node_total[i];
		walk->next[i] = walk->first[node->caller];
		walk->first[node->caller] = (uint32_t)i;
	}
}

/* What a node is, from what its caller is. */
static void judge_node(struct walk *walk, size_t i)
{
	const struct profile_node *node = &walk->profile->nodes[i];
	struct name_facts *facts = &walk->facts[node->name];
	struct profile_sum *out = walk->out;
	double weight = profile_node_weight(out, node);
	struct memcg_class class;
	uint32_t phases, way;

	if (node->caller == PROFILE_NONE)
		return;
	out->node_kernel[i] = out->node_kernel[node->caller] || facts->enters;
	class = out->node_kernel[i] ? facts->in_kernel : facts->elsewhere;
	out->node_class[i] = class;
	phases = class.entry ? 0 : walk->passed[node->caller];
	way = class.entry ? PROFILE_NONE : walk->way[node->caller];
	if (class.strict) {
		phases |= 1U << class.group;
		way = way == PROFILE_NONE ? (uint32_t)i : way;
	}
	walk->passed[i] = class.entry ? 0 : phases;
	walk->way[i] = class.entry ? PROFILE_NONE : way;
	out->node_memcg[i] = phases != 0;
	if (node->count <= 0)
		return;
	add_self(out, class, weight);
	if (phases == 0)
		return;
	out->total += weight;
	walk->through[way] += weight;
	for (int k = 0; k < MEMCG_GROUPS; k++)
		if ((phases >> k & 1) != 0)
			out->phases[k].total += weight;
}

static void enter_node(struct walk *walk, uint32_t i)
{
	const struct profile_node *node = &walk->profile->nodes[i];
	struct name_facts *facts = &walk->facts[node->name];
	struct profile_function *function;

	function = &walk->functions.list[facts->function];
	function->self += profile_node_weight(walk->out, node);
	if (function->class.kind == MEMCG_NOT || walk->out->node_class[i].strict)
		function->class = walk->out->node_class[i];
	if (walk->open[facts->function]++ == 0)
		function->total += walk->out->node_total[i];
}

static void leave_node(struct walk *walk, uint32_t i)
{
	walk->open[walk->facts[walk->profile->nodes[i].name].function]--;
}

/* Every function below a node, callers first, without recursion. */
static void walk_below(struct walk *walk, uint32_t root)
{
	uint32_t at = root;

	for (;;) {
		if (walk->first[at] != PROFILE_NONE) {
			at = walk->first[at];
		} else {
			while (at != root && walk->next[at] == PROFILE_NONE) {
				leave_node(walk, at);
				at = walk->profile->nodes[at].caller;
			}
			if (at == root)
				return;
			leave_node(walk, at);
			at = walk->next[at];
		}
		enter_node(walk, at);
	}
}

static void make_functions(struct arena *arena, struct walk *walk)
{
	const struct profile *profile = walk->profile;

	for (size_t i = 0; i < profile->node_count; i++) {
		struct name_facts *facts = &walk->facts[profile->nodes[i].name];

		if (profile->nodes[i].caller == PROFILE_NONE || facts->function != PROFILE_NONE)
			continue;
		facts->function = function_of(&walk->functions,
					      profile->names[profile->nodes[i].name], SLICE_NONE);
		walk->functions.list[facts->function].total = 0;
	}
	walk->open = ARENA_ARRAY(arena, walk->functions.count, uint32_t);
	for (size_t i = 0; i < profile->node_count; i++)
		if (profile->nodes[i].caller == PROFILE_NONE)
			walk_below(walk, (uint32_t)i);
	give_functions(&walk->functions, walk->out);
}

/* ------------------------------------------------------------------ ways into memcg */

static int by_names(const void *a, const void *b)
{
	const struct profile_entry *x = a, *y = b;
	int order = slice_cmp(x->caller, y->caller);

	return order != 0 ? order : slice_cmp(x->function, y->function);
}

static int by_entry_weight(const void *a, const void *b)
{
	const struct profile_entry *x = a, *y = b;

	if (x->weight != y->weight)
		return x->weight < y->weight ? 1 : -1;
	return by_names(a, b);
}

static struct slice base_of(const struct profile *profile, uint32_t node)
{
	if (node == PROFILE_NONE || profile->nodes[node].caller == PROFILE_NONE)
		return SLICE_NONE;
	return memcg_symbol_base(profile->names[profile->nodes[node].name]);
}

/* Outermost functions of memcg: those whose callers lead through none. */
static void find_entries(struct arena *arena, struct walk *walk)
{
	const struct profile *profile = walk->profile;
	struct profile_entry *list = NULL;
	size_t count = 0, capacity = 0, kept = 0;

	for (size_t i = 0; i < profile->node_count; i++) {
		uint32_t caller = profile->nodes[i].caller;
		struct profile_entry entry = { base_of(profile, caller),
					       base_of(profile, (uint32_t)i),
					       walk->out->node_class[i].group, walk->through[i] };

		if (walk->through[i] > 0)
			ARENA_PUSH(arena, list, count, capacity, entry);
	}
	if (count > 1)
		qsort(list, count, sizeof(*list), by_names);
	for (size_t i = 0; i < count; i++) {
		if (kept > 0 && by_names(&list[kept - 1], &list[i]) == 0)
			list[kept - 1].weight += list[i].weight;
		else
			list[kept++] = list[i];
	}
	if (kept > 1)
		qsort(list, kept, sizeof(*list), by_entry_weight);
	walk->out->entries = list;
	walk->out->entry_count = kept;
}

static uint32_t *nones(struct arena *arena, size_t count)
{
	uint32_t *list = ARENA_ARRAY(arena, count, uint32_t);

	for (size_t i = 0; i < count; i++)
		list[i] = PROFILE_NONE;
	return list;
}

static void sum_stacks(struct arena *arena, const struct memcg_symbols *table,
		       const struct profile *profile, struct profile_sum *out)
{
	size_t n = profile->node_count;
	struct walk walk = {
		.profile = profile,
		.out = out,
		.functions = { .arena = arena },
		.facts = ARENA_ARRAY(arena, profile->name_count, struct name_facts),
		.passed = ARENA_ARRAY(arena, n, uint32_t),
		.way = nones(arena, n),
		.through = ARENA_ARRAY(arena, n, double),
		.first = nones(arena, n),
		.next = nones(arena, n),
	};

	out->node_total = ARENA_ARRAY(arena, n, double);
	out->node_class = ARENA_ARRAY(arena, n, struct memcg_class);
	out->node_memcg = ARENA_ARRAY(arena, n, bool);
	out->node_kernel = ARENA_ARRAY(arena, n, bool);
	out->counted = true;
	out->covered = 1;
	if (!profile_is_sampled(profile))
		find_unit(profile, out);
	learn_names(table, &walk);
	link_nodes(&walk);
	for (size_t i = 0; i < n; i++)
		judge_node(&walk, i);
	make_functions(arena, &walk);
	find_entries(arena, &walk);
}

void profile_sum(struct arena *arena, const struct memcg_symbols *table,
		 const struct profile *profile, struct profile_sum *out)
{
	*out = (struct profile_sum){ .unit = 1 };
	if (profile->node_count > 0)
		sum_stacks(arena, table, profile, out);
	else if (profile->row_count > 0)
		sum_rows(arena, table, profile, out);
}

struct share profile_share(const struct profile_sum *sum, double weight)
{
	if (isnan(weight) || sum->whole <= 0)
		return share_only(NAN);
	if (!sum->counted)
		return share_only(weight / sum->whole);
	return share_of(fmin(fmax(weight, 0), sum->whole), sum->whole);
}
