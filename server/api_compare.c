/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/report_json.h"
#include "server/load.h"
#include "server/route.h"

enum err api_compare(struct request *request, struct reply *reply, struct error *err)
{
	struct comparison whole, comparison;
	enum err e = load_picked(request, &whole, &comparison, err);

	return e == OK ? reply_json(reply, report_compare_json(&comparison)) : e;
}
