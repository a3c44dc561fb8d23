/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Profiles as JSON: docs/api.md has the shapes. Shares are fractions. */
#include <math.h>

#include "lib/report_json.h"
#include "lib/report_profile_parts.h"

static void add_weight(json_t *json, const char *key, const struct profile_sum *sum, double weight)
{
	if (!isnan(weight) && sum->whole > 0)
		json_add(json, key, report_share_json(profile_share(sum, weight)));
}

static void add_class(json_t *json, struct memcg_class class)
{
	if (class.kind == MEMCG_NOT)
		return;
	json_add_text(json, "phase", slice_str(memcg_group_name(class.group)));
	json_add_text(json, "kind", slice_str(memcg_kind_name(class.kind)));
	json_add_bool(json, "counted", class.strict);
}

static json_t *phases_json(const struct profile_sum *sum)
{
	json_t *list = json_array();

	for (int i = 0; i < MEMCG_GROUPS; i++) {
		const struct profile_phase *phase = &sum->phases[i];
		json_t *each;

		if (phase->self == 0 && phase->shared == 0 && !(phase->total > 0))
			continue;
		each = json_object();
		json_add_text(each, "phase", slice_str(memcg_group_name((enum memcg_group)i)));
		add_weight(each, "self", sum, phase->self);
		add_weight(each, "shared", sum, phase->shared);
		add_weight(each, "total", sum, phase->total);
		json_push(list, each);
	}
	return list;
}

static json_t *functions_json(const struct profile_sum *sum, bool all, size_t limit)
{
	json_t *list = json_array();

	for (size_t i = 0; i < sum->function_count && json_array_size(list) < limit; i++) {
		const struct profile_function *function = &sum->functions[i];
		json_t *each;

		if (!all && function->class.kind == MEMCG_NOT)
			continue;
		each = json_object();
		json_add(each, "symbol", json_text(function->symbol));
		json_add_text(each, "where", function->where);
		add_class(each, function->class);
		add_weight(each, "self", sum, function->self);
		add_weight(each, "total", sum, function->total);
		json_push(list, each);
	}
	return list;
}

static json_t *entries_json(const struct profile_sum *sum)
{
	json_t *list = json_array();

	for (size_t i = 0; i < sum->entry_count && i < REPORT_PROFILE_ROWS_MAX; i++) {
		const struct profile_entry *entry = &sum->entries[i];
		json_t *each = json_object();

		json_add_text(each, "caller", entry->caller);
		json_add(each, "function", json_text(entry->function));
		json_add_text(each, "phase", slice_str(memcg_group_name(entry->group)));
		add_weight(each, "share", sum, entry->weight);
		json_push(list, each);
	}
	return list;
}

static json_t *notes_json(const struct profile *profile, const struct profile_sum *sum)
{
	struct report_notes notes = { NULL };
	json_t *list = json_array();
	struct arena arena;

	arena_init(&arena);
	report_profile_notes(&arena, profile, sum, &notes);
	for (size_t i = 0; i < notes.count; i++)
		json_push(list, json_text(notes.list[i]));
	arena_release(&arena);
	return list;
}

static json_t *memcg_json(const struct profile_sum *sum)
{
	json_t *json = json_object();

	add_weight(json, "self", sum, sum->strict);
	add_weight(json, "with_shared", sum, sum->strict + sum->shared);
	add_weight(json, "total", sum, sum->total);
	if (sum->whole > 0) {
		json_add(json, "ambiguous", json_number(sum->ambiguous / sum->whole));
		json_add(json, "unlisted", json_number(sum->unlisted / sum->whole));
	}
	json_add(json, "covered", json_number(sum->covered));
	return json;
}

/* Whose and what it is. */
static json_t *head_json(const struct report_profile *what)
{
	const struct profile *profile = what->profile;
	json_t *json = json_object();

	json_add_text(json, "id", profile->id);
	json_add_text(json, "about", what->about);
	json_add_text(json, "source", profile->source);
	json_add_text(json, "file", profile->path);
	json_add_text(json, "event", profile->event);
	json_add_text(json, "metric", profile->metric);
	json_add_count(json, "print", profile->print);
	if (what->sum->counted && what->sum->whole > 0)
		json_add_number(json, "samples", what->sum->whole);
	json_add_bool(json, "stacks", what->sum->node_total != NULL);
	json_add(json, "memcg", memcg_json(what->sum));
	return json;
}

json_t *report_profile_json(const struct report_profile *what, bool all, size_t limit)
{
	json_t *json = head_json(what);

	json_add(json, "phases", phases_json(what->sum));
	json_add(json, "functions", functions_json(what->sum, all, limit));
	json_add(json, "entries", entries_json(what->sum));
	json_add(json, "notes", notes_json(what->profile, what->sum));
	return json;
}

static json_t *move_json(const struct profile_move *move, const char *name)
{
	json_t *json = json_object();

	json_add(json, name, json_text(move->symbol));
	json_add(json, "before", report_share_json(move->share_a));
	json_add(json, "after", report_share_json(move->share_b));
	json_add(json, "change", report_share_json(move->change));
	json_add_bool(json, "moved", move->moved);
	return json;
}

static json_t *moves_json(const struct profile_diff *diff, bool all, size_t limit)
{
	json_t *list = json_array();

	for (size_t i = 0; i < diff->function_count && json_array_size(list) < limit; i++) {
		const struct profile_move *move = &diff->functions[i];
		json_t *each;

		if (!all && move->class.kind == MEMCG_NOT)
			continue;
		each = move_json(move, "symbol");
		add_class(each, move->class);
		json_push(list, each);
	}
	return list;
}

static json_t *replicates_json(const struct profile_replicates *replicates)
{
	json_t *json = json_object();

	json_add_number(json, "before", replicates->share_a);
	json_add_number(json, "after", replicates->share_b);
	json_add(json, "verdict", report_verdict_json(&replicates->verdict));
	return json;
}

json_t *report_profile_diff_json(const struct report_profile *a, const struct report_profile *b,
				 const struct profile_diff *diff, bool all, size_t limit)
{
	json_t *json = json_object(), *phases = json_array(), *memcg = json_object();

	json_add(json, "a", head_json(a));
	json_add(json, "b", head_json(b));
	json_add(memcg, "self", report_share_json(diff->strict));
	json_add(memcg, "shared", report_share_json(diff->shared));
	json_add(memcg, "total", report_share_json(diff->total));
	json_add(json, "change", memcg);
	if (diff->replicates.verdict.method != VERDICT_NO_TEST)
		json_add(json, "replicates", replicates_json(&diff->replicates));
	for (int i = 0; i < MEMCG_GROUPS; i++)
		if (diff->phases[i].a > 0 || diff->phases[i].b > 0)
			json_push(phases, move_json(&diff->phases[i], "phase"));
	json_add(json, "phases", phases);
	json_add(json, "functions", moves_json(diff, all, limit));
	json_add(json, "notes", notes_json(b->profile, b->sum));
	return json;
}

json_t *report_flame_json(struct arena *arena, const struct flame *flame)
{
	static const char *const kinds[] = { "all", "user", "kernel", "shared", "memcg" };
	json_t *json = json_object(), *nodes = json_array();

	for (uint32_t i = 0; i < flame->count; i++) {
		const struct flame_node *node = &flame->nodes[i];
		json_t *each = json_object();

		json_add(each, "name", json_text(node->name));
		if (node->parent != PROFILE_NONE)
			json_add_count(each, "parent", node->parent);
		json_add_text(each, "kind", slice_str(kinds[node->kind]));
		json_add_number(each, "self", node->self[FLAME_A]);
		json_add_number(each, "total", node->total[FLAME_A]);
		json_add_text(each, "path", flame_path(arena, flame, i));
		json_push(nodes, each);
	}
	json_add_number(json, "whole", flame->sums[FLAME_A]->whole);
	json_add(json, "nodes", nodes);
	return json;
}
