/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Maps of allocations of runs side by side: for the API and its page. */
#include "lib/num.h"
#include "lib/report_allocs.h"
#include "server/route.h"
#include "server/traced.h"

static enum err load_ops(const struct request *request, size_t runs, double **out,
			 struct error *err)
{
	struct slice rest = request_param(request, "ops"), text;
	double *ops = ARENA_ARRAY(request->arena, runs, double);
	size_t count = 0;

	*out = rest.n > 0 ? ops : NULL;
	while (slice_split(&rest, ',', &text))
		if (count == runs || !num_double(text, &ops[count]) || !(ops[count++] > 0))
			return error_set(err, ERR_INPUT,
					 "ops= is a number above 0 for each run, with ',' between");
	if (*out != NULL && count < runs)
		return error_set(err, ERR_INPUT, "ops= has %zu numbers for %zu runs", count, runs);
	return OK;
}

enum err load_allocs(const struct request *request, struct allocs *out, double **ops,
		     struct error *err)
{
	const struct allocs_ask ask = { request_param(request, "map"),
					request_param(request, "keys") };
	struct traced *runs;
	size_t count;
	enum err e = load_traced(request, false, &runs, &count, err);

	if (e == OK)
		e = load_ops(request, count, ops, err);
	return e == OK ? allocs_build(request->arena, runs, count, &ask, out, err) : e;
}

enum err api_allocs(struct request *request, struct reply *reply, struct error *err)
{
	struct allocs allocs;
	double *ops;
	enum err e = load_allocs(request, &allocs, &ops, err);

	return e == OK ? reply_json(reply, report_allocs_json(&allocs)) : e;
}
