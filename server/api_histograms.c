/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Histograms of runs side by side: for the API and its page. */
#include "lib/report_latency.h"
#include "server/page.h"
#include "server/route.h"
#include "server/traced.h"

enum err load_latency(const struct request *request, struct latency *out, struct error *err)
{
	struct slice prints = request_param(request, "prints");
	struct traced *runs;
	size_t count;
	enum err e;

	if (prints.n > 0 && !slice_is(prints, "last") && !slice_is(prints, "all"))
		return error_set(err, ERR_INPUT, "prints= is last or all");
	e = load_traced(request, slice_is(prints, "all"), &runs, &count, err);
	return e == OK ? latency_build(
				 request->arena, runs, count, request_param(request, "metric"),
				 slice_is(prints, "all") ? LATENCY_ALL : LATENCY_LAST, out, err)
		       : e;
}

enum err api_histograms(struct request *request, struct reply *reply, struct error *err)
{
	struct latency latency;
	enum err e = load_latency(request, &latency, err);

	return e == OK ? reply_json(reply, report_latency_json(&latency)) : e;
}
