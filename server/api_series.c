/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One metric over kernels, a line for each config, with its changes. */
#include "lib/report_series.h"
#include "server/load.h"
#include "server/route.h"

enum err api_series(struct request *request, struct reply *reply, struct error *err)
{
	struct changes series;
	enum err e = load_series(request, &series, err);

	return e == OK ? reply_json(reply, report_series_json(&series)) : e;
}
