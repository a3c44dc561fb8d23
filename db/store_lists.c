/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What there is: kernels, machines, configs, metrics. */
#include "db/store_private.h"

#include <stdlib.h>

#include "lib/kver.h"

struct kernel_name {
	int64_t kernel;
	struct slice name;
};

static void kernel_at(struct arena *arena, struct stmt *stmt, void *element)
{
	struct store_kernel *kernel = element;

	kernel->rowid = db_int(stmt, 0);
	kernel->slug = db_text(arena, stmt, 1);
	kernel->name = db_text(arena, stmt, 2);
	kernel->release = db_text(arena, stmt, 3);
	kernel->level = db_text(arena, stmt, 4);
	kernel->runs = db_int(stmt, 5);
	kernel->mails = db_int(stmt, 6);
	kernel->placed_as = db_text(arena, stmt, 7);
	kernel->commit = db_text(arena, stmt, 8);
	kernel->order = kernel->level.n > 0 ? kernel->level : kernel->release;
	if (kernel->placed_as.n > 0)
		kernel->order = kernel->placed_as;
}

static void kernel_name_at(struct arena *arena, struct stmt *stmt, void *element)
{
	struct kernel_name *name = element;

	name->kernel = db_int(stmt, 0);
	name->name = db_text(arena, stmt, 1);
}

int store_kernel_cmp(const void *a, const void *b)
{
	const struct store_kernel *x = a, *y = b;
	int order = kver_cmp(x->order, y->order);

	return order != 0 ? order : kver_cmp(x->release, y->release);
}

static int kernel_name_cmp(const void *key, const void *element)
{
	int64_t a = *(const int64_t *)key, b = ((const struct kernel_name *)element)->kernel;

	return (a > b) - (a < b);
}

/* names are in order of their kernels. */
static void give_names(struct arena *arena, struct store_kernel *kernel,
		       const struct kernel_name *names, size_t count)
{
	const struct kernel_name *name =
		count == 0 ? NULL
			   : bsearch(&kernel->rowid, names, count, sizeof(*names), kernel_name_cmp);
	size_t capacity = 0;

	if (name == NULL)
		return;
	while (name > names && name[-1].kernel == kernel->rowid)
		name--;
	for (; name < names + count && name->kernel == kernel->rowid; name++)
		ARENA_PUSH(arena, kernel->names, kernel->name_count, capacity, name->name);
}

/* All rows of a query that asks for nothing. */
static enum err list_all(struct store *store, struct arena *arena, const char *query,
			 const struct store_shape *shape, void *out, size_t *count,
			 struct error *err)
{
	struct stmt *stmt;
	enum err e = db_prepare(store->db, query, &stmt, err);

	return e == OK ? store_list(arena, stmt, shape, out, count, err) : e;
}

static const struct store_shape kernel_shape = { sizeof(struct store_kernel), kernel_at };
static const struct store_shape name_shape = { sizeof(struct kernel_name), kernel_name_at };

enum err store_kernels(struct store *store, struct arena *arena, struct store_kernel **out,
		       size_t *count, struct error *err)
{
	struct store_kernel *list = NULL;
	struct kernel_name *names = NULL;
	size_t name_count = 0;
	enum err e = list_all(store, arena, "kernel_list", &kernel_shape, &list, count, err);

	if (e == OK)
		e = list_all(store, arena, "kernel_names", &name_shape, &names, &name_count, err);
	if (e != OK)
		return e;
	if (*count > 0)
		qsort(list, *count, sizeof(*list), store_kernel_cmp);
	for (size_t i = 0; i < *count; i++)
		give_names(arena, &list[i], names, name_count);
	*out = list;
	return OK;
}

static void machine_at(struct arena *arena, struct stmt *stmt, void *element)
{
	struct store_machine *machine = element;

	machine->rowid = db_int(stmt, 0);
	machine->slug = db_text(arena, stmt, 1);
	machine->machine = (struct machine){
		.fingerprint = db_text(arena, stmt, 2),
		.name = db_text(arena, stmt, 3),
		.cpu = db_text(arena, stmt, 4),
		.sockets = (int)db_int(stmt, 5),
		.cores = (int)db_int(stmt, 6),
		.threads = (int)db_int(stmt, 7),
		.nodes = (int)db_int(stmt, 8),
		.memory_bytes = db_int(stmt, 9),
	};
	machine->runs = db_int(stmt, 10);
}

static const struct store_shape machine_shape = { sizeof(struct store_machine), machine_at };

enum err store_machine_get(struct store *store, struct arena *arena, int64_t id,
			   struct store_machine *out, struct error *err)
{
	struct store_machine *list = NULL;
	size_t count = 0;
	enum err e =
		store_list_of(store, arena, "machine_get", id, &machine_shape, &list, &count, err);

	if (e == OK && count == 0)
		return error_set(err, ERR_NOT_FOUND, "no machine of number %lld", (long long)id);
	if (e == OK)
		*out = list[0];
	return e;
}

enum err store_machines(struct store *store, struct arena *arena, struct store_machine **out,
			size_t *count, struct error *err)
{
	return list_all(store, arena, "machine_list", &machine_shape, out, count, err);
}

static void config_at(struct arena *arena, struct stmt *stmt, void *element)
{
	struct store_config *config = element;

	config->rowid = db_int(stmt, 0);
	config->config = store_config_at(arena, stmt, 1);
	config->runs = db_int(stmt, 12);
}

static const struct store_shape config_shape = { sizeof(struct store_config), config_at };

enum err store_configs(struct store *store, struct arena *arena, struct store_config **out,
		       size_t *count, struct error *err)
{
	return list_all(store, arena, "config_list", &config_shape, out, count, err);
}

static void metric_at(struct arena *arena, struct stmt *stmt, void *element)
{
	struct store_metric *metric = element;

	metric->rowid = db_int(stmt, 0);
	metric->metric = store_metric_at(arena, stmt, 1);
}

static int store_metric_cmp(const void *a, const void *b)
{
	const struct store_metric *x = a, *y = b;
	int order = metric_cmp(&x->metric, &y->metric);

	return order != 0 ? order : (x->rowid > y->rowid) - (x->rowid < y->rowid);
}

static const struct store_shape metric_shape = { sizeof(struct store_metric), metric_at };

enum err store_metrics(struct store *store, struct arena *arena, struct store_metric **out,
		       size_t *count, struct error *err)
{
	enum err e = list_all(store, arena, "metric_list", &metric_shape, out, count, err);

	if (e == OK && *count > 0)
		qsort(*out, *count, sizeof(**out), store_metric_cmp);
	return e;
}
