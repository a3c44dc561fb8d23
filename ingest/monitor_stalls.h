/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Stalls that the ftrace monitor saw.
 * Layer: ingest, below monitors.c.
 */
#ifndef INGEST_MONITOR_STALLS_H
#define INGEST_MONITOR_STALLS_H

struct monitor_stall {
	const char *begin;
	const char *end; /* NULL = one event tells the delay itself */
	unsigned field;  /* in which word of it, from 1 */
	double factor;   /* milliseconds (or what the event has) for each unit of it */
};

#endif
