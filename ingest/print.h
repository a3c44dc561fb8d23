/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Records as JSON lines (docs/records.md): what `memcgperf parse` prints.
 * Layer: ingest, above lib.
 */
#ifndef INGEST_PRINT_H
#define INGEST_PRINT_H

#include "lib/buf.h"
#include "lib/record.h"

/* Appends the record as one line of JSON with its line end. Absent fields are left out. */
void print_record(struct buf *buf, const struct record *record);

#endif
