/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Kernels in their order, and one of them: where it stands, what was run on it, what memcg cost. */
#include <inttypes.h>
#include <math.h>

#include "lib/report_lists.h"
#include "lib/report_texts.h"
#include "server/load.h"
#include "server/load_kernel.h"
#include "server/page.h"
#include "server/page_tallies.h"
#include "server/route.h"

static struct slice names_of(struct arena *arena, const struct store_kernel *kernel)
{
	struct slice names = SLICE("");

	for (size_t i = 0; i < kernel->name_count; i++)
		names = arena_printf(arena, "%.*s%s%.*s", SLICE_FMT(names), i > 0 ? ", " : "",
				     SLICE_FMT(kernel->names[i]));
	return names;
}

static void add_kernels(struct buf *text, struct arena *arena, const struct store_kernel *kernels,
			size_t count, const struct report_options *options)
{
	static const struct slice heads[] = {
		SLICE("kernel"), SLICE("release"), SLICE("runs"), SLICE("mails"), SLICE("names"),
	};
	enum { COLUMNS = ARRAY_SIZE(heads) };
	struct slice *cells = ARENA_ARRAY(arena, count * COLUMNS, struct slice);

	for (size_t i = 0; i < count; i++) {
		struct slice *row = &cells[i * COLUMNS];

		row[0] = kernels[i].name;
		row[1] = kernels[i].release;
		row[2] = arena_printf(arena, "%" PRId64, kernels[i].runs);
		row[3] = arena_printf(arena, "%" PRId64, kernels[i].mails);
		row[4] = names_of(arena, &kernels[i]);
	}
	report_texts(text, SLICE_NONE, &(struct report_texts){ heads, COLUMNS, 2, cells, count },
		     options);
	if (count == 0)
		report_paragraph(text, SLICE("No kernels."), options);
	report_texts_link(text, options);
}

enum err page_kernels(struct request *request, struct reply *reply, struct error *err)
{
	const struct report_options options = page_report_options(request);
	struct page page = { .shell = "kernels.html",
			     .meta = SLICE("Oldest first, by version; each with its runs and the "
					   "mails that hold numbers of it.") };
	struct store_kernel *kernels = NULL;
	size_t count = 0;
	struct buf text;
	enum err e;

	if (request->format == FORMAT_JSON)
		return api_kernels(request, reply, err);
	e = store_kernels(request->store, request->arena, &kernels, &count, err);
	if (e != OK)
		return e;
	buf_init(&text);
	add_kernels(&text, request->arena, kernels, count, &options);
	page.title = arena_printf(request->arena, "%zu kernel%s", count, count == 1 ? "" : "s");
	page.text = &text;
	e = page_reply(reply, request, &page, err);
	buf_release(&text);
	return e;
}

/* ------------------------------------------------------------------ one kernel */

/* "between 6.11 and 6.13", "the oldest, before 6.12", ... */
static struct slice place_of(struct arena *arena, const struct placed_kernel *placed)
{
	if (placed->previous != NULL && placed->next != NULL)
		return arena_printf(arena, "between %.*s and %.*s",
				    SLICE_FMT(placed->previous->name),
				    SLICE_FMT(placed->next->name));
	if (placed->next != NULL)
		return arena_printf(arena, "the oldest, before %.*s",
				    SLICE_FMT(placed->next->name));
	if (placed->previous != NULL)
		return arena_printf(arena, "the newest, after %.*s",
				    SLICE_FMT(placed->previous->name));
	return SLICE("the only one");
}

static void add_fact(struct buf *text, struct arena *arena, const char *what, struct slice value,
		     const struct report_options *options)
{
	if (value.n > 0)
		report_paragraph(text, arena_printf(arena, "%s: %.*s", what, SLICE_FMT(value)),
				 options);
}

/* What people say, and where numbers of it were discussed. */
static enum err add_said(struct buf *text, const struct request *request,
			 const struct store_kernel *kernel, const struct report_options *options,
			 struct error *err)
{
	struct arena *arena = request->arena;
	struct slice *links = NULL, commit;
	struct store_mail *mails = NULL;
	size_t link_count = 0, mail_count = 0;
	enum err e = store_kernel_commit(request->store, arena, kernel, &commit, err);

	if (e == OK)
		e = store_kernel_links(request->store, arena, kernel->rowid, &links, &link_count,
				       err);
	if (e == OK)
		e = store_kernel_mails(request->store, arena, kernel->rowid, &mails, &mail_count,
				       err);
	if (e != OK)
		return e;
	add_fact(text, arena, "Release", kernel->release, options);
	add_fact(text, arena, "Also called", names_of(arena, kernel), options);
	add_fact(text, arena, "Built from", commit, options);
	for (size_t i = 0; i < link_count; i++)
		add_fact(text, arena, "See", links[i], options);
	for (size_t i = 0; i < mail_count; i++)
		add_fact(text, arena, "Discussed in",
			 mails[i].subject.n > 0 ? mails[i].subject : mails[i].id, options);
	return OK;
}

static struct slice percent(struct arena *arena, double fraction)
{
	return isfinite(fraction) ? arena_printf(arena, "%+.1f%%", 100 * fraction) : SLICE_NONE;
}

/* The means of one machine on a kernel, each with its interval. */
static void add_machine_costs(struct buf *text, struct arena *arena,
			      const struct overhead *overhead, uint32_t machine,
			      const struct report_options *options)
{
	static const struct slice heads[] = { SLICE("config"), SLICE("cost"), SLICE("from"),
					      SLICE("to"), SLICE("metrics") };
	enum { COLUMNS = ARRAY_SIZE(heads) };
	struct slice *cells = ARENA_ARRAY(arena, overhead->mean_count * COLUMNS, struct slice);
	struct slice *row = cells;

	for (size_t i = 0; i < overhead->mean_count; i++) {
		const struct overhead_mean *mean = &overhead->means[i];

		if (mean->machine != machine)
			continue;
		row[0] = overhead->lines[mean->line].label;
		row[1] = percent(arena, mean->cost);
		row[2] = percent(arena, mean->lo);
		row[3] = percent(arena, mean->hi);
		row[4] = arena_printf(arena, "%zu", mean->metrics);
		row += COLUMNS;
	}
	report_texts(
		text,
		arena_printf(arena, "What memcg costs here on %.*s, as the mean over metrics:",
			     SLICE_FMT(overhead->input.machines[machine])),
		&(struct report_texts){ heads, COLUMNS, 1, cells, (size_t)(row - cells) / COLUMNS },
		options);
}

static enum err add_costs(struct buf *text, const struct request *request, int64_t kernel,
			  const struct report_options *options, struct error *err)
{
	struct overhead overhead;
	enum err e = load_kernel_costs(request, kernel, &overhead, err);

	for (size_t i = 0; e == OK && i < overhead.input.machine_count; i++)
		add_machine_costs(text, request->arena, &overhead, (uint32_t)i, options);
	return e;
}

static enum err add_kernel(struct buf *text, const struct request *request,
			   const struct store_kernel *kernel, const struct report_options *options,
			   struct error *err)
{
	enum err e = add_said(text, request, kernel, options, err);

	if (e == OK && options->style != REPORT_CSV)
		e = add_costs(text, request, kernel->rowid, options, err);
	if (e == OK)
		e = page_add_tallies(text, request, kernel_tallied, kernel->rowid, options, err);
	report_texts_link(text, options);
	return e;
}

enum err page_kernel(struct request *request, struct reply *reply, struct error *err)
{
	const struct report_options options = page_report_options(request);
	struct placed_kernel placed = { NULL };
	struct slice title, place;
	struct buf text;
	enum err e;

	if (request->format == FORMAT_JSON)
		return api_kernel(request, reply, err);
	e = load_kernel(request, &placed, err);
	if (e != OK)
		return e;
	title = arena_printf(request->arena, "Kernel %.*s: %" PRId64 " run%s",
			     SLICE_FMT(placed.kernel->name), placed.kernel->runs,
			     placed.kernel->runs == 1 ? "" : "s");
	place = arena_printf(request->arena, "In the order of kernels it is %.*s.",
			     SLICE_FMT(place_of(request->arena, &placed)));
	buf_init(&text);
	report_paragraph(&text, place, &options);
	e = add_kernel(&text, request, placed.kernel, &options, err);
	if (e == OK)
		e = page_reply(reply, request, &(struct page){ "kernel.html", title, place, &text },
			       err);
	buf_release(&text);
	return e;
}
