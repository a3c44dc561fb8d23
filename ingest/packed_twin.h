/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Results that stand beside a packed one of the same name, which mmtests reads instead.
 * Layer: ingest, beside mmtests.
 */
#ifndef INGEST_PACKED_TWIN_H
#define INGEST_PACKED_TWIN_H

#include "lib/arena.h"
#include "lib/slice.h"

struct packed_twins {
	const char *folder;  /* the input; NULL = it is none, and nothing has a twin */
	struct arena *arena; /* of the whole input */
	/* private */
	struct slice looked_into; /* the folder within it that was last looked through */
	bool has_packed;          /* some name there ends as that of a packed file */
};

/*
 * mmtests reads NAME.gz, else NAME.xz, else NAME: whether one that goes before path is there.
 * scratch is for names of files.
 */
bool packed_twin(struct packed_twins *twins, struct arena *scratch, struct slice path);

#endif
