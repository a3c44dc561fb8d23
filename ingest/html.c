/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/html.h"

#include <strings.h>

#include "ingest/lines.h"
#include "lib/buf.h"
#include "lib/num.h"

enum { TAG_MAX = 12, ENTITY_MAX = 10 };

struct html {
	struct arena *arena;
	struct text *out;
	size_t *capacity;
	struct buf line;
	size_t line_no;  /* of the input */
	size_t begun_at; /* line of the input where the output line began; 0 = nothing yet */
	bool in_tag;
	char tag[TAG_MAX + 1]; /* name of the tag that is open, in small letters */
	size_t tag_chars;
	bool tag_named; /* its name is over */
	int pre;        /* nesting of <pre> */
	bool hidden;    /* within <style> or <script> */
};

static void end_line(struct html *html)
{
	text_push(html->arena, html->out, html->capacity,
		  arena_slice(html->arena, buf_slice(&html->line)),
		  html->begun_at > 0 ? html->begun_at : html->line_no);
	buf_clear(&html->line);
	html->begun_at = 0;
}

static void add(struct html *html, struct slice s)
{
	if (html->begun_at == 0)
		html->begun_at = html->line_no;
	buf_add(&html->line, s);
}

static void add_char(struct html *html, char c)
{
	bool blank = c == ' ' || c == '\t' || c == '\n';
	struct slice line = buf_slice(&html->line);

	if (html->hidden)
		return;
	if (html->pre > 0 && c == '\n')
		end_line(html);
	else if (html->pre > 0 || !blank)
		add(html, (struct slice){ &c, 1 });
	else if (line.n > 0 && !slice_ends(line, " "))
		add(html, SLICE(" "));
}

static bool is_block(const char *name)
{
	static const char *const blocks[] = {
		"p", "div", "tr", "li", "table", "h1", "h2", "h3", "blockquote", "pre",
	};

	for (size_t i = 0; i < ARRAY_SIZE(blocks); i++)
		if (strcmp(name, blocks[i]) == 0)
			return true;
	return false;
}

static void end_tag(struct html *html)
{
	bool closing = html->tag[0] == '/';
	const char *name = html->tag + closing;

	if (strcmp(name, "style") == 0 || strcmp(name, "script") == 0)
		html->hidden = !closing;
	if (strcmp(name, "br") == 0 || (is_block(name) && html->line.n > 0))
		end_line(html);
	if (strcmp(name, "pre") == 0)
		html->pre += closing ? -(html->pre > 0) : 1;
	if (strcmp(html->tag, "/td") == 0 || strcmp(html->tag, "/th") == 0)
		add_char(html, ' ');
}

static void tag_char(struct html *html, char c)
{
	bool named = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
		     (c == '/' && html->tag_chars == 0);

	if (c == '>') {
		html->in_tag = false;
		end_tag(html);
	} else if (!named || html->tag_chars == TAG_MAX) {
		html->tag_named = true;
	} else if (!html->tag_named) {
		html->tag[html->tag_chars++] = (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
		html->tag[html->tag_chars] = '\0';
	}
}

static void add_code_point(struct html *html, uint64_t c)
{
	char s[4];

	if (c < 0x80) {
		s[0] = (char)c;
		add(html, (struct slice){ s, c >= ' ' });
	} else if (c < 0x800) {
		s[0] = (char)(0xc0 | c >> 6);
		s[1] = (char)(0x80 | (c & 0x3f));
		add(html, (struct slice){ s, 2 });
	} else if (c < 0x10000) {
		s[0] = (char)(0xe0 | c >> 12);
		s[1] = (char)(0x80 | (c >> 6 & 0x3f));
		s[2] = (char)(0x80 | (c & 0x3f));
		add(html, (struct slice){ s, 3 });
	}
}

/* Number of &#NN; or &#xNN; (what stands behind the '#'). */
static bool code_point(struct slice digits, uint64_t *out)
{
	uint64_t value = 0;

	if (!slice_take(&digits, "x"))
		return num_uint(digits, out);
	for (size_t i = 0; i < digits.n; i++) {
		const char *hex = "0123456789abcdef";
		const char *at = strchr(hex, digits.p[i] | 0x20);

		if (digits.p[i] == '\0' || at == NULL)
			return false;
		value = value * 16 + (uint64_t)(at - hex);
	}
	*out = value;
	return digits.n > 0;
}

/* Adds what an entity stands for and returns its length; 0 when s begins with none. */
static size_t add_entity(struct html *html, struct slice s)
{
	static const struct {
		const char *name;
		uint64_t code;
	} names[] = { { "nbsp", 0xa0 }, { "lt", '<' },   { "gt", '>' },
		      { "amp", '&' },   { "quot", '"' }, { "apos", '\'' } };
	size_t n = slice_find_char(slice_head(s, ENTITY_MAX), ';');
	struct slice name = slice_skip(slice_head(s, n), 1);
	uint64_t code;

	if (n >= s.n || s.p[n] != ';')
		return 0;
	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		if (slice_is(name, names[i].name)) {
			add_code_point(html, names[i].code);
			return n + 1;
		}
	}
	if (!slice_take(&name, "#") || !code_point(name, &code))
		return 0;
	add_code_point(html, code);
	return n + 1;
}

static void read_line(struct html *html, struct slice s)
{
	while (s.n > 0) {
		size_t entity = 0;

		if (html->in_tag) {
			tag_char(html, s.p[0]);
		} else if (s.p[0] == '<') {
			html->in_tag = true;
			html->tag_named = false;
			html->tag_chars = 0;
			html->tag[0] = '\0';
		} else if (s.p[0] == '&' && !html->hidden) {
			entity = add_entity(html, s);
			if (entity == 0)
				add_char(html, '&');
		} else {
			add_char(html, s.p[0]);
		}
		s = slice_skip(s, entity > 0 ? entity : 1);
	}
	if (html->in_tag)
		html->tag_named = true;
	else
		add_char(html, '\n');
}

void html_lines(struct arena *arena, const struct text *html, struct text *out, size_t *capacity)
{
	struct html state = { .arena = arena, .out = out, .capacity = capacity };

	buf_init(&state.line);
	for (size_t i = 0; i < html->count; i++) {
		state.line_no = html->lines[i].line_no;
		read_line(&state, html->lines[i].s);
	}
	if (state.line.n > 0)
		end_line(&state);
	buf_release(&state.line);
}
