/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/slice.h"

#include <string.h>
#include <strings.h>

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

struct slice slice_str(const char *cstr)
{
	return cstr == NULL ? SLICE_NONE : (struct slice){ cstr, strlen(cstr) };
}

bool slice_eq(struct slice a, struct slice b)
{
	return a.n == b.n && (a.n == 0 || memcmp(a.p, b.p, a.n) == 0);
}

bool slice_is(struct slice a, const char *cstr)
{
	return slice_eq(a, slice_str(cstr));
}

int slice_cmp(struct slice a, struct slice b)
{
	size_t n = a.n < b.n ? a.n : b.n;
	int order = n == 0 ? 0 : memcmp(a.p, b.p, n);

	return order != 0 ? order : (a.n > b.n) - (a.n < b.n);
}

/* Cuts a run of digits off *s and returns it without leading zeros. */
static struct slice take_digits(struct slice *s)
{
	struct slice run = *s;
	size_t n = 0;

	while (n < s->n && is_digit(s->p[n]))
		n++;
	run.n = n;
	*s = slice_skip(*s, n);
	while (run.n > 1 && run.p[0] == '0')
		run = slice_skip(run, 1);
	return run;
}

int slice_cmp_natural(struct slice a, struct slice b)
{
	struct slice whole_a = a, whole_b = b;

	while (a.n > 0 && b.n > 0) {
		if (is_digit(a.p[0]) && is_digit(b.p[0])) {
			struct slice x = take_digits(&a), y = take_digits(&b);

			if (x.n != y.n)
				return x.n < y.n ? -1 : 1;
			if (slice_cmp(x, y) != 0)
				return slice_cmp(x, y);
			continue;
		}
		if (a.p[0] != b.p[0])
			return (unsigned char)a.p[0] < (unsigned char)b.p[0] ? -1 : 1;
		a = slice_skip(a, 1);
		b = slice_skip(b, 1);
	}
	if (a.n != b.n)
		return a.n < b.n ? -1 : 1;
	return slice_cmp(whole_a, whole_b);
}

bool slice_starts(struct slice s, const char *prefix)
{
	size_t n = strlen(prefix);

	return s.n >= n && (n == 0 || memcmp(s.p, prefix, n) == 0);
}

bool slice_ends(struct slice s, const char *suffix)
{
	size_t n = strlen(suffix);

	return s.n >= n && (n == 0 || memcmp(s.p + s.n - n, suffix, n) == 0);
}

size_t slice_find(struct slice s, const char *needle)
{
	size_t n = strlen(needle);
	const char *hit = s.n == 0 ? NULL : memmem(s.p, s.n, needle, n);

	return hit == NULL ? s.n : (size_t)(hit - s.p);
}

size_t slice_find_char(struct slice s, char c)
{
	const char *hit = s.n == 0 ? NULL : memchr(s.p, c, s.n);

	return hit == NULL ? s.n : (size_t)(hit - s.p);
}

size_t slice_rfind_char(struct slice s, char c)
{
	const char *hit = s.n == 0 ? NULL : memrchr(s.p, c, s.n);

	return hit == NULL ? s.n : (size_t)(hit - s.p);
}

struct slice slice_trim_end(struct slice s)
{
	while (s.n > 0 && is_blank(s.p[s.n - 1]))
		s.n--;
	return s;
}

struct slice slice_trim(struct slice s)
{
	while (s.n > 0 && is_blank(s.p[0]))
		s = slice_skip(s, 1);
	return slice_trim_end(s);
}

bool slice_take(struct slice *s, const char *prefix)
{
	if (!slice_starts(*s, prefix))
		return false;
	*s = slice_skip(*s, strlen(prefix));
	return true;
}

bool slice_line(struct slice *rest, struct slice *line)
{
	size_t n;

	if (rest->n == 0)
		return false;
	n = slice_find_char(*rest, '\n');
	*line = slice_head(*rest, n);
	*rest = slice_skip(*rest, n + 1);
	if (slice_ends(*line, "\r"))
		line->n--;
	return true;
}

struct slice slice_field(struct slice *rest)
{
	struct slice word;
	size_t n = 0;

	while (n < rest->n && is_blank(rest->p[n]))
		n++;
	*rest = slice_skip(*rest, n);
	for (n = 0; n < rest->n && !is_blank(rest->p[n]); n++)
		continue;
	word = slice_head(*rest, n);
	*rest = slice_skip(*rest, n);
	return word;
}

bool slice_split(struct slice *rest, char sep, struct slice *part)
{
	size_t n;

	if (rest->p == NULL)
		return false;
	n = slice_find_char(*rest, sep);
	*part = slice_head(*rest, n);
	*rest = n < rest->n ? slice_skip(*rest, n + 1) : SLICE_NONE;
	return true;
}

static bool has_word(struct slice s, struct slice word)
{
	for (size_t i = 0; i + word.n <= s.n; i++)
		if (strncasecmp(s.p + i, word.p, word.n) == 0)
			return true;
	return false;
}

bool slice_has_words(struct slice s, struct slice words)
{
	for (struct slice word = slice_field(&words); word.n > 0; word = slice_field(&words))
		if (!has_word(s, word))
			return false;
	return true;
}

struct slice slice_basename(struct slice path)
{
	size_t n = slice_rfind_char(path, '/');

	return n < path.n ? slice_skip(path, n + 1) : path;
}

struct slice slice_dirname(struct slice path)
{
	size_t n = slice_rfind_char(path, '/');

	return n < path.n ? slice_head(path, n) : (struct slice){ path.p, 0 };
}

/* Bytes of the UTF-8 character at p, or 0 when there is none. Unicode 15, table 3-7. */
static size_t utf8_length(const unsigned char *p, size_t n)
{
	size_t need = p[0] < 0x80 ? 1 : p[0] < 0xc2 ? 0 : p[0] < 0xe0 ? 2 : p[0] < 0xf0 ? 3 : 4;

	if (need == 0 || need > n || p[0] > 0xf4)
		return 0;
	for (size_t i = 1; i < need; i++)
		if ((p[i] & 0xc0) != 0x80)
			return 0;
	if ((p[0] == 0xe0 && p[1] < 0xa0) || (p[0] == 0xed && p[1] > 0x9f) ||
	    (p[0] == 0xf0 && p[1] < 0x90) || (p[0] == 0xf4 && p[1] > 0x8f))
		return 0;
	return need;
}

/* How many bytes at the start of s, in steps of eight, are ASCII. */
static size_t ascii_prefix(struct slice s)
{
	uint64_t word;
	size_t n = 0;

	for (; n + sizeof(word) <= s.n; n += sizeof(word)) {
		memcpy(&word, s.p + n, sizeof(word));
		if ((word & 0x8080808080808080u) != 0)
			break;
	}
	return n;
}

bool slice_is_utf8(struct slice s)
{
	s = slice_skip(s, ascii_prefix(s));
	while (s.n > 0) {
		size_t n = utf8_length((const unsigned char *)s.p, s.n);

		if (n == 0)
			return false;
		s = slice_skip(s, n);
	}
	return true;
}

uint64_t slice_hash(struct slice s)
{
	uint64_t h = 0xcbf29ce484222325u;

	for (size_t i = 0; i < s.n; i++)
		h = (h ^ (unsigned char)s.p[i]) * 0x100000001b3u;
	return h;
}

/* Multiplies to 128 bits and folds: every bit of the input reaches every bit of the result. */
static uint64_t mix(uint64_t a)
{
	unsigned __int128 product = (unsigned __int128)a * 0x9e3779b97f4a7c15u;

	return (uint64_t)product ^ (uint64_t)(product >> 64);
}

static uint64_t word_at(const char *p, size_t n)
{
	uint64_t word = 0;

	memcpy(&word, p, n);
	return word;
}

uint64_t slice_hash_wide(struct slice s)
{
	uint64_t h = mix(s.n + 1);
	size_t at = 0;

	for (; at + 8 <= s.n; at += 8)
		h = mix(h ^ word_at(s.p + at, 8));
	if (at < s.n)
		h = mix(h ^ (s.n >= 8 ? word_at(s.p + s.n - 8, 8) : word_at(s.p, s.n)));
	return h;
}
