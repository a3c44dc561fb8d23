/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/allocs.h"

#include <math.h>
#include <stdlib.h>

#include "lib/gfp.h"
#include "lib/num.h"

/* Parts of a key that are understood. */
enum role { ROLE_COMM, ROLE_REQUESTED, ROLE_ALLOCATED, ROLE_FLAGS, ROLES };

static const char *const role_names[ROLES] = { "comm", "bytes_req", "bytes_alloc", "gfp_flags" };

/* The labels that hold each part: by position, or by the part's own name. */
struct roles {
	struct slice positions[ROLES]; /* "key1"; "" = it has none */
};

/* A row of one run's map. */
struct entry {
	struct allocs_row row;
	size_t run;
	double value;
};

/* What is being built. */
struct building {
	struct arena *arena;
	struct allocs *out;
	struct roles roles;
	struct entry *entries;
	size_t count, capacity;
};

static struct slice role_of_name(struct slice name, enum role *role)
{
	for (size_t i = 0; i < ROLES; i++)
		if (slice_is(name, role_names[i])) {
			*role = (enum role)i;
			return name;
		}
	return SLICE_NONE;
}

static enum err read_roles(struct arena *arena, struct slice keys, struct roles *out,
			   struct error *err)
{
	struct slice rest = keys.n > 0 ? keys : SLICE(ALLOCS_KEYS), name;

	*out = (struct roles){ 0 };
	for (int i = 0; slice_split(&rest, ',', &name); i++) {
		enum role role;

		if (role_of_name(slice_trim(name), &role).n > 0)
			out->positions[role] = arena_printf(arena, "key%d", i);
	}
	if (out->positions[ROLE_REQUESTED].n == 0 || out->positions[ROLE_ALLOCATED].n == 0)
		return error_set(err, ERR_INPUT,
				 "keys needs bytes_req and bytes_alloc among its names, as in %s",
				 ALLOCS_KEYS);
	return OK;
}

/* The value of a part of the key; false when it has none. */
static bool part(const struct building *b, const struct metric *metric, enum role role,
		 struct slice *out)
{
	return metric_label(b->arena, metric, slice_str(role_names[role]), out) ||
	       (b->roles.positions[role].n > 0 &&
		metric_label(b->arena, metric, b->roles.positions[role], out));
}

static bool number_part(const struct building *b, const struct metric *metric, enum role role,
			int64_t *out)
{
	struct slice text;

	return part(b, metric, role, &text) && num_int(text, out) && *out >= 0;
}

/* True when the key has both sizes; counts are not set. */
static bool read_row(const struct building *b, const struct traced *run,
		     const struct traced_row *from, struct allocs_row *row)
{
	int64_t flags;
	bool known;

	*row = (struct allocs_row){ .who = SLICE_NONE };
	if (!number_part(b, &from->metric, ROLE_REQUESTED, &row->requested) ||
	    !number_part(b, &from->metric, ROLE_ALLOCATED, &row->allocated))
		return false;
	(void)part(b, &from->metric, ROLE_COMM, &row->who);
	if (number_part(b, &from->metric, ROLE_FLAGS, &flags)) {
		enum gfp_layout layout = gfp_layout_of(run->level, &known);

		row->flags = gfp_decode(b->arena, (uint64_t)flags, layout);
		row->accounted = gfp_is_accounted((uint64_t)flags, layout);
	}
	return true;
}

/* The same row in different runs is equal. */
static int row_cmp(const struct allocs_row *a, const struct allocs_row *b)
{
	int order = slice_cmp(a->who, b->who);

	if (order == 0)
		order = (a->requested > b->requested) - (a->requested < b->requested);
	if (order == 0)
		order = (a->allocated > b->allocated) - (a->allocated < b->allocated);
	return order != 0 ? order : slice_cmp(a->flags, b->flags);
}

static int entry_cmp(const void *a, const void *b)
{
	return row_cmp(&((const struct entry *)a)->row, &((const struct entry *)b)->row);
}

/* Equal entries of different runs become one row. */
static void merge_entries(struct building *b)
{
	struct allocs *out = b->out;
	struct allocs_row *row = NULL;

	if (b->count > 0)
		qsort(b->entries, b->count, sizeof(*b->entries), entry_cmp);
	out->rows = ARENA_ARRAY(b->arena, b->count + 1, struct allocs_row);
	for (size_t i = 0; i < b->count; i++) {
		const struct entry *entry = &b->entries[i];

		if (row == NULL || row_cmp(row, &entry->row) != 0) {
			row = &out->rows[out->row_count++];
			*row = entry->row;
			row->counts = ARENA_ARRAY(b->arena, out->run_count, double);
			for (size_t run = 0; run < out->run_count; run++)
				row->counts[run] = NAN;
		}
		row->counts[entry->run] = entry->value;
	}
}

static bool is_of_map(const struct traced_row *row, struct slice map)
{
	return slice_eq(row->metric.name, map);
}

/* The number of the map's last printing in a run. */
static int64_t last_print(const struct traced *run, struct slice map)
{
	int64_t last = RECORD_NO_COUNT;

	for (size_t i = 0; i < run->row_count; i++)
		if (is_of_map(&run->rows[i], map) && run->rows[i].print > last)
			last = run->rows[i].print;
	return last;
}

static double sum_of_map(const struct traced *run, struct slice map)
{
	int64_t print = last_print(run, map);
	double sum = NAN;

	for (size_t i = 0; i < run->row_count; i++)
		if (is_of_map(&run->rows[i], map) && run->rows[i].print == print)
			sum = (isnan(sum) ? 0 : sum) + run->rows[i].value;
	return sum;
}

static void add_run(struct building *b, size_t index)
{
	const struct traced *run = &b->out->runs[index];
	int64_t print = last_print(run, b->out->map);

	for (size_t i = 0; i < run->row_count; i++) {
		const struct traced_row *from = &run->rows[i];
		struct entry entry = { .run = index, .value = from->value };

		if (is_of_map(from, b->out->map) && from->print == print &&
		    read_row(b, run, from, &entry.row))
			ARENA_PUSH(b->arena, b->entries, b->count, b->capacity, entry);
	}
}

static struct allocs_total total_of(const struct allocs *allocs, size_t run)
{
	struct allocs_total total = { .frees = sum_of_map(&allocs->runs[run], SLICE(ALLOCS_FREE)) };
	bool known, any = false;

	for (size_t i = 0; i < allocs->row_count; i++) {
		const struct allocs_row *row = &allocs->rows[i];
		double count = row->counts[run];

		if (isnan(count))
			continue;
		any = true;
		total.count += count;
		total.accounted += row->accounted ? count : 0;
		total.requested += count * (double)row->requested;
		total.allocated += count * (double)row->allocated;
	}
	if (!any)
		total.count = total.accounted = total.requested = total.allocated = NAN;
	(void)gfp_layout_of(allocs->runs[run].level, &known);
	total.assumed = any && !known;
	return total;
}

/* A row with its keys for sorting. */
struct weighed {
	struct allocs_row row;
	double waste, count;
	size_t place;
};

static int weighed_cmp(const void *a, const void *b)
{
	const struct weighed *x = a, *y = b;

	if (x->waste < y->waste || x->waste > y->waste)
		return x->waste < y->waste ? 1 : -1;
	if (x->count < y->count || x->count > y->count)
		return x->count < y->count ? 1 : -1;
	return (x->place > y->place) - (x->place < y->place);
}

static void sort_rows(struct arena *arena, struct allocs *allocs)
{
	struct weighed *list = ARENA_ARRAY(arena, allocs->row_count + 1, struct weighed);

	for (size_t i = 0; i < allocs->row_count; i++) {
		const struct allocs_row *row = &allocs->rows[i];

		list[i] = (struct weighed){ .row = *row, .place = i };
		for (size_t run = 0; run < allocs->run_count; run++)
			list[i].count = fmax(list[i].count, row->counts[run]);
		list[i].waste = list[i].count * (double)(row->allocated - row->requested);
	}
	qsort(list, allocs->row_count, sizeof(*list), weighed_cmp);
	for (size_t i = 0; i < allocs->row_count; i++)
		allocs->rows[i] = list[i].row;
}

enum err allocs_build(struct arena *arena, const struct traced *runs, size_t run_count,
		      const struct allocs_ask *ask, struct allocs *out, struct error *err)
{
	struct building b = { .arena = arena, .out = out };
	enum err e = read_roles(arena, ask->keys, &b.roles, err);

	*out = (struct allocs){
		.runs = runs,
		.run_count = run_count,
		.map = ask->map.n > 0 ? ask->map : SLICE(ALLOCS_MAP),
	};
	if (e == OK && run_count > TRACED_RUNS_MAX)
		e = error_set(err, ERR_LIMIT, "%zu runs, at most %d", run_count, TRACED_RUNS_MAX);
	if (e != OK)
		return e;
	for (size_t i = 0; i < run_count; i++)
		add_run(&b, i);
	merge_entries(&b);
	if (out->row_count == 0)
		return error_set(
			err, ERR_NOT_FOUND,
			"no map '%.*s' with bytes_req and bytes_alloc in its key; map= names "
			"another, keys= what its parts are",
			SLICE_FMT(out->map));
	out->totals = ARENA_ARRAY(arena, run_count, struct allocs_total);
	for (size_t i = 0; i < run_count; i++)
		out->totals[i] = total_of(out, i);
	sort_rows(arena, out);
	return OK;
}
