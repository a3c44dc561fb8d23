/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What `memcgperf db` does that has a file of its own: each takes the command line from its name on
 * and answers the exit status.
 * Layer: ingest, above cmd.
 */
#ifndef INGEST_CMD_DB_H
#define INGEST_CMD_DB_H

#include "ingest/cmd.h"

int cmd_db_reparse(int argc, char **argv);
int cmd_db_prune(int argc, char **argv);

#endif
