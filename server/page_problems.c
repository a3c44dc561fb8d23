/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the types of problem documents lead to. */
#include "lib/report_lists.h"
#include "server/page.h"
#include "server/problem.h"
#include "server/route.h"
#include "server/server.h"

static json_t *problem_to_json(const struct request *request, const struct problem *problem)
{
	json_t *json = json_object();

	json_add(json, "type",
		 json_sprintf("%.*s" PROBLEM_PAGES "%s", SLICE_FMT(request->server->public_url),
			      problem->type));
	json_add_count(json, "status", problem->status);
	json_add_text(json, "title", slice_str(problem->title));
	json_add_text(json, "when", slice_str(problem->when));
	json_add_text(json, "then", slice_str(problem->then));
	return json;
}

static enum err list_as_json(const struct request *request, struct reply *reply)
{
	json_t *json = json_object(), *list = json_array();

	for (size_t i = 0; problem_list[i] != NULL; i++)
		json_push(list, problem_to_json(request, problem_list[i]));
	json_add(json, "problems", list);
	return reply_json(reply, json);
}

static void add_problem(struct buf *text, const struct problem *problem,
			const struct report_options *options)
{
	buf_addf(text, "%s: %s (%u)\n\n", problem->type, problem->title, problem->status);
	report_paragraph(text, slice_str(problem->when), options);
	report_paragraph(text, slice_str(problem->then), options);
}

enum err page_problems(struct request *request, struct reply *reply, struct error *err)
{
	const struct report_options options = page_report_options(request);
	struct buf text;
	enum err e;

	if (request->format == FORMAT_JSON)
		return list_as_json(request, reply);
	buf_init(&text);
	for (size_t i = 0; problem_list[i] != NULL; i++)
		add_problem(&text, problem_list[i], &options);
	e = page_reply(reply, request,
		       &(struct page){ "text.html", SLICE("Problems"),
				       SLICE("What an answer that is none means, by the last part "
					     "of its type, and what to do."),
				       &text, .needs_no_runs = true },
		       err);
	buf_release(&text);
	return e;
}

static const struct problem *find_problem(struct slice type)
{
	for (size_t i = 0; problem_list[i] != NULL; i++)
		if (slice_is(type, problem_list[i]->type))
			return problem_list[i];
	return NULL;
}

enum err page_problem(struct request *request, struct reply *reply, struct error *err)
{
	const struct report_options options = page_report_options(request);
	struct slice type = request_path_param(request, "problem");
	const struct problem *problem = find_problem(type);
	struct buf text;
	enum err e;

	if (problem == NULL)
		return error_set(err, ERR_NOT_FOUND, "no problem is called '%.*s'",
				 SLICE_FMT(slice_head(type, 64)));
	if (request->format == FORMAT_JSON)
		return reply_json(reply, problem_to_json(request, problem));
	buf_init(&text);
	add_problem(&text, problem, &options);
	e = page_reply(reply, request,
		       &(struct page){ "text.html", slice_str(problem->title),
				       slice_str(problem->when), &text, .needs_no_runs = true },
		       err);
	buf_release(&text);
	return e;
}
