/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Mails that hold numbers of runs: what is known of them, and what they are about.
 * Layer: db, above store.h.
 */
#ifndef DB_STORE_MAILS_H
#define DB_STORE_MAILS_H

#include "db/store.h"

struct store_mail {
	struct slice id;              /* as lib/mail_id.h has it */
	struct slice subject, author; /* "" = not told */
	int64_t date_s;               /* epoch; 0 = not told */
};

/* Those in which numbers of a run (rowid) stand; oldest first. */
NODISCARD enum err store_run_mails(struct store *store, struct arena *arena, int64_t run,
				   struct store_mail **out, size_t *count, struct error *err);
/* "Discussed in": those of a kernel's (rowid) runs that nobody withdrew; oldest first. */
NODISCARD enum err store_kernel_mails(struct store *store, struct arena *arena, int64_t kernel,
				      struct store_mail **out, size_t *count, struct error *err);

#endif
