/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/report_syscalls.h"
#include "server/load.h"
#include "server/route.h"

enum err api_syscalls(struct request *request, struct reply *reply, struct error *err)
{
	struct syscalls syscalls;
	struct column *columns;
	size_t count;
	enum err e = load_columns(request, "runs", &columns, &count, err);

	if (e == OK)
		e = syscalls_build(request->arena, columns, count, &syscalls, err);
	return e == OK ? reply_json(reply, report_syscalls_json(&syscalls)) : e;
}
