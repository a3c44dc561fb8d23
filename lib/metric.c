/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/metric.h"

#include <stdlib.h>
#include <string.h>

#include "lib/buf.h"

static int label_cmp(const void *a, const void *b)
{
	return slice_cmp(((const struct label *)a)->key, ((const struct label *)b)->key);
}

static void add_escaped(struct buf *buf, struct slice s)
{
	for (size_t i = 0; i < s.n; i++) {
		if (s.p[i] != '\0' && strchr("\\,=", s.p[i]) != NULL)
			buf_addc(buf, '\\');
		buf_addc(buf, s.p[i]);
	}
}

struct slice metric_labels(struct arena *arena, const struct label *labels, size_t count)
{
	struct label *sorted;
	struct slice out;
	struct buf buf;

	if (count == 0)
		return SLICE_NONE;
	sorted = ARENA_ARRAY(arena, count, struct label);
	memcpy(sorted, labels, count * sizeof(*labels));
	qsort(sorted, count, sizeof(*sorted), label_cmp);
	buf_init(&buf);
	for (size_t i = 0; i < count; i++) {
		if (i > 0)
			buf_addc(&buf, ',');
		add_escaped(&buf, sorted[i].key);
		buf_addc(&buf, '=');
		add_escaped(&buf, sorted[i].value);
	}
	out = arena_slice(arena, buf_slice(&buf));
	buf_release(&buf);
	return out;
}

/* Cuts what stands before the next sep that is not escaped off *rest, and sep with it. */
static struct slice take_escaped(struct slice *rest, char sep)
{
	size_t i = 0;
	struct slice part;

	while (i < rest->n && rest->p[i] != sep)
		i += rest->p[i] == '\\' && i + 1 < rest->n ? 2 : 1;
	part = slice_head(*rest, i);
	*rest = slice_skip(*rest, i + 1);
	return part;
}

static struct slice unescaped(struct arena *arena, struct slice s)
{
	char *out;
	size_t n = 0;

	if (slice_find_char(s, '\\') == s.n)
		return s;
	out = arena_alloc(arena, s.n);
	for (size_t i = 0; i < s.n; i++) {
		if (s.p[i] == '\\' && i + 1 < s.n)
			i++;
		out[n++] = s.p[i];
	}
	return (struct slice){ out, n };
}

bool metric_label(struct arena *arena, const struct metric *metric, struct slice key,
		  struct slice *value)
{
	struct slice rest = metric->labels;

	while (rest.n > 0) {
		struct slice label = take_escaped(&rest, ',');
		struct slice name = unescaped(arena, take_escaped(&label, '='));

		if (!slice_eq(name, key))
			continue;
		*value = unescaped(arena, label);
		return true;
	}
	return false;
}

int metric_cmp(const struct metric *a, const struct metric *b)
{
	int order = slice_cmp(a->benchmark, b->benchmark);

	if (order == 0)
		order = slice_cmp_natural(a->name, b->name);
	if (order == 0)
		order = slice_cmp_natural(a->labels, b->labels);
	return order != 0 ? order : slice_cmp(a->unit, b->unit);
}

bool metric_eq(const struct metric *a, const struct metric *b)
{
	return slice_eq(a->benchmark, b->benchmark) && slice_eq(a->name, b->name) &&
	       slice_eq(a->labels, b->labels) && slice_eq(a->unit, b->unit);
}

struct slice metric_title(struct arena *arena, const struct metric *metric)
{
	struct buf buf;
	struct slice out;
	bool in_value = false;

	if (metric->labels.n == 0)
		return metric->name;
	buf_init(&buf);
	buf_add(&buf, metric->name);
	buf_addc(&buf, ' ');
	for (size_t i = 0; i < metric->labels.n; i++) {
		char c = metric->labels.p[i];

		if (c == '\\' && i + 1 < metric->labels.n) {
			i++;
			if (in_value)
				buf_addc(&buf, metric->labels.p[i]);
		} else if (c == '=' && !in_value) {
			in_value = true;
		} else if (c == ',' && in_value) {
			in_value = false;
			buf_addc(&buf, ' ');
		} else if (in_value) {
			buf_addc(&buf, c);
		}
	}
	out = arena_slice(arena, buf_slice(&buf));
	buf_release(&buf);
	return out;
}

bool metric_is_duration(const struct metric *metric)
{
	return slice_starts(metric->name, "Duration ");
}
