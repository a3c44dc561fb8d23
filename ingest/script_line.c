/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/script_line.h"

#include "lib/num.h"

enum {
	MISC_MAX = 8,
	ONE_LINE_COLUMNS = 17,
	ADDRESS_MAX = 18,
	HEADER_MAX = 1024, /* where its time or event ends at the latest */
};

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_hex(char c)
{
	return is_digit(c) || (c >= 'a' && c <= 'f');
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static size_t count_digits(struct slice s)
{
	size_t n = 0;

	while (n < s.n && is_digit(s.p[n]))
		n++;
	return n;
}

/* The last word of *rest, cut off with the blanks around it; empty when there is none. */
static struct slice last_word(struct slice *rest)
{
	size_t end = rest->n, start, before;

	while (end > 0 && is_blank(rest->p[end - 1]))
		end--;
	for (start = end; start > 0 && !is_blank(rest->p[start - 1]); start--)
		continue;
	for (before = start; before > 0 && is_blank(rest->p[before - 1]); before--)
		continue;
	rest->n = before;
	return (struct slice){ rest->p + start, end - start };
}

/* ---- what stands before the time ---- */

/* 123, 123/456 or -1 */
static bool is_tid(struct slice s)
{
	size_t n;

	if (slice_is(s, "-1"))
		return true;
	n = count_digits(s);
	if (n > 0 && n < s.n && s.p[n] == '/') {
		s = slice_skip(s, n + 1);
		return s.n > 0 && (count_digits(s) == s.n || slice_is(s, "-1"));
	}
	return n > 0 && n == s.n;
}

static bool is_cpu(struct slice s)
{
	return s.n > 2 && s.p[0] == '[' && s.p[s.n - 1] == ']' &&
	       count_digits(slice_skip(s, 1)) == s.n - 2;
}

/* The flags of `-F misc`: "U", "K", "Mmap"... */
static bool is_misc(struct slice s)
{
	for (size_t i = 0; i < s.n; i++)
		if ((s.p[i] < 'A' || s.p[i] > 'Z') && (s.p[i] < 'a' || s.p[i] > 'z'))
			return false;
	return s.n > 0 && s.n <= MISC_MAX;
}

/* The pid of "  123/456   " with blanks around both numbers, before the tid; empty = none. */
static struct slice take_pid(struct slice *rest)
{
	struct slice before = *rest, pid = SLICE_NONE;

	if (rest->n > 1 && rest->p[rest->n - 1] == '/')
		pid = last_word(&before);
	if (pid.n < 2 || count_digits(pid) != pid.n - 1)
		return SLICE_NONE;
	*rest = before;
	return pid;
}

/* "COMM TID [CPU] MISC"; false without a tid. */
static bool take_task(struct slice rest, struct script_header *out)
{
	struct slice word = last_word(&rest), pid;

	if (is_misc(word)) {
		word = last_word(&rest);
		if (!is_cpu(word) && !is_tid(word))
			return false;
	}
	if (is_cpu(word))
		word = last_word(&rest);
	if (!is_tid(word))
		return false;
	pid = take_pid(&rest);
	if (pid.n > 0)
		word = (struct slice){ pid.p, (size_t)(word.p + word.n - pid.p) };
	out->tid = word;
	out->comm = slice_trim(rest);
	return true;
}

/* ---- what stands behind the time ---- */

/* The one-line form has an address right-aligned to 16 behind the event. */
static void take_payload(struct slice rest, struct script_header *out)
{
	struct script_frame frame;

	out->payload = slice_trim(rest);
	if (out->payload.n > 0 && script_frame(rest, &frame) &&
	    (size_t)(frame.address.p + frame.address.n - rest.p) >= ONE_LINE_COLUMNS)
		out->frame = out->payload;
}

/* Cuts the next word and the blanks before it off *rest. */
static struct slice next_word(struct slice *rest)
{
	size_t start = 0, end;

	while (start < rest->n && is_blank(rest->p[start]))
		start++;
	for (end = start; end < rest->n && !is_blank(rest->p[end]); end++)
		continue;
	*rest = (struct slice){ rest->p + end, rest->n - end };
	return (struct slice){ rest->p - (end - start), end - start };
}

/* "PERIOD EVENT: PAYLOAD", each of which may be missing. */
static bool take_event_part(struct slice rest, struct script_header *out)
{
	struct slice after = rest, word = next_word(&after);

	if (word.n > 0 && count_digits(word) == word.n && num_uint(word, &out->period)) {
		out->has_period = true;
		rest = after;
		word = next_word(&after);
	}
	if (word.n < 2 || word.p[word.n - 1] != ':') {
		take_payload(rest, out);
		return out->payload.n == 0 || out->frame.n > 0;
	}
	out->event = slice_head(word, word.n - 1);
	if (after.n > 1)
		take_payload(after, out);
	return !slice_starts(out->event, "PERF_RECORD_"); /* a notice, no sample */
}

/* ---- the time ---- */

/* Where the time begins that ends with the ':' at colon; colon when there is none. */
static size_t time_start(struct slice line, size_t colon)
{
	size_t i = colon, decimals;

	if (colon + 1 < line.n && !is_blank(line.p[colon + 1]))
		return colon;
	while (i > 0 && is_digit(line.p[i - 1]))
		i--;
	decimals = colon - i;
	if ((decimals != 6 && decimals != 9) || i < 2 || line.p[i - 1] != '.' ||
	    !is_digit(line.p[i - 2]))
		return colon;
	i--;
	while (i > 0 && is_digit(line.p[i - 1]))
		i--;
	return i == 0 || is_blank(line.p[i - 1]) ? i : colon;
}

/* The header whose time ends with the ':' at colon. */
static bool header_at(struct slice line, size_t colon, struct script_header *out)
{
	size_t start = time_start(line, colon);
	struct slice before = slice_trim(slice_head(line, start));

	if (start == colon)
		return false;
	*out = (struct script_header){ .has_time = true };
	if (!take_task(before, out))
		out->comm = before; /* -F without tid */
	return take_event_part(slice_skip(line, colon + 1), out);
}

/* HEADER_MAX when there is none before: what is looked at must not grow with the line. */
static size_t next_colon(struct slice line, size_t from)
{
	size_t end = line.n < HEADER_MAX ? line.n : HEADER_MAX;
	size_t at = from + slice_find_char(slice_skip(slice_head(line, end), from), ':');

	return at < end ? at : HEADER_MAX;
}

/* "COMM TID [CPU] PERIOD EVENT:" of old perf, or of -F without time. */
static bool header_untimed(struct slice line, struct script_header *out)
{
	for (size_t at = next_colon(line, 0); at < HEADER_MAX; at = next_colon(line, at + 1)) {
		struct slice before = slice_head(line, at), word = last_word(&before), shorter;

		if ((at + 1 < line.n && !is_blank(line.p[at + 1])) || word.n == 0 ||
		    !is_letter(word.p[0]))
			continue;
		*out = (struct script_header){ .event = word };
		shorter = before;
		word = last_word(&shorter);
		if (take_task(shorter, out) && num_uint(word, &out->period))
			out->has_period = true;
		else if (!take_task(before, out))
			continue;
		take_payload(slice_skip(line, at + 1), out);
		return out->comm.n > 0 && out->comm.n <= SCRIPT_COMM_MAX &&
		       !slice_is(out->comm, ":");
	}
	return false;
}

bool script_header(struct slice line, struct script_header *out)
{
	struct script_header header;
	bool found = false;

	for (size_t at = next_colon(line, 0); at < HEADER_MAX; at = next_colon(line, at + 1)) {
		if (!header_at(line, at, &header))
			continue;
		/* the rightmost whose comm fits, else the leftmost */
		if (!found || header.comm.n <= SCRIPT_COMM_MAX)
			*out = header;
		found = true;
	}
	return found || header_untimed(line, out);
}

void script_header_short(struct slice line, struct script_header *out)
{
	struct slice rest = slice_trim(line), event = last_word(&rest);

	*out = (struct script_header){ .comm = slice_trim(line) };
	if (event.n < 2 || event.p[event.n - 1] != ':')
		return;
	out->event = slice_head(event, event.n - 1);
	out->comm = rest;
}

/* ---- frames ---- */

/* Start of the pair of parentheses that ends the text, with a blank before it; s.n = none. */
static size_t last_pair(struct slice s)
{
	size_t depth = 0, last = s.n;

	if (s.n < 2 || s.p[s.n - 1] != ')')
		return s.n;
	for (size_t i = s.n; i-- > 0;) {
		bool starts = s.p[i] == '(' && (i == 0 || is_blank(s.p[i - 1]));

		depth += s.p[i] == ')';
		if (s.p[i] != '(')
			continue;
		if (starts && last == s.n)
			last = i;
		if (--depth == 0)
			return starts ? i : last;
	}
	return last;
}

/* Without the entries of a branch stack, "0x1/0x2/P/-/-/1", that may follow. */
static struct slice without_branches(struct slice s)
{
	size_t at = slice_find(s, " 0x");
	struct slice rest = slice_skip(s, at), word = slice_field(&rest);

	return slice_find_char(word, '/') < word.n ? slice_trim_end(slice_head(s, at)) : s;
}

static struct slice without_offset(struct slice symbol)
{
	size_t end = symbol.n;

	while (end > 0 && is_hex(symbol.p[end - 1]))
		end--;
	if (end < symbol.n && end >= 3 && symbol.p[end - 1] == 'x' && symbol.p[end - 2] == '0' &&
	    symbol.p[end - 3] == '+')
		return slice_head(symbol, end - 3);
	return symbol;
}

bool script_frame(struct slice line, struct script_frame *out)
{
	struct slice rest;
	size_t i = 0, start, pair;

	while (i < line.n && is_blank(line.p[i]))
		i++;
	start = i;
	while (i < line.n && is_hex(line.p[i]))
		i++;
	if (i == start || i - start > ADDRESS_MAX || (i < line.n && !is_blank(line.p[i])))
		return false;
	*out = (struct script_frame){ .address = { line.p + start, i - start } };
	rest = without_branches(slice_trim(slice_skip(line, i)));
	pair = last_pair(rest);
	if (pair < rest.n)
		out->dso = (struct slice){ rest.p + pair + 1, rest.n - pair - 2 };
	out->symbol = without_offset(slice_trim_end(slice_head(rest, pair)));
	return true;
}

struct slice script_frame_name(const struct script_frame *frame)
{
	return frame->symbol.n > 0 ? frame->symbol : frame->address;
}
