/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/format_options.h"

/* Names of labels: no blanks, nothing that they are parted by. */
static bool is_name(struct slice s)
{
	for (size_t i = 0; i < s.n; i++)
		if ((unsigned char)s.p[i] <= ' ' || s.p[i] == '=' || s.p[i] == '@')
			return false;
	return s.n > 0;
}

static enum err take_names(struct slice text, struct key_names *out, struct error *err)
{
	struct slice rest = text, name;

	while (slice_split(&rest, ',', &name)) {
		if (!is_name(name))
			return error_set(err, ERR_INPUT, "'%.*s' is no list of names: a,b,c",
					 SLICE_FMT(slice_head(text, 64)));
		if (out->count == RECORD_LABELS_MAX)
			return error_set(err, ERR_LIMIT, "more than %d names of keys",
					 RECORD_LABELS_MAX);
		out->name[out->count++] = name;
	}
	return OK;
}

enum err format_options_keys(struct format_options *options, struct slice text, struct error *err)
{
	struct key_names names = { .count = 0 };
	size_t equals = slice_find_char(text, '=');
	enum err e;

	if (options->key_name_count == KEY_NAMES_MAX)
		return error_set(err, ERR_LIMIT, "more than %d --keys", KEY_NAMES_MAX);
	if (slice_starts(text, "@") && equals < text.n) {
		names.map = slice_head(text, equals);
		text = slice_skip(text, equals + 1);
	}
	e = take_names(text, &names, err);
	if (e == OK && names.count == 0)
		e = error_set(err, ERR_INPUT, "--keys takes names: a,b,c");
	if (e == OK)
		options->key_names[options->key_name_count++] = names;
	return e;
}
