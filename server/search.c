/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "server/search.h"

#include <ctype.h>
#include <inttypes.h>

#include "db/store_search.h"
#include "lib/mail_id.h"

enum { COMMIT_LEAST = 6, LIMIT = SEARCH_OF_A_KIND + 1 }; /* one more tells whether there are more */

/* One search as it goes on. */
struct finder {
	struct store *store;
	struct arena *arena;
	struct search *out;
	size_t first; /* of the kind that is being added */
};

static void next_kind(struct finder *finder)
{
	finder->first = finder->out->count;
}

/* Exact hits stand before the others of their kind, and are not the ones that are cut. */
static void add(struct finder *finder, struct search_hit hit)
{
	struct search *out = finder->out;
	size_t at = out->count;

	if (out->count - finder->first == SEARCH_OF_A_KIND) {
		out->cut = true;
		if (!hit.exact || out->hits[--at].exact)
			return;
		out->count--;
	}
	ARENA_PUSH(finder->arena, out->hits, out->count, out->capacity, hit);
	for (; hit.exact && at > finder->first && !out->hits[at - 1].exact; at--) {
		out->hits[at] = out->hits[at - 1];
		out->hits[at - 1] = hit;
	}
}

/* The path with a value at its end as part of a query. */
static struct slice with_value(struct arena *arena, struct slice before, struct slice value)
{
	struct buf buf;
	struct slice out;

	buf_init(&buf);
	buf_add(&buf, before);
	buf_add_url(&buf, value);
	out = arena_slice(arena, buf_slice(&buf));
	buf_release(&buf);
	return out;
}

static bool is_text(const struct finder *finder, struct slice name)
{
	return slice_eq(name, finder->out->text);
}

/* ------------------------------------------------------------------ of the lists */

static bool is_kernel(const struct finder *finder, const struct store_kernel *kernel,
		      bool (*holds)(struct slice, struct slice))
{
	struct slice text = finder->out->text;
	bool is = holds(kernel->name, text) || holds(kernel->slug, text) ||
		  holds(kernel->release, text) || holds(kernel->level, text);

	for (size_t i = 0; i < kernel->name_count && !is; i++)
		is = holds(kernel->names[i], text);
	return is;
}

static enum err add_kernels(struct finder *finder, struct error *err)
{
	struct store_kernel *kernels = NULL;
	size_t count = 0;
	enum err e = store_kernels(finder->store, finder->arena, &kernels, &count, err);

	next_kind(finder);
	for (size_t i = count; i-- > 0 && e == OK;) { /* newest first */
		const struct store_kernel *kernel = &kernels[i];

		if (is_kernel(finder, kernel, slice_has_words))
			add(finder,
			    (struct search_hit){ "kernel", kernel->name,
						 arena_printf(finder->arena, "%" PRId64 " run%s",
							      kernel->runs,
							      kernel->runs == 1 ? "" : "s"),
						 arena_printf(finder->arena, "/kernels/%.*s",
							      SLICE_FMT(kernel->slug)),
						 is_kernel(finder, kernel, slice_eq) });
	}
	return e;
}

static enum err add_machines(struct finder *finder, struct error *err)
{
	struct store_machine *machines = NULL;
	size_t count = 0;
	enum err e = store_machines(finder->store, finder->arena, &machines, &count, err);

	next_kind(finder);
	for (size_t i = 0; i < count && e == OK; i++) {
		const struct store_machine *one = &machines[i];
		struct slice name = one->machine.name;

		if (slice_has_words(name, finder->out->text) || is_text(finder, one->slug))
			add(finder, (struct search_hit){
					    "machine", name, one->machine.cpu,
					    arena_printf(finder->arena, "/machines/%.*s",
							 SLICE_FMT(one->slug)),
					    is_text(finder, name) || is_text(finder, one->slug) });
	}
	return e;
}

static struct slice series_of(struct arena *arena, const struct store_measured *of,
			      struct slice title)
{
	const struct {
		const char *before;
		struct slice value;
	} parts[] = {
		{ "/series?benchmark=", of->metric.benchmark },
		{ "&metric=", title },
		{ "&unit=", of->metric.unit },
		{ "&machine=", of->machine },
	};
	struct slice out = SLICE("");

	for (size_t i = 0; i < ARRAY_SIZE(parts); i++)
		out = with_value(arena,
				 arena_printf(arena, "%.*s%s", SLICE_FMT(out), parts[i].before),
				 parts[i].value);
	return out;
}

static void add_metric(struct finder *finder, const struct store_measured *of)
{
	struct slice title = metric_title(finder->arena, &of->metric);
	struct slice name = arena_printf(finder->arena, "%.*s %.*s",
					 SLICE_FMT(of->metric.benchmark), SLICE_FMT(title));

	if (slice_has_words(name, finder->out->text))
		add(finder, (struct search_hit){ "metric", name, of->metric.unit,
						 series_of(finder->arena, of, title),
						 is_text(finder, title) || is_text(finder, name) });
}

static enum err add_metrics(struct finder *finder, struct error *err)
{
	struct store_measured *metrics = NULL;
	size_t count = 0;
	enum err e = store_search_metrics(finder->store, finder->arena, &metrics, &count, err);

	next_kind(finder);
	for (size_t i = 0; i < count && e == OK; i++)
		add_metric(finder, &metrics[i]);
	return e;
}

/* Metrics stand by their benchmark, so that each benchmark comes once. */
static enum err add_benchmarks(struct finder *finder, struct error *err)
{
	struct store_metric *metrics = NULL;
	size_t count = 0;
	enum err e = store_metrics(finder->store, finder->arena, &metrics, &count, err);

	next_kind(finder);
	for (size_t i = 0; i < count && e == OK; i++) {
		struct slice name = metrics[i].metric.benchmark;

		if (i > 0 && slice_eq(name, metrics[i - 1].metric.benchmark))
			continue;
		if (name.n > 0 && slice_has_words(name, finder->out->text))
			add(finder,
			    (struct search_hit){
				    "benchmark", name, SLICE("its runs"),
				    with_value(finder->arena, SLICE("/runs?benchmark="), name),
				    is_text(finder, name) });
	}
	return e;
}

/* ------------------------------------------------------------------ of the store's own search */

static void add_matches(struct finder *finder, const char *kind, const char *path,
			const struct store_matches *matches, bool exact)
{
	for (size_t i = 0; i < matches->count; i++) {
		const struct store_match *match = &matches->list[i];

		add(finder,
		    (struct search_hit){
			    kind, match->name, match->about,
			    arena_printf(finder->arena, "%s%.*s", path, SLICE_FMT(match->key)),
			    exact || is_text(finder, match->name) || is_text(finder, match->key) });
	}
}

static enum err add_runs(struct finder *finder, struct error *err)
{
	struct store_matches runs = { NULL };
	enum err e = store_search_runs(finder->store, finder->arena, finder->out->text, LIMIT,
				       &runs, err);

	next_kind(finder);
	add_matches(finder, "run", "/run/", &runs, false);
	return e;
}

static bool is_commit(struct slice text)
{
	for (size_t i = 0; i < text.n; i++)
		if (!isxdigit((unsigned char)text.p[i]))
			return false;
	return text.n >= COMMIT_LEAST;
}

static enum err add_commits(struct finder *finder, struct error *err)
{
	struct store_matches kernels = { NULL };
	enum err e = OK;

	if (is_commit(finder->out->text))
		e = store_search_commits(finder->store, finder->arena, finder->out->text, LIMIT,
					 &kernels, err);
	next_kind(finder);
	add_matches(finder, "commit", "/kernels/", &kernels, true);
	return e;
}

static enum err add_functions(struct finder *finder, struct error *err)
{
	struct store_matches functions = { NULL };
	enum err e = store_search_functions(finder->store, finder->arena, finder->out->text, LIMIT,
					    &functions, err);

	next_kind(finder);
	add_matches(finder, "function", "/profile/", &functions, false);
	return e;
}

static enum err add_mail(struct finder *finder, struct error *err)
{
	struct store_matches runs = { NULL }, comparisons = { NULL };
	struct slice id;
	enum err e = OK;

	if (mail_id_parse(finder->out->text, &id))
		e = store_search_mail(finder->store, finder->arena, id, LIMIT, &runs, &comparisons,
				      err);
	next_kind(finder);
	add_matches(finder, "run of a mail", "/run/", &runs, true);
	next_kind(finder);
	add_matches(finder, "comparison", "/c/", &comparisons, true);
	return e;
}

/* ------------------------------------------------------------------ all of them */

static const struct search_hit *only_hit(const struct search *search)
{
	const struct search_hit *exact = NULL;
	size_t count = 0;

	for (size_t i = 0; i < search->count; i++)
		if (search->hits[i].exact && count++ == 0)
			exact = &search->hits[i];
	if (count == 0 && search->count == 1)
		return &search->hits[0];
	return count == 1 ? exact : NULL;
}

enum err load_search(const struct request *request, struct search *out, struct error *err)
{
	static enum err (*const kinds[])(struct finder *, struct error *) = {
		add_kernels,    add_commits, add_runs,      add_machines,
		add_benchmarks, add_metrics, add_functions, add_mail,
	};
	struct finder finder = { .store = request->store, .arena = request->arena, .out = out };
	enum err e = OK;

	*out = (struct search){ .text = slice_trim(request_param(request, "q")) };
	for (size_t i = 0; i < ARRAY_SIZE(kinds) && out->text.n > 0 && e == OK; i++)
		e = kinds[i](&finder, err);
	out->only = only_hit(out);
	return e;
}
