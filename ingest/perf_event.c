/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/perf_event.h"

/* Cuts the next of "a, cpu/b,c/, d" off *rest. */
static bool next_member(struct slice *rest, struct slice *name)
{
	bool in_pmu = false;
	size_t i = 0;

	if (slice_trim(*rest).n == 0)
		return false;
	for (; i < rest->n && (in_pmu || rest->p[i] != ','); i++)
		in_pmu ^= rest->p[i] == '/';
	*name = slice_trim(slice_head(*rest, i));
	*rest = slice_skip(*rest, i + 1);
	return true;
}

size_t perf_event_members(struct slice name, bool is_list, struct slice *members, size_t max)
{
	size_t open = slice_find_char(name, '{'), count = 0;
	struct slice rest = name;

	if (open < name.n) {
		rest = slice_skip(name, open + 1);
		rest = slice_head(rest, slice_find_char(rest, '}'));
	} else if (!is_list) {
		members[0] = name;
		return name.n > 0;
	}
	while (count < max && next_member(&rest, &members[count]))
		count++;
	return count;
}
