/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/frozen.h"

#include <string.h>

#include "lib/num.h"
#include "lib/report_lists.h"

/* ---- the request ---- */

static void add_cell(struct buf *buf, const struct column_cell *cell)
{
	const struct metric *metric = &cell->metric;
	int boot = 0;

	buf_addf(buf, "%.*s\t%.*s\t%.*s\t%.*s\t%.*s\n", SLICE_FMT(metric->benchmark),
		 SLICE_FMT(metric->name), SLICE_FMT(metric->labels), SLICE_FMT(metric->unit),
		 SLICE_FMT(cell->statistic));
	for (size_t i = 0; i < cell->n; i++) {
		boot += i > 0 && cell->boots != NULL && cell->boots[i] != cell->boots[i - 1];
		if (cell->boots != NULL)
			buf_addf(buf, "%d ", boot);
		else
			buf_adds(buf, "- ");
		num_print(buf, cell->values[i]);
		buf_addc(buf, '\n');
	}
}

static void hash_numbers(const struct column *column, char hex[SHA256_HEX_SIZE])
{
	unsigned char hash[SHA256_SIZE];
	struct sha256_stream stream;
	struct buf buf;

	buf_init(&buf);
	sha256_begin(&stream);
	for (size_t i = 0; i < column->cell_count; i++) {
		buf_clear(&buf);
		add_cell(&buf, &column->cells[i]);
		sha256_add(&stream, buf_slice(&buf));
	}
	sha256_end(&stream, hash);
	sha256_hex(hash, hex);
	buf_release(&buf);
}

enum err frozen_request(struct arena *arena, const struct comparison *comparison, struct slice *out,
			struct error *err)
{
	struct slice lines = SLICE("memcgperf comparison 1\nrule " VERDICT_VERSION "\n");

	for (size_t i = 0; i < comparison->column_count; i++) {
		const struct column *column = &comparison->columns[i];
		bool is_base = i == comparison->baseline;
		char hex[SHA256_HEX_SIZE];

		if (column->id.n == 0)
			return error_set(err, ERR_INPUT, "%.*s is no stored run: ingest it first",
					 SLICE_FMT(column->name));
		hash_numbers(column, hex);
		lines = arena_printf(arena, "%.*s%s %.*s %s\n", SLICE_FMT(lines),
				     is_base ? "base" : "new", SLICE_FMT(column->id), hex);
	}
	*out = lines;
	return OK;
}

bool frozen_slug_parse(struct arena *arena, struct slice text, struct slice *out)
{
	static const char digits[] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
	char *slug = arena_cstr(arena, text);

	if (text.n < FROZEN_SLUG_LEAST || text.n > FROZEN_SLUG_MAX)
		return false;
	for (size_t i = 0; i < text.n; i++) {
		char c = slug[i] >= 'a' && slug[i] <= 'z' ? (char)(slug[i] - 'a' + 'A') : slug[i];

		c = c == 'I' || c == 'L' ? '1' : c == 'O' ? '0' : c;
		if (c == '\0' || strchr(digits, c) == NULL)
			return false;
		slug[i] = c;
	}
	*out = (struct slice){ slug, text.n };
	return true;
}

/* ---- the forms ---- */

static struct slice render(struct arena *arena, const struct comparison *comparison,
			   const struct report_options *options, struct slice stamp)
{
	bool is_table = options->style == REPORT_CSV || options->style == REPORT_JSON;
	struct report_options bare = *options;
	struct slice out;
	struct buf buf;

	bare.link = is_table ? options->link : SLICE_NONE;
	buf_init(&buf);
	report_compare(&buf, comparison, &bare);
	if (!is_table) {
		report_paragraph(&buf, stamp, options);
		buf_addf(&buf, "%sLink: %.*s\n", options->style == REPORT_TEXT ? "  " : "",
			 SLICE_FMT(options->link));
	}
	out = arena_slice(arena, buf_slice(&buf));
	buf_release(&buf);
	return out;
}

void frozen_render(struct arena *arena, const struct comparison *comparison, struct slice title,
		   struct slice link, int64_t when_s, struct frozen_forms *out)
{
	struct slice day = slice_head(report_time(arena, when_s), 10);
	struct slice stamp = arena_printf(arena, "Frozen %.*s; verdicts by " VERDICT_VERSION ".",
					  SLICE_FMT(day));
	struct report_options options = { .link = link };
	struct {
		enum report_style style;
		struct slice *form;
	} forms[] = {
		{ REPORT_TEXT, &out->text },
		{ REPORT_MARKDOWN, &out->markdown },
		{ REPORT_CSV, &out->csv },
		{ REPORT_JSON, &out->json },
	};

	out->title = title;
	for (size_t i = 0; i < ARRAY_SIZE(forms); i++) {
		options.style = forms[i].style;
		*forms[i].form = render(arena, comparison, &options, stamp);
	}
}
