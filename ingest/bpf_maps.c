/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/bpf_maps.h"

#include <math.h>

struct bpf_seen_slot {
	uint64_t hash;
	int64_t print; /* that it belongs to; of an older one, it is free */
};

void bpf_maps_init(struct bpf_maps *maps, struct arena *arena, const struct format_options *options)
{
	*maps = (struct bpf_maps){ .arena = arena, .options = options };
	dict_init(&maps->names, arena);
	arena_init(&maps->scratch);
	buf_init(&maps->joined);
	for (int i = 0; i < RECORD_LABELS_MAX; i++)
		maps->key_names[i] = arena_printf(arena, "key%d", i);
	maps->frames = ARENA_ARRAY(arena, CALLTREE_DEPTH_MAX, struct slice);
}

void bpf_maps_release(struct bpf_maps *maps)
{
	arena_release(&maps->scratch);
	buf_release(&maps->joined);
	if (maps->sums_stacks)
		calltree_release(&maps->tree);
	maps->sums_stacks = false;
}

size_t bpf_map_index(struct bpf_maps *maps, struct slice name)
{
	size_t index = dict_find(&maps->names, name);

	if (index != DICT_NONE)
		return index;
	name = arena_slice(maps->arena, name);
	ARENA_PUSH(maps->arena, maps->maps, maps->count, maps->capacity,
		   ((struct bpf_map){ .name = name, .last = { NAN, NAN } }));
	return dict_add(&maps->names, name);
}

void bpf_row_value(struct bpf_row *row, struct slice value)
{
	row->kind = BPF_KIND_VALUE;
	row->value = value;
	if (!bpf_number(value, &row->number))
		row->number = NAN;
}

void bpf_row_learn(struct bpf_maps *maps, const struct bpf_row *row)
{
	struct bpf_parts parts;

	if (!row->is_keyed)
		return;
	bpf_key_split(row->key, row->style, &parts);
	bpf_shape_add(&maps->maps[row->map].shape, &parts);
}

/* ---- printings ---- */

/* The slot of hash: where it stands, or where it may go. */
static struct bpf_seen_slot *slot_of(const struct bpf_seen *seen, uint64_t hash)
{
	size_t at = (size_t)(hash >> 20) & (seen->size - 1);

	while (seen->slots[at].print == seen->print && seen->slots[at].hash != hash)
		at = (at + 1) & (seen->size - 1);
	return &seen->slots[at];
}

static void seen_grow(struct arena *arena, struct bpf_seen *seen)
{
	struct bpf_seen old = *seen;

	seen->size = old.size == 0 ? 16 : old.size * 2;
	seen->slots = ARENA_ARRAY(arena, seen->size, struct bpf_seen_slot);
	for (size_t i = 0; i < old.size; i++)
		if (old.slots[i].print == old.print)
			*slot_of(seen, old.slots[i].hash) = old.slots[i];
}

/* Adds the key to the current printing; false when it has had it. */
static bool seen_add(struct arena *arena, struct bpf_seen *seen, uint64_t hash)
{
	struct bpf_seen_slot *slot;

	if (seen->count * 2 >= seen->size)
		seen_grow(arena, seen);
	slot = slot_of(seen, hash);
	if (slot->print == seen->print)
		return false;
	*slot = (struct bpf_seen_slot){ hash, seen->print };
	seen->count++;
	return true;
}

static void seen_begin(struct bpf_seen *seen, int64_t print)
{
	seen->print = print;
	seen->count = 0;
}

static double total_of(const struct bpf_row *row)
{
	double total = 0;

	for (size_t i = 0; i < row->count; i++)
		total += (double)row->buckets[i].count;
	return total;
}

/* What rows ascend by; of stats one of two, versions differ in which. */
static void order_of(const struct bpf_row *row, double out[2])
{
	out[0] = out[1] = NAN;
	if (row->kind == BPF_KIND_HIST) {
		out[0] = out[1] = total_of(row);
	} else if (row->kind == BPF_KIND_STATS) {
		out[0] = row->stats.average;
		out[1] = row->stats.total;
	} else if (row->kind == BPF_KIND_VALUE) {
		out[0] = out[1] = row->number;
	}
}

int64_t bpf_row_print(struct bpf_maps *maps, const struct bpf_row *row)
{
	struct bpf_map *map = &maps->maps[row->map];
	uint64_t hash = slice_hash_wide(row->key) * 0x9e3779b97f4a7c15u;
	double order[2];

	order_of(row, order);
	if (map->print == 0 || map->texts != maps->texts ||
	    (order[0] < map->last[0] && order[1] < map->last[1]) ||
	    !seen_add(maps->arena, &map->seen, hash)) {
		seen_begin(&map->seen, ++map->print);
		(void)seen_add(maps->arena, &map->seen, hash); /* the first of its printing */
	}
	map->last[0] = order[0];
	map->last[1] = order[1];
	map->texts = maps->texts;
	return map->print;
}

/* ---- records ---- */

/*
 * The names that the user gave to the parts of a key: of the map's own the last, else of those for
 * any map; NULL = none.
 */
static const struct key_names *names_of(const struct bpf_maps *maps, const struct bpf_map *map,
					size_t parts)
{
	const struct format_options *options = maps->options;
	const struct key_names *of_any = NULL;

	for (size_t i = options != NULL ? options->key_name_count : 0; i > 0; i--) {
		const struct key_names *names = &options->key_names[i - 1];

		if (names->count == parts && slice_eq(names->map, map->name))
			return names;
		if (names->count == parts && names->map.n == 0 && of_any == NULL)
			of_any = names;
	}
	return of_any;
}

/* Frames as one text, the leaf last. */
static struct slice stack_text(struct bpf_maps *maps, struct slice stack)
{
	size_t n = bpf_frames(stack, maps->frames);

	buf_clear(&maps->joined);
	bpf_join_frames(&maps->joined, maps->frames, n);
	return arena_slice(&maps->scratch, buf_slice(&maps->joined));
}

static bool is_stack(const struct bpf_parts *parts, size_t i)
{
	return (parts->stacks >> i & 1) != 0;
}

/* Labels of the key's parts; stacks among them too when with_stacks is set. */
static size_t part_labels(struct bpf_maps *maps, const struct bpf_map *map,
			  const struct bpf_parts *parts, bool with_stacks, struct label *labels)
{
	const struct key_names *names = names_of(maps, map, parts->n);
	size_t n = 0;

	for (size_t i = 0; i < parts->n; i++) {
		if (is_stack(parts, i) && !with_stacks)
			continue;
		labels[n].key = names != NULL ? names->name[i] : maps->key_names[i];
		labels[n++].value =
			is_stack(parts, i) ? stack_text(maps, parts->part[i]) : parts->part[i];
	}
	return n;
}

/* Frames of all stacks of a key, outermost first, those of user space before the kernel's. */
static size_t all_frames(const struct bpf_parts *parts, struct slice *out)
{
	struct slice frames[BPF_FRAMES_MAX];
	size_t n = 0;

	for (int kernel = 0; kernel < 2; kernel++) {
		for (size_t i = 0; i < parts->n; i++) {
			size_t count;

			if (!is_stack(parts, i))
				continue;
			count = bpf_frames(parts->part[i], frames);
			if ((count > 0 && bpf_frame_is_user(frames[0])) != (kernel == 0))
				continue;
			while (count > 0 && n < CALLTREE_DEPTH_MAX)
				out[n++] = frames[--count];
		}
	}
	return n;
}

static enum err sum_stack(struct bpf_maps *maps, const struct record *r, struct error *err)
{
	struct calltree_key key = calltree_key_init();
	struct calltree_sample sample = { r->count, RECORD_NO_COUNT, r->line };
	uint32_t root;
	enum err e;

	key.metric = r->metric;
	key.labels = r->labels;
	key.label_count = r->label_count;
	key.time_s = r->time_s;
	key.print = r->print;
	e = calltree_root(&maps->tree, &key, &root, err);
	return e == OK ? calltree_add(&maps->tree, root, r->frames, r->frame_count, &sample, err)
		       : e;
}

/* A number keyed by a stack. */
static enum err emit_stack(struct bpf_maps *maps, const struct bpf_parts *parts, double value,
			   struct record *r, struct sink *sink, struct error *err)
{
	r->kind = RECORD_STACK;
	r->frames = maps->frames;
	r->frame_count = all_frames(parts, maps->frames);
	r->count = record_count(value);
	r->value = RECORD_NO_NUMBER;
	return maps->sums_stacks ? sum_stack(maps, r, err) : sink_emit(sink, r, err);
}

static enum err emit_points(const struct bpf_row *row, struct record *r, struct sink *sink,
			    struct error *err)
{
	enum err e = OK;

	for (size_t i = 0; e == OK && i < row->count; i++) {
		r->time_s = row->points[i].time_s;
		r->value = row->points[i].value;
		e = sink_emit(sink, r, err);
	}
	return e;
}

/* All but stacks as keys. */
static enum err emit_value(struct bpf_maps *maps, const struct bpf_row *row, struct record *r,
			   struct sink *sink, struct error *err)
{
	switch (row->kind) {
	case BPF_KIND_SERIES:
		return emit_points(row, r, sink, err);
	case BPF_KIND_HIST:
		r->kind = RECORD_HISTOGRAM;
		r->buckets = row->buckets;
		r->bucket_count = row->count;
		break;
	case BPF_KIND_STATS:
		r->statistic = SLICE("mean");
		r->value = row->stats.average;
		r->n = record_count(row->stats.count);
		r->total = row->stats.total;
		break;
	case BPF_KIND_STACK:
		r->text = stack_text(maps, row->value);
		break;
	case BPF_KIND_VALUE:
		r->value = row->number;
		if (isnan(r->value))
			r->text = row->value;
		break;
	}
	if (r->kind == RECORD_SAMPLE && isnan(r->value) && r->text.n == 0)
		return OK; /* an empty text */
	return sink_emit(sink, r, err);
}

static enum err emit_whole_key(const struct bpf_maps *maps, const struct bpf_row *row,
			       struct label *label, struct record *r, struct sink *sink,
			       struct error *err)
{
	const struct bpf_map *map = &maps->maps[row->map];

	*label = (struct label){ SLICE("key"), row->key };
	r->label_count = 1;
	return sink_diagnostic(sink, r->line, err, "a key of %.*s does not split into %zu parts",
			       SLICE_FMT(map->name), map->shape.parts);
}

enum err bpf_row_emit(struct bpf_maps *maps, const struct bpf_row *row, struct sink *sink,
		      struct error *err)
{
	const struct bpf_map *map = &maps->maps[row->map];
	struct record r = record_init(RECORD_SAMPLE);
	struct label labels[RECORD_LABELS_MAX];
	struct bpf_parts parts = { .stacks = 0 };
	enum err e = OK;

	if (maps->scratch.used_bytes > 0)
		arena_reset(&maps->scratch);
	r.line = row->line;
	r.metric = map->name;
	r.print = row->print;
	r.time_s = row->time_s;
	r.labels = labels;
	if (row->is_keyed) {
		bool number = row->kind == BPF_KIND_VALUE && !isnan(row->number);

		bpf_key_split(row->key, row->style, &parts);
		if (!bpf_key_fit(&parts, &map->shape) || parts.n > RECORD_LABELS_MAX)
			e = emit_whole_key(maps, row, labels, &r, sink, err);
		else
			r.label_count = part_labels(maps, map, &parts, !number, labels);
		if (e == OK && r.label_count < parts.n && parts.stacks != 0 && number)
			return emit_stack(maps, &parts, row->number, &r, sink, err);
	}
	return e == OK ? emit_value(maps, row, &r, sink, err) : e;
}

void bpf_sum_begin(struct bpf_maps *maps)
{
	calltree_init(&maps->tree, NULL);
	maps->sums_stacks = true;
}

enum err bpf_sum_end(struct bpf_maps *maps, struct sink *sink, struct error *err)
{
	enum err e = calltree_emit(&maps->tree, sink, err);

	calltree_release(&maps->tree);
	maps->sums_stacks = false;
	return e;
}
