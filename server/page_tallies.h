/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How many live runs of a kernel or a machine have what, as a page tells it.
 * Layer: server, above load_kernel and lib/report_texts.
 */
#ifndef SERVER_PAGE_TALLIES_H
#define SERVER_PAGE_TALLIES_H

#include "lib/report.h"
#include "server/load_kernel.h"

/* Adds the TALLIED_LISTS of a kernel or a machine (rowid) as one table: what, name, runs. */
NODISCARD enum err page_add_tallies(struct buf *text, const struct request *request,
				    const struct tallied *lists, int64_t rowid,
				    const struct report_options *options, struct error *err);

#endif
