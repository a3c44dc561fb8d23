/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Machines, and one of them: its hardware and what was run on it. */
#include <inttypes.h>

#include "lib/report_lists.h"
#include "lib/report_texts.h"
#include "server/load_kernel.h"
#include "server/page.h"
#include "server/page_tallies.h"
#include "server/route.h"

static struct slice known(struct arena *arena, int64_t value)
{
	return value > 0 ? arena_printf(arena, "%" PRId64, value) : SLICE_NONE;
}

static struct slice memory_of(struct arena *arena, const struct machine *machine)
{
	return machine->memory_bytes > 0
		       ? arena_printf(arena, "%.1f GiB", (double)machine->memory_bytes / GiB)
		       : SLICE_NONE;
}

/* "2s/24c/48t": sockets, cores, threads. */
static struct slice shape_of(struct arena *arena, const struct machine *machine)
{
	return machine->threads > 0 ? arena_printf(arena, "%ds/%dc/%dt", machine->sockets,
						   machine->cores, machine->threads)
				    : SLICE_NONE;
}

static void add_machines(struct buf *text, struct arena *arena,
			 const struct store_machine *machines, size_t count,
			 const struct report_options *options)
{
	static const struct slice heads[] = {
		SLICE("machine"), SLICE("s/c/t"), SLICE("nodes"), SLICE("memory"), SLICE("runs"),
	};
	enum { COLUMNS = ARRAY_SIZE(heads) };
	struct slice *cells = ARENA_ARRAY(arena, count * COLUMNS, struct slice);

	for (size_t i = 0; i < count; i++) {
		const struct machine *machine = &machines[i].machine;
		struct slice *row = &cells[i * COLUMNS];

		row[0] = machine->name;
		row[1] = shape_of(arena, machine);
		row[2] = known(arena, machine->nodes);
		row[3] = memory_of(arena, machine);
		row[4] = known(arena, machines[i].runs);
	}
	report_texts(text, SLICE_NONE, &(struct report_texts){ heads, COLUMNS, 1, cells, count },
		     options);
}

enum err page_machines(struct request *request, struct reply *reply, struct error *err)
{
	const struct report_options options = page_report_options(request);
	struct page page = { .shell = "machines.html",
			     .meta = SLICE("Told apart by their hardware; values of different "
					   "machines are never pooled.") };
	struct store_machine *machines = NULL;
	size_t count = 0;
	struct buf text;
	enum err e;

	if (request->format == FORMAT_JSON)
		return api_machines(request, reply, err);
	e = store_machines(request->store, request->arena, &machines, &count, err);
	if (e != OK)
		return e;
	buf_init(&text);
	add_machines(&text, request->arena, machines, count, &options);
	if (count == 0)
		report_paragraph(&text, SLICE("No machines."), &options);
	report_texts_link(&text, &options);
	page.title = arena_printf(request->arena, "%zu machine%s", count, count == 1 ? "" : "s");
	page.text = &text;
	e = page_reply(reply, request, &page, err);
	buf_release(&text);
	return e;
}

static void add_hardware(struct buf *text, struct arena *arena, const struct store_machine *machine,
			 const struct report_options *options)
{
	if (machine->machine.cpu.n > 0 && !slice_eq(machine->machine.cpu, machine->machine.name))
		report_paragraph(text,
				 arena_printf(arena, "CPU: %.*s", SLICE_FMT(machine->machine.cpu)),
				 options);
	add_machines(text, arena, machine, 1, options);
}

enum err page_machine(struct request *request, struct reply *reply, struct error *err)
{
	const struct report_options options = page_report_options(request);
	struct store_machine machine;
	struct slice title;
	struct buf text;
	enum err e;

	if (request->format == FORMAT_JSON)
		return api_machine(request, reply, err);
	e = load_machine(request, &machine, err);
	if (e != OK)
		return e;
	title = arena_printf(request->arena, "Machine %.*s: %" PRId64 " run%s",
			     SLICE_FMT(machine.machine.name), machine.runs,
			     machine.runs == 1 ? "" : "s");
	buf_init(&text);
	if (options.style != REPORT_CSV)
		add_hardware(&text, request->arena, &machine, &options);
	e = page_add_tallies(&text, request, machine_tallied, machine.rowid, &options, err);
	report_texts_link(&text, &options);
	if (e == OK)
		e = page_reply(reply, request,
			       &(struct page){ "machine.html", title,
					       SLICE("Its hardware, and what was run on it."),
					       &text },
			       err);
	buf_release(&text);
	return e;
}
