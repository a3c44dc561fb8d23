/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/profile_export.h"

#include <inttypes.h>
#include <stdlib.h>

enum { SPEEDSCOPE_FRAMES_MAX = 4 * 1000 * 1000 };

static void add_name(struct buf *buf, struct slice name, bool common)
{
	for (size_t i = 0; i < name.n; i++) {
		char c = name.p[i];

		if (c == ';')
			c = ':';
		else if ((unsigned char)c < ' ' || (common && c == ' '))
			c = common ? '_' : ' ';
		buf_addc(buf, c);
	}
}

/* Nodes from the outermost to `leaf`; out has room for all of them. */
static size_t way_to(const struct profile *profile, uint32_t leaf, uint32_t *out)
{
	size_t depth = 0, at;

	for (uint32_t i = leaf; i != PROFILE_NONE; i = profile->nodes[i].caller)
		depth++;
	at = depth;
	for (uint32_t i = leaf; i != PROFILE_NONE; i = profile->nodes[i].caller)
		out[--at] = i;
	return depth;
}

static int by_text(const void *a, const void *b)
{
	return slice_cmp(*(const struct slice *)a, *(const struct slice *)b);
}

void profile_folded(struct arena *arena, struct buf *buf, const struct profile *profile)
{
	uint32_t *way = ARENA_ARRAY(arena, profile->node_count, uint32_t);
	struct slice *lines = NULL;
	size_t count = 0, capacity = 0;
	struct buf line;

	buf_init(&line);
	for (uint32_t i = 0; i < profile->node_count; i++) {
		size_t depth;

		if (profile->nodes[i].count <= 0)
			continue;
		buf_clear(&line);
		depth = way_to(profile, i, way);
		for (size_t k = 0; k < depth; k++) {
			struct slice name = profile->names[profile->nodes[way[k]].name];

			if (k == 0 && name.n == 0 && depth > 1)
				continue;
			if (line.n > 0)
				buf_addc(&line, ';');
			add_name(&line, name, k == 0);
		}
		buf_addf(&line, " %" PRId64 "\n", profile->nodes[i].count);
		ARENA_PUSH(arena, lines, count, capacity, arena_slice(arena, buf_slice(&line)));
	}
	if (count > 1)
		qsort(lines, count, sizeof(*lines), by_text);
	for (size_t i = 0; i < count; i++)
		buf_add(buf, lines[i]);
	buf_release(&line);
}

/* Samples and weights of stacks that have any; false when there are too many frames. */
static bool add_samples(const struct profile *profile, uint32_t *way, json_t *samples,
			json_t *weights, int64_t *end)
{
	size_t frames = 0;

	for (uint32_t i = 0; i < profile->node_count; i++) {
		json_t *stack;
		size_t depth;

		if (profile->nodes[i].count <= 0)
			continue;
		depth = way_to(profile, i, way);
		frames += depth;
		if (frames > SPEEDSCOPE_FRAMES_MAX)
			return false;
		stack = json_array();
		for (size_t k = 0; k < depth; k++)
			if (k > 0 || profile->names[profile->nodes[way[0]].name].n > 0)
				json_push(stack, json_integer(profile->nodes[way[k]].name));
		json_push(samples, stack);
		json_push(weights, json_integer(profile->nodes[i].count));
		*end += profile->nodes[i].count;
	}
	return true;
}

enum err profile_speedscope(struct arena *arena, const struct profile *profile, struct slice name,
			    json_t **out, struct error *err)
{
	uint32_t *way = ARENA_ARRAY(arena, profile->node_count, uint32_t);
	json_t *samples = json_array(), *weights = json_array(), *frames = json_array();
	json_t *json = json_object(), *shared = json_object(), *list = json_array();
	json_t *one = json_object();
	int64_t end = 0;
	bool fits = add_samples(profile, way, samples, weights, &end);

	for (size_t i = 0; i < profile->name_count; i++) {
		json_t *frame = json_object();

		json_add(frame, "name", json_text(profile->names[i]));
		json_push(frames, frame);
	}
	json_add_text(one, "type", SLICE("sampled"));
	json_add(one, "name", json_text(name));
	json_add_text(one, "unit", SLICE("none"));
	json_add_count(one, "startValue", 0);
	json_add_count(one, "endValue", end);
	json_add(one, "samples", samples);
	json_add(one, "weights", weights);
	json_push(list, one);
	json_add_text(json, "$schema", SLICE("https://www.speedscope.app/file-format-schema.json"));
	json_add(shared, "frames", frames);
	json_add(json, "shared", shared);
	json_add(json, "profiles", list);
	json_add_text(json, "exporter", SLICE("memcgperf"));
	if (!fits) {
		json_decref(json);
		return error_set(err, ERR_LIMIT, "more than %d frames: take the folded stacks",
				 SPEEDSCOPE_FRAMES_MAX);
	}
	*out = json;
	return OK;
}
