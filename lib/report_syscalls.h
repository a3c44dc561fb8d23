/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * System calls side by side, in the styles and by the rules of lib/report.h.
 * Layer: lib, above report and syscalls.
 */
#ifndef LIB_REPORT_SYSCALLS_H
#define LIB_REPORT_SYSCALLS_H

#include "lib/json.h"
#include "lib/report.h"
#include "lib/syscalls.h"

/* Text shows so many system calls, those that took longest, and says how many there are. */
enum { REPORT_SYSCALLS_ROWS = 20 };

void report_syscalls(struct buf *buf, const struct syscalls *syscalls,
		     const struct report_options *options);
json_t *report_syscalls_json(const struct syscalls *syscalls);

/* "sendto took +27.8% in v5.9 and +16.2% in v5.12-rc6 of its time in v5.8", for a title. */
struct slice report_syscalls_headline(struct arena *arena, const struct syscalls *syscalls);

#endif
