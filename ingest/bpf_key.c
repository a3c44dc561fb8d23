/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/bpf_key.h"

#include <string.h>

#include "lib/num.h"

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static bool hex_number(struct slice s, double *out)
{
	double value = 0;

	if (!slice_take(&s, "0x") || s.n == 0 || s.n > 16)
		return false;
	for (size_t i = 0; i < s.n; i++) {
		if (hex_digit(s.p[i]) < 0)
			return false;
		value = value * 16 + hex_digit(s.p[i]);
	}
	*out = value;
	return true;
}

bool bpf_number(struct slice s, double *out)
{
	struct slice digits = s;
	uint64_t value;

	if (hex_number(s, out))
		return true;
	(void)slice_take(&digits, "-");
	return num_uint(digits, &value) && num_double(s, out);
}

bool bpf_part_is_number(struct slice part)
{
	double value;

	return bpf_number(part, &value);
}

enum bpf_value bpf_value_kind(struct slice value)
{
	if (value.n == 0)
		return BPF_EMPTY;
	if (bpf_part_is_number(value))
		return BPF_NUMBER;
	if ((slice_starts(value, "count ") && slice_find(value, ", average ") < value.n) ||
	    slice_starts(value, "{ .count = "))
		return BPF_STATS;
	return BPF_TEXT;
}

/* "]: " or "]:" at the end of the line. */
static bool ends_key(struct slice s, size_t i)
{
	return s.p[i] == ']' && i + 1 < s.n && s.p[i + 1] == ':' &&
	       (i + 2 == s.n || s.p[i + 2] == ' ');
}

static int nesting_step(char c)
{
	return (c == '[' || c == '(') - (c == ']' || c == ')');
}

size_t bpf_key_end(struct slice s)
{
	size_t balanced = s.n, first = s.n;
	int nesting = 0;

	for (size_t i = s.n; i-- > 0;) {
		struct slice value;

		if (!ends_key(s, i))
			continue;
		value = slice_trim(slice_skip(s, i + 2));
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
	return balanced < s.n ? balanced : first;
}

static bool is_balanced(struct slice s)
{
	int nesting = 0;

	for (size_t i = 0; i < s.n && nesting >= 0; i++)
		nesting += nesting_step(s.p[i]);
	return nesting == 0;
}

size_t bpf_key_split(struct slice key, struct slice parts[BPF_PARTS_MAX])
{
	bool balanced = is_balanced(key);
	size_t n = 0, from = 0;
	int nesting = 0;

	for (size_t i = 0; i + 1 < key.n && n + 1 < BPF_PARTS_MAX; i++) {
		if (balanced)
			nesting += nesting_step(key.p[i]);
		if (nesting > 0 || key.p[i] != ',' || key.p[i + 1] != ' ')
			continue;
		parts[n++] = (struct slice){ key.p + from, i - from };
		from = i + 2;
	}
	parts[n++] = slice_skip(key, from);
	return n;
}

bool bpf_key_fit(struct slice parts[BPF_PARTS_MAX], size_t *n, size_t count, uint64_t numbers)
{
	size_t left = 0, right = 0;
	const char *end;

	if (*n == count)
		return true;
	if (*n < count)
		return false;
	while (right + 1 < count && (numbers >> (count - 1 - right) & 1) != 0 &&
	       bpf_part_is_number(parts[*n - 1 - right]))
		right++;
	while (left + right + 1 < count && (numbers >> left & 1) != 0 &&
	       bpf_part_is_number(parts[left]))
		left++;
	if (left + right + 1 != count)
		return false;
	end = parts[*n - 1 - right].p + parts[*n - 1 - right].n;
	parts[left].n = (size_t)(end - parts[left].p);
	memmove(&parts[left + 1], &parts[*n - right], right * sizeof(*parts));
	*n = count;
	return true;
}
