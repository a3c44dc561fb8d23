/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/bpf_key.h"

#include <string.h>

#include "lib/num.h"

/* ---- values ---- */

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Without 0x. */
static bool hex_number(struct slice s, uint64_t *out)
{
	uint64_t value = 0;

	if (s.n == 0 || s.n > 16)
		return false;
	for (size_t i = 0; i < s.n; i++) {
		if (hex_digit(s.p[i]) < 0)
			return false;
		value = value * 16 + (uint64_t)hex_digit(s.p[i]);
	}
	*out = value;
	return true;
}

bool bpf_number(struct slice s, double *out)
{
	bool minus = s.n > 1 && s.p[0] == '-';
	uint64_t value;

	if (s.n > 2 && s.p[0] == '0' && s.p[1] == 'x') {
		if (!hex_number(slice_skip(s, 2), &value))
			return false;
	} else if (!num_uint(minus ? slice_skip(s, 1) : s, &value)) {
		return false;
	}
	*out = minus ? -(double)value : (double)value;
	return true;
}

/* Cuts prefix and the number behind it off *s. */
static bool take_number(struct slice *s, const char *prefix, double *out)
{
	size_t n = 0;

	if (!slice_take(s, prefix))
		return false;
	while (n < s->n && (s->p[n] == '-' || (s->p[n] >= '0' && s->p[n] <= '9')))
		n++;
	if (!bpf_number(slice_head(*s, n), out))
		return false;
	*s = slice_skip(*s, n);
	return true;
}

bool bpf_stats(struct slice value, struct bpf_stats *out)
{
	struct slice s = value;

	if (take_number(&s, "count ", &out->count))
		return take_number(&s, ", average ", &out->average) &&
		       take_number(&s, ", total ", &out->total) && s.n == 0;
	s = value;
	return take_number(&s, "{ .count = ", &out->count) &&
	       take_number(&s, ", .average = ", &out->average) &&
	       take_number(&s, ", .total = ", &out->total) && slice_is(s, " }");
}

enum bpf_value bpf_value_kind(struct slice value)
{
	struct bpf_stats stats;
	double number;

	if (value.n == 0)
		return BPF_EMPTY;
	if (bpf_number(value, &number))
		return BPF_NUMBER;
	return bpf_stats(value, &stats) ? BPF_STATS : BPF_TEXT;
}

/* ---- where a key ends ---- */

/* "]: " or "]:" at the end of the line. */
static bool ends_key(struct slice s, size_t i)
{
	return s.p[i] == ']' && i + 1 < s.n && s.p[i + 1] == ':' &&
	       (i + 2 == s.n || s.p[i + 2] == ' ');
}

bool bpf_key_closes(struct slice s)
{
	for (size_t i = 0; (i = i + slice_find_char(slice_skip(s, i), ']')) < s.n; i++)
		if (ends_key(s, i))
			return true;
	return false;
}

static int nesting_step(char c)
{
	static const signed char steps[256] = {
		['['] = 1,
		['('] = 1,
		[']'] = -1,
		[')'] = -1,
	};

	return steps[(unsigned char)c];
}

static struct slice without_blanks(struct slice s)
{
	while (s.n > 0 && s.p[0] == ' ')
		s = slice_skip(s, 1);
	return s;
}

size_t bpf_key_end(struct slice line)
{
	struct slice s = slice_trim_end(line);
	size_t balanced = s.n, first = s.n;
	int nesting = 0;

	for (size_t i = s.n; i-- > 0;) {
		struct slice value;

		if (!ends_key(s, i))
			continue;
		value = without_blanks(slice_skip(s, i + 2));
		if (bpf_value_kind(value) != BPF_TEXT || slice_starts(value, "{ .") ||
		    slice_starts(value, "("))
			return i;
	}
	for (size_t i = 0; i < s.n && balanced == s.n; i++) {
		if (ends_key(s, i)) {
			first = first < s.n ? first : i;
			balanced = nesting == 0 ? i : balanced;
		}
		nesting += nesting_step(s.p[i]);
	}
	first = balanced < s.n ? balanced : first;
	return first < s.n ? first : line.n;
}

/* ---- parts ---- */

/* Whether brackets part nothing: there are none, or they do not match. */
static bool is_flat(struct slice s)
{
	int nesting = 0;
	bool any = false;

	for (size_t i = 0; i < s.n && nesting >= 0; i++) {
		int step = nesting_step(s.p[i]);

		any = any || step != 0;
		nesting += step;
	}
	return !any || nesting != 0;
}

/* A line end, which JSON of 0.22 and 0.23 escapes twice. */
static size_t line_end_at(struct slice s, size_t i)
{
	if (i < s.n && s.p[i] == '\n')
		return 1;
	return i + 1 < s.n && s.p[i] == '\\' && s.p[i + 1] == 'n' ? 2 : 0;
}

/* Length of what parts two parts at s.p[i], a ','; 0 when it is one part's own. */
static size_t separator(struct slice s, size_t i, enum bpf_style style)
{
	if (style == BPF_STYLE_JSON || line_end_at(s, i + 1) > 0)
		return 1;
	return i + 1 < s.n && s.p[i + 1] == ' ' ? 2 : 0;
}

/* Whether a ',' at i stands at the start of a line, as behind a stack. */
static bool begins_line(struct slice s, size_t i)
{
	return i > 0 && (s.p[i - 1] == '\n' || (i > 1 && s.p[i - 1] == 'n' && s.p[i - 2] == '\\'));
}

static void add_part(struct bpf_parts *out, struct slice part)
{
	size_t i = out->n++;
	double number;

	out->part[i] = part;
	if (line_end_at(part, 0) > 0)
		out->stacks |= (uint64_t)1 << i;
	else if (bpf_number(part, &number))
		out->numbers |= (uint64_t)1 << i;
}

void bpf_key_split(struct slice key, enum bpf_style style, struct bpf_parts *out)
{
	bool flat = is_flat(key), in_stack = line_end_at(key, 0) > 0;
	size_t from = 0;
	int nesting = 0;

	out->n = 0;
	out->numbers = out->stacks = 0;
	for (size_t i = 0; i < key.n && out->n + 1 < BPF_PARTS_MAX; i++) {
		size_t n;

		if (flat)
			i += slice_find_char(slice_skip(key, i), ',');
		else
			nesting += nesting_step(key.p[i]);
		if (i == key.n || key.p[i] != ',' ||
		    (in_stack ? !begins_line(key, i) : nesting > 0))
			continue;
		n = separator(key, i, style);
		if (n == 0)
			continue;
		add_part(out, (struct slice){ key.p + from, i - from });
		from = i + n;
		in_stack = line_end_at(key, from) > 0;
	}
	add_part(out, slice_skip(key, from));
}

void bpf_shape_add(struct bpf_shape *shape, const struct bpf_parts *parts)
{
	if (shape->parts == 0 || parts->n < shape->parts) {
		shape->parts = parts->n;
		shape->numbers = parts->numbers;
		shape->stacks = parts->stacks;
	} else if (parts->n == shape->parts) {
		shape->numbers &= parts->numbers;
		shape->stacks &= parts->stacks;
	}
}

static bool has_bit(uint64_t bits, size_t i)
{
	return (bits >> i & 1) != 0;
}

/* Whether part i of a key must be part `place` of the shape: a number or a stack, like all there.
 */
static bool is_anchor(const struct bpf_parts *parts, size_t i, const struct bpf_shape *shape,
		      size_t place)
{
	return (has_bit(shape->numbers, place) && has_bit(parts->numbers, i)) ||
	       (has_bit(shape->stacks, place) && has_bit(parts->stacks, i));
}

static void set_bits(struct bpf_parts *parts)
{
	size_t n = parts->n;

	parts->n = 0;
	parts->numbers = parts->stacks = 0;
	for (size_t i = 0; i < n; i++)
		add_part(parts, parts->part[i]);
}

bool bpf_key_fit(struct bpf_parts *parts, const struct bpf_shape *shape)
{
	struct slice *part = parts->part;
	size_t left = 0, right = 0, n = parts->n, count = shape->parts;
	const char *end;

	if (n == count)
		return true;
	if (n < count)
		return false;
	while (right + 1 < count && is_anchor(parts, n - 1 - right, shape, count - 1 - right))
		right++;
	while (left + right + 1 < count && is_anchor(parts, left, shape, left))
		left++;
	if (left + right + 1 != count)
		return false;
	end = part[n - 1 - right].p + part[n - 1 - right].n;
	part[left].n = (size_t)(end - part[left].p);
	memmove(&part[left + 1], &part[n - right], right * sizeof(*part));
	parts->n = count;
	set_bits(parts);
	return true;
}

/* ---- stacks ---- */

size_t bpf_frames(struct slice stack, struct slice *frames)
{
	size_t n = 0, from = 0;

	for (size_t i = 0; i <= stack.n && n < BPF_FRAMES_MAX;) {
		size_t end = line_end_at(stack, i);
		struct slice frame;

		if (end == 0 && i < stack.n) {
			i++;
			continue;
		}
		frame = slice_trim((struct slice){ stack.p + from, i - from });
		if (frame.n > 0)
			frames[n++] = frame;
		i += end > 0 ? end : 1;
		from = i;
	}
	return n;
}

bool bpf_frame_is_user(struct slice frame)
{
	struct slice word = slice_field(&frame);
	uint64_t address;

	if (!slice_take(&word, "0x") && word.n < 8)
		return false;
	return hex_number(word, &address) && address >> 63 == 0;
}

bool bpf_is_frame(struct slice line)
{
	struct slice rest = line, word = slice_field(&rest);
	size_t plus = slice_rfind_char(word, '+');
	uint64_t address;
	double number;

	if (slice_starts(word, "@") || slice_starts(word, "["))
		return false;
	if (plus > 0 && plus + 1 < word.n && bpf_number(slice_skip(word, plus + 1), &number))
		return true;
	(void)slice_take(&word, "0x");
	if (word.n >= 6 && hex_number(word, &address))
		return true;
	rest = slice_trim(line); /* a C++ name may hold blanks */
	plus = slice_rfind_char(rest, '+');
	return line.n > 0 && line.p[0] == ' ' && plus + 1 < rest.n &&
	       bpf_number(slice_skip(rest, plus + 1), &number);
}

void bpf_join_frames(struct buf *buf, const struct slice *frames, size_t n)
{
	for (size_t i = n; i-- > 0;) {
		buf_add(buf, frames[i]);
		if (i > 0)
			buf_addc(buf, ';');
	}
}
