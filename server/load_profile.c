/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "server/load_profile.h"

#include <math.h>

#include "server/load.h"

/* "7.3.4, child, RUN" */
static struct slice about(struct arena *arena, const struct store_run *run)
{
	bool known = run->config.label.n > 0 && !slice_is(run->config.label, "unknown");

	return arena_printf(arena, "%.*s%s%.*s%s%.*s", SLICE_FMT(run->name),
			    run->kernel.n > 0 ? ", kernel " : "", SLICE_FMT(run->kernel),
			    known ? ", " : "", SLICE_FMT(known ? run->config.label : SLICE_NONE));
}

static enum err load_rest(const struct request *request, struct loaded_profile *out,
			  struct error *err)
{
	struct store_fact *facts;
	size_t count;
	enum err e = load_standing(request, &out->run, err);

	if (e == OK)
		e = store_profile_load(request->store, request->arena, &out->row, &out->profile,
				       err);
	if (e == OK)
		e = store_run_facts(request->store, request->arena, out->run.rowid, &facts, &count,
				    err);
	if (e != OK)
		return e;
	for (size_t i = 0; i < count; i++)
		tracing_fact(&out->profile.tracing, facts[i].key, facts[i].value);
	profile_sum(request->arena, memcg_symbols_new(request->arena), &out->profile, &out->sum);
	out->report = (struct report_profile){ about(request->arena, &out->run), &out->profile,
					       &out->sum };
	return OK;
}

enum err load_profile_row(const struct request *request, struct store_run *run,
			  struct store_profile *out, struct error *err)
{
	enum err e = store_profile_get(request->store, request->arena,
				       request_path_param(request, "profile"), run, out, err);

	return e == OK ? load_standing(request, run, err) : e;
}

enum err load_profile(const struct request *request, struct loaded_profile *out, struct error *err)
{
	enum err e = load_profile_row(request, &out->run, &out->row, err);

	return e == OK ? load_rest(request, out, err) : e;
}

/* The first profile of a run that is of no map, else its first. */
static enum err first_of_run(const struct request *request, struct slice what,
			     struct loaded_profile *out, struct error *err)
{
	struct store_profile *list = NULL;
	size_t count = 0;
	enum err e = store_run_resolve(request->store, request->arena, what, &out->run, err);

	if (e == OK)
		e = store_run_profiles(request->store, request->arena, &out->run, &list, &count,
				       err);
	if (e == OK && count == 0)
		e = error_set(err, ERR_NOT_FOUND, "run %.*s has no profile",
			      SLICE_FMT(out->run.name));
	if (e != OK)
		return e;
	out->row = list[0];
	for (size_t i = count; i-- > 0;)
		if (list[i].metric.n == 0)
			out->row = list[i];
	return OK;
}

static enum err load_side(const struct request *request, const char *name,
			  struct loaded_profile *out, struct error *err)
{
	struct slice what = request_param(request, name);
	struct error ignored;
	enum err e;

	if (what.n == 0)
		return error_set(err, ERR_INPUT,
				 "a=PROFILE and b=PROFILE are needed; PROFILE is "
				 "a profile's id, or a run or a kernel");
	e = store_profile_get(request->store, request->arena, what, &out->run, &out->row, &ignored);
	if (e == ERR_NOT_FOUND)
		e = first_of_run(request, what, out, err);
	else if (e != OK)
		*err = ignored;
	return e == OK ? load_rest(request, out, err) : e;
}

enum err load_filter(const struct request *request, bool fallback_all, bool *all, struct error *err)
{
	struct slice filter = request_param(request, "filter");

	*all = filter.n > 0 ? slice_is(filter, "all") : fallback_all;
	if (filter.n > 0 && !*all && !slice_is(filter, "memcg"))
		return error_set(err, ERR_INPUT, "filter is memcg or all");
	return OK;
}

/* Profiles of the same kind as each side are its replicates. */
static enum err replicate(const struct request *request, struct loaded_diff *out, struct error *err)
{
	double *a = NULL, *b = NULL;
	size_t n_a = 0, n_b = 0;
	enum err e =
		store_profile_shares(request->store, request->arena, &out->a.row, &a, &n_a, err);

	if (e == OK)
		e = store_profile_shares(request->store, request->arena, &out->b.row, &b, &n_b,
					 err);
	if (e == OK)
		out->diff.replicates = profile_replicates_of(request->arena, a, n_a, b, n_b);
	return e;
}

enum err load_profile_diff(const struct request *request, struct loaded_diff *out,
			   struct error *err)
{
	enum err e = load_filter(request, false, &out->all, err);

	if (e == OK)
		e = load_side(request, "a", &out->a, err);
	if (e == OK)
		e = load_side(request, "b", &out->b, err);
	if (e != OK)
		return e;
	profile_compare(request->arena, &out->a.sum, &out->b.sum, &out->diff);
	return replicate(request, out, err);
}

enum err load_instructions(const struct request *request, const struct store_run *run,
			   struct report_instruction **out, size_t *count, struct error *err)
{
	struct slice symbol = request_param(request, "symbol");
	struct store_instruction *list = NULL;
	enum err e;

	if (symbol.n == 0)
		return error_set(err, ERR_INPUT, "symbol=NAME is needed: a function");
	e = store_instructions(request->store, request->arena, run->rowid, symbol, &list, count,
			       err);
	if (e != OK)
		return e;
	*out = ARENA_ARRAY(request->arena, *count, struct report_instruction);
	for (size_t i = 0; i < *count; i++)
		(*out)[i] = (struct report_instruction){
			list[i].address, list[i].assembly, list[i].event,
			list[i].labels,  list[i].percent,  list[i].samples,
		};
	return OK;
}
