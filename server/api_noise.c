/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How noisy machines are, by their latest runs. */
#include "lib/report_noise.h"
#include "server/load.h"
#include "server/route.h"

enum err api_noise(struct request *request, struct reply *reply, struct error *err)
{
	struct noise_view view;
	enum err e = load_noise(request, &view, err);

	return e == OK ? reply_json(reply, report_noise_view_json(&view)) : e;
}
