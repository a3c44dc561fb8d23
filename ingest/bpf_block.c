/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/bpf_block.h"

#include <math.h>
#include <string.h>

#include "lib/num.h"

/* ---- histograms ---- */

/* A bound: a number with K to E, powers of 1024 (a small k in 0.8). */
static bool take_bound(struct slice s, double *out)
{
	static const char suffixes[] = "KMGTPE";
	double factor = 1;
	const char *suffix;

	if (s.n == 0)
		return false;
	suffix = strchr(suffixes, s.p[s.n - 1] == 'k' ? 'K' : s.p[s.n - 1]);
	if (suffix != NULL && *suffix != '\0') {
		s.n--;
		factor = ldexp(1, 10 * (int)(suffix - suffixes + 1));
	}
	if (!bpf_number(s, out))
		return false;
	*out *= factor;
	return true;
}

/* "[a]", "[a, b)", "[a, b]", "(..., b)", "(...,b]", "[a, ...)": without the brackets. */
static bool take_bounds(struct slice s, bool closed, struct bucket *out)
{
	size_t comma = slice_find_char(s, ',');
	struct slice low = slice_trim(slice_head(s, comma)), high;

	if (comma == s.n) {
		if (!closed || !take_bound(low, &out->lo))
			return false;
		out->hi = out->lo + 1;
		return true;
	}
	high = slice_trim(slice_skip(s, comma + 1));
	if (slice_is(low, "...")) {
		out->lo = -INFINITY; /* 0.8 closes it with ']', but counts what is below */
		return take_bound(high, &out->hi);
	}
	if (!take_bound(low, &out->lo))
		return false;
	if (slice_is(high, "...")) {
		out->hi = INFINITY;
		return true;
	}
	if (!take_bound(high, &out->hi))
		return false;
	out->hi += closed;
	return out->lo < out->hi;
}

/* Only what a bar is made of. */
static bool is_bar(struct slice s)
{
	s = slice_trim(s);
	for (size_t i = 0; i < s.n; i++)
		if (s.p[i] != '@' && s.p[i] != '|' && s.p[i] != '*' && s.p[i] != ' ')
			return false;
	return s.n > 0;
}

bool bpf_bucket(struct slice line, struct bucket *out)
{
	struct slice s = slice_trim(line), count;
	size_t end = 1;

	if (s.n < 4 || (s.p[0] != '[' && s.p[0] != '('))
		return false;
	while (end < s.n && s.p[end] != ']' && s.p[end] != ')')
		end++;
	if (end == s.n || !take_bounds((struct slice){ s.p + 1, end - 1 }, s.p[end] == ']', out))
		return false;
	s = slice_skip(s, end + 1);
	count = slice_field(&s);
	s = slice_trim(s);
	return num_int(count, &out->count) && (s.n == 0 || is_bar(s));
}

static size_t histogram(struct arena *arena, const struct text *text, size_t i, struct bpf_row *row)
{
	struct bucket bucket, *list = NULL;
	size_t count = 0, capacity = 0;

	for (size_t n = text->lines[i].next; n < text->count; n = text->lines[n].next) {
		if (bpf_bucket(text->lines[n].s, &bucket))
			ARENA_PUSH(arena, list, count, capacity, bucket);
		else if (count == 0 || !is_bar(text->lines[n].s))
			break;
		i = n;
	}
	row->kind = BPF_KIND_HIST;
	row->buckets = list;
	row->count = count;
	return i;
}

/* ---- time series ---- */

bool bpf_clock(struct slice s, double *out)
{
	uint64_t h, m, sec;
	double fraction = 0;
	size_t n = 8;

	if (s.n < 8 || s.p[2] != ':' || s.p[5] != ':' || !num_uint((struct slice){ s.p, 2 }, &h) ||
	    !num_uint((struct slice){ s.p + 3, 2 }, &m) ||
	    !num_uint((struct slice){ s.p + 6, 2 }, &sec))
		return false;
	if (n < s.n && s.p[n] == '.') {
		while (++n < s.n && s.p[n] >= '0' && s.p[n] <= '9')
			;
		if (!num_double((struct slice){ s.p + 8, n - 8 }, &fraction))
			return false;
	}
	if (n < s.n && s.p[n] != ' ')
		return false;
	*out = (double)(h * 3600 + m * 60 + sec) + fraction;
	return true;
}

/* The line of the column heads: "hh:mm:ss |____|". */
static bool is_series_head(struct slice line)
{
	struct slice s = slice_trim(line);

	return slice_starts(s, "hh:mm:ss") && slice_ends(s, "_|");
}

/* A row: its time, a box with one star, a number or "-". */
static bool take_point(struct slice line, struct bpf_point *out)
{
	struct slice s = slice_trim(line);
	size_t blank = slice_rfind_char(s, ' ');
	struct slice value = slice_skip(s, blank + 1);

	if (blank == s.n || !bpf_clock(s, &out->time_s))
		return false;
	out->value = RECORD_NO_NUMBER;
	return slice_is(value, "-") || bpf_number(value, &out->value);
}

/* i is the line of the column heads. */
static size_t series(struct arena *arena, const struct text *text, size_t i, struct bpf_row *row)
{
	struct bpf_point point, *list = NULL;
	size_t count = 0, capacity = 0, n = text->lines[i].next;

	for (; n < text->count && take_point(text->lines[n].s, &point); n = text->lines[n].next) {
		if (!isnan(point.value))
			ARENA_PUSH(arena, list, count, capacity, point);
		i = n;
	}
	row->kind = BPF_KIND_SERIES;
	row->points = list;
	row->count = count;
	/* two more lines with the scale */
	for (int k = 0; k < 2 && n < text->count && slice_trim(text->lines[n].s).n > 0; k++) {
		i = n;
		n = text->lines[n].next;
	}
	return i;
}

/* ---- stacks ---- */

static bool is_frame_line(struct slice line)
{
	struct slice s = slice_trim(line);

	return s.n > 0 && s.p[0] != '@' && bpf_is_frame(line);
}

static size_t stack(struct arena *arena, const struct text *text, size_t i, struct bpf_row *row)
{
	struct buf buf;

	buf_init(&buf);
	for (size_t n = text->lines[i].next; n < text->count && is_frame_line(text->lines[n].s);
	     n = text->lines[n].next) {
		buf_addc(&buf, '\n');
		buf_add(&buf, text->lines[n].s);
		i = n;
	}
	row->kind = BPF_KIND_STACK;
	row->value = arena_slice(arena, buf_slice(&buf));
	buf_release(&buf);
	return i;
}

size_t bpf_block(struct arena *arena, const struct text *text, size_t i, struct bpf_row *row)
{
	size_t next = text->lines[i].next, after;
	struct bucket bucket;

	if (next == text->count)
		return i;
	if (bpf_bucket(text->lines[next].s, &bucket))
		return histogram(arena, text, i, row);
	after = text->lines[next].next;
	if (after < text->count && is_series_head(text->lines[after].s))
		return series(arena, text, after, row);
	if (is_frame_line(text->lines[next].s))
		return stack(arena, text, i, row);
	return i;
}
