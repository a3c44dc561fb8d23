/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/mail_id.h"

#include <string.h>

#include "lib/buf.h"

#define ARCHIVE "https://lore.kernel.org/"

/* "https://lore.kernel.org/LIST/ID/T/#u" without what stands around the id. */
static void strip_address(struct slice *text)
{
	struct slice rest = *text, list;

	if (!slice_take(&rest, ARCHIVE) || !slice_split(&rest, '/', &list))
		return;
	*text = slice_head(rest, slice_find_char(rest, '/'));
}

static bool is_id_char(char c)
{
	return c > ' ' && c <= '~' && strchr("\"<>\\'`", c) == NULL;
}

bool mail_id_parse(struct slice text, struct slice *id)
{
	size_t ats = 0;

	text = slice_trim(text);
	if (slice_take(&text, "<")) {
		if (!slice_ends(text, ">"))
			return false;
		text.n--;
	}
	strip_address(&text);
	if (text.n > MAIL_ID_BYTES_MAX || slice_starts(text, "@") || slice_ends(text, "@"))
		return false;
	for (size_t i = 0; i < text.n; i++) {
		if (!is_id_char(text.p[i]))
			return false;
		ats += text.p[i] == '@';
	}
	if (ats != 1)
		return false;
	*id = text;
	return true;
}

struct slice mail_id_link(struct arena *arena, struct slice id)
{
	struct buf buf;
	struct slice out, at = slice_head(id, slice_find_char(id, '@'));

	buf_init(&buf);
	buf_adds(&buf, ARCHIVE "all/");
	buf_add_url(&buf, at);
	buf_addc(&buf, '@');
	buf_add_url(&buf, slice_skip(id, at.n + 1));
	buf_addc(&buf, '/');
	out = arena_slice(arena, buf_slice(&buf));
	buf_release(&buf);
	return out;
}
