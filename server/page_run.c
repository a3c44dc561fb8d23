/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "db/store_mails.h"
#include "db/store_profiles.h"
#include "lib/allocs.h"
#include "lib/mail_id.h"
#include "lib/report_lists.h"
#include "server/load.h"
#include "server/page.h"
#include "server/page_runs.h"
#include "server/route.h"
#include "server/server.h"

static enum err load_results(const struct request *request, int64_t run,
			     struct report_run_parts *parts, struct error *err)
{
	struct store_result *results;
	struct report_result *list;
	enum err e = store_run_results(request->store, request->arena, run, &results,
				       &parts->result_count, err);

	if (e != OK)
		return e;
	list = ARENA_ARRAY(request->arena, parts->result_count, struct report_result);
	for (size_t i = 0; i < parts->result_count; i++)
		list[i] = (struct report_result){ results[i].metric, results[i].statistic,
						  results[i].stats, results[i].boots };
	parts->results = list;
	return OK;
}

static int larger_share(const void *a, const void *b)
{
	double x = ((const struct report_symbol *)a)->percent;
	double y = ((const struct report_symbol *)b)->percent;

	x = isnan(x) ? -1 : x;
	y = isnan(y) ? -1 : y;
	return (x < y) - (x > y);
}

static enum err load_symbols(const struct request *request, int64_t run,
			     struct report_run_parts *parts, struct error *err)
{
	struct store_symbol *symbols;
	struct report_symbol *list;
	enum err e = store_run_symbols(request->store, request->arena, run, &symbols,
				       &parts->symbol_count, err);

	if (e != OK)
		return e;
	list = ARENA_ARRAY(request->arena, parts->symbol_count, struct report_symbol);
	for (size_t i = 0; i < parts->symbol_count; i++)
		list[i] = (struct report_symbol){
			symbols[i].symbol,
			symbols[i].file.n > 0 ? symbols[i].file : symbols[i].dso,
			symbols[i].percent,
		};
	qsort(list, parts->symbol_count, sizeof(*list), larger_share);
	parts->symbols = list;
	return OK;
}

/* Each with what it is, memcg's share where it is known, and its address. */
static enum err load_profiles(const struct request *request, const struct store_run *run,
			      struct report_run_parts *parts, struct error *err)
{
	struct store_profile *rows = NULL;
	struct report_line *list;
	enum err e = store_run_profiles(request->store, request->arena, run, &rows,
					&parts->profile_count, err);

	if (e != OK)
		return e;
	list = ARENA_ARRAY(request->arena, parts->profile_count, struct report_line);
	for (size_t i = 0; i < parts->profile_count; i++) {
		const struct store_profile *row = &rows[i];
		struct slice name = row->event.n > 0 ? row->event : row->metric;
		struct slice share = isnan(row->memcg_percent)
					     ? SLICE_NONE
					     : arena_printf(request->arena, "memcg %.2f %%, ",
							    row->memcg_percent);

		list[i].what = name.n > 0 ? name : row->source;
		list[i].text =
			arena_printf(request->arena, "%.*s%.*s/profile/%.*s", SLICE_FMT(share),
				     SLICE_FMT(request->server->public_url), SLICE_FMT(row->id));
	}
	parts->profiles = list;
	return OK;
}

static void add_view(const struct request *request, struct report_run_parts *parts,
		     struct report_line *list, const char *what, struct slice address)
{
	list[parts->view_count++] = (struct report_line){
		slice_str(what),
		arena_printf(request->arena, "%.*s%.*s", SLICE_FMT(request->server->public_url),
			     SLICE_FMT(address)),
	};
}

/* The addresses of the other pages that show something of the run. */
static enum err load_views(const struct request *request, const struct store_run *run,
			   struct report_run_parts *parts, struct error *err)
{
	struct report_line *list = ARENA_ARRAY(request->arena, 3, struct report_line);
	struct arena *arena = request->arena;
	struct store_seen seen;
	enum err e = store_run_seen(request->store, arena, run->rowid, &seen, err);

	if (e != OK)
		return e;
	if (seen.histograms > 0)
		add_view(request, parts, list, "Histograms",
			 arena_printf(arena, "/latency?base=%.*s", SLICE_FMT(run->id)));
	if (seen.allocs.n > 0)
		add_view(request, parts, list, "Allocations",
			 arena_printf(arena, "/allocs?base=%.*s%s%.*s", SLICE_FMT(run->id),
				      slice_is(seen.allocs, ALLOCS_MAP) ? "" : "&map=",
				      SLICE_FMT(slice_is(seen.allocs, ALLOCS_MAP) ? SLICE_NONE
										  : seen.allocs)));
	if (seen.has_syscalls)
		add_view(request, parts, list, "System calls",
			 arena_printf(arena, "/syscalls?runs=%.*s", SLICE_FMT(run->id)));
	parts->views = list;
	return OK;
}

static enum err load_tracing(const struct request *request, const struct store_run *run,
			     struct report_run_parts *parts, struct error *err)
{
	struct store_fact *facts;
	size_t count;
	enum err e =
		store_run_facts(request->store, request->arena, run->rowid, &facts, &count, err);

	parts->tracing = tracing_init();
	for (size_t i = 0; e == OK && i < count; i++)
		tracing_fact(&parts->tracing, facts[i].key, facts[i].value);
	return e;
}

/* "AUTHOR, DATE, SUBJECT" and the address in the archive. */
static enum err load_mails(const struct request *request, int64_t run,
			   struct report_run_parts *parts, struct error *err)
{
	struct arena *arena = request->arena;
	struct store_mail *mails;
	struct report_line *list;
	enum err e = store_run_mails(request->store, arena, run, &mails, &parts->mail_count, err);

	if (e != OK)
		return e;
	list = ARENA_ARRAY(arena, parts->mail_count, struct report_line);
	for (size_t i = 0; i < parts->mail_count; i++) {
		const struct store_mail *mail = &mails[i];

		list[i].what = mail->subject.n > 0 ? mail->subject : mail->id;
		list[i].text = arena_printf(arena, "%.*s%s%.*s", SLICE_FMT(mail->author),
					    mail->author.n > 0 ? ", " : "",
					    SLICE_FMT(mail_id_link(arena, mail->id)));
	}
	parts->mails = list;
	return OK;
}

static enum err load_files(const struct request *request, int64_t run,
			   struct report_run_parts *parts, struct error *err)
{
	struct store_file *files;
	struct report_line *list;
	enum err e = store_run_files(request->store, request->arena, run, &files,
				     &parts->file_count, err);

	if (e != OK)
		return e;
	list = ARENA_ARRAY(request->arena, parts->file_count, struct report_line);
	for (size_t i = 0; i < parts->file_count; i++)
		list[i] = (struct report_line){
			files[i].path,
			arena_printf(request->arena, "%" PRId64 " bytes", files[i].size_bytes),
		};
	parts->files = list;
	return OK;
}

static enum err load_notes(const struct request *request, int64_t run,
			   struct report_run_parts *parts, struct error *err)
{
	struct store_note *notes;
	struct report_line *list;
	enum err e = store_run_notes(request->store, request->arena, run, &notes,
				     &parts->note_count, err);

	if (e != OK)
		return e;
	list = ARENA_ARRAY(request->arena, parts->note_count, struct report_line);
	for (size_t i = 0; i < parts->note_count; i++)
		list[i] = (struct report_line){
			metric_title(request->arena, &notes[i].metric),
			notes[i].status.n > 0 ? notes[i].status : notes[i].text,
		};
	parts->notes = list;
	return OK;
}

static enum err load_diagnostics(const struct request *request, int64_t run,
				 struct report_run_parts *parts, struct error *err)
{
	struct store_diagnostic *diagnostics;
	struct report_line *list;
	enum err e = store_run_diagnostics(request->store, request->arena, run, &diagnostics,
					   &parts->diagnostic_count, err);

	if (e != OK)
		return e;
	list = ARENA_ARRAY(request->arena, parts->diagnostic_count, struct report_line);
	for (size_t i = 0; i < parts->diagnostic_count; i++)
		list[i] = (struct report_line){
			arena_printf(request->arena, "%.*s:%d", SLICE_FMT(diagnostics[i].path),
				     diagnostics[i].line),
			diagnostics[i].message,
		};
	parts->diagnostics = list;
	return OK;
}

static enum err load_parts(const struct request *request, struct report_run_parts *parts,
			   struct error *err)
{
	static enum err (*const load[])(const struct request *, int64_t, struct report_run_parts *,
					struct error *) = {
		load_results, load_symbols, load_mails, load_files, load_notes, load_diagnostics,
	};
	struct store_run *run = ARENA_NEW(request->arena, struct store_run);
	enum err e = load_run(request, run, err);

	if (e != OK)
		return e;
	*parts = (struct report_run_parts){ .run = page_run_of(run) };
	e = load_profiles(request, run, parts, err);
	if (e == OK)
		e = load_views(request, run, parts, err);
	if (e == OK)
		e = load_tracing(request, run, parts, err);
	for (size_t i = 0; i < ARRAY_SIZE(load) && e == OK; i++)
		e = load[i](request, run->rowid, parts, err);
	return e;
}

enum err page_run(struct request *request, struct reply *reply, struct error *err)
{
	const struct report_options options = page_report_options(request);
	struct page page = { .shell = "run.html" };
	struct report_run_parts parts;
	struct buf text;
	enum err e;

	if (request->format == FORMAT_JSON)
		return api_run(request, reply, err);
	e = load_parts(request, &parts, err);
	if (e != OK)
		return e;
	buf_init(&text);
	report_run(&text, &parts, &options);
	page.title = arena_printf(request->arena, "%.*s, %.*s", SLICE_FMT(parts.run.name),
				  SLICE_FMT(parts.run.config->label));
	page.meta = arena_printf(request->arena, "Kernel %.*s on %.*s: %.*s.",
				 SLICE_FMT(parts.run.kernel), SLICE_FMT(parts.run.machine),
				 SLICE_FMT(parts.run.benchmarks));
	page.text = &text;
	e = page_reply(reply, request, &page, err);
	buf_release(&text);
	return e;
}
