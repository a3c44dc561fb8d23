/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/backoff.h"

enum { WISH_MAX_S = 365 * 24 * 3600 }; /* keeps the sums small; nobody waits that long */

int64_t backoff_ms(unsigned tried, int64_t wish_s, uint32_t chance)
{
	int64_t whole = BACKOFF_FIRST_MS;
	int64_t off;

	for (unsigned i = 1; i < tried && whole < BACKOFF_MAX_MS; i++)
		whole *= 2;
	if (whole > BACKOFF_MAX_MS)
		whole = BACKOFF_MAX_MS;
	off = (int64_t)chance * (whole / 2) / UINT32_MAX;
	if (wish_s > WISH_MAX_S)
		wish_s = WISH_MAX_S;
	return wish_s < 0 ? whole - off : wish_s * 1000 + off;
}
