/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The part of `memcgperf compare` that prints mmtests' own tables.
 * Layer: top of memcgperf, with the commands.
 */
#ifndef INGEST_CMD_COMPARE_MMTESTS_H
#define INGEST_CMD_COMPARE_MMTESTS_H

#include "ingest/cmd.h"
#include "ingest/peer_options.h"

/* argv as compare's own, when peer_options_meant says so. Returns the exit status. */
int cmd_compare_mmtests(int argc, char **argv);

#endif
