/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/kver_parse.h"

#include <string.h>

enum { HASH_CHARS_MIN = 7, SERIES_DIGITS_MAX = 3, DATE_FIRST = 19900101, DATE_LAST = 29991231 };

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool at_digit(struct slice s)
{
	return s.n > 0 && is_digit(s.p[0]);
}

/* At the end of a piece: nothing that would go on with the word. */
static bool at_border(struct slice s)
{
	return s.n == 0 || !(is_digit(s.p[0]) || is_letter(s.p[0]));
}

static size_t digits_at(struct slice s)
{
	size_t n = 0;

	while (n < s.n && is_digit(s.p[n]))
		n++;
	return n;
}

/* Cuts digits off *s; numbers too large to tell apart are equal. False when there are none. */
static bool take_number(struct slice *s, uint64_t *out)
{
	size_t n = digits_at(*s);
	uint64_t value = 0;

	for (size_t i = 0; i < n; i++)
		value = value < UINT64_MAX / 20 ? value * 10 + (uint64_t)(s->p[i] - '0') : value;
	*out = value;
	*s = slice_skip(*s, n);
	return n > 0;
}

/* prefix, a number, and then a border; otherwise *s stays. */
static bool take_numbered(struct slice *s, const char *prefix, uint64_t *out)
{
	struct slice rest = *s;
	uint64_t value;

	if (!slice_take(&rest, prefix) || !take_number(&rest, &value) || !at_border(rest))
		return false;
	*out = value;
	*s = rest;
	return true;
}

/* One of words, whole: what follows is no part of it. */
static bool take_word(struct slice *s, const char *const *words, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct slice rest = *s;

		if (slice_take(&rest, words[i]) && at_border(rest)) {
			*s = rest;
			return true;
		}
	}
	return false;
}

/* "-g" and a hash. */
static bool take_hash(struct slice *s, struct slice *hash)
{
	struct slice rest = *s;
	size_t n = 0;

	if (!slice_take(&rest, "-g"))
		return false;
	while (n < rest.n && (is_digit(rest.p[n]) || (rest.p[n] >= 'a' && rest.p[n] <= 'f')))
		n++;
	if (n < HASH_CHARS_MIN || !at_border(slice_skip(rest, n)))
		return false;
	*hash = slice_head(rest, n);
	*s = slice_skip(rest, n);
	return true;
}

/* "-DIST-gHASH", or "-gHASH" alone. */
static bool take_describe(struct slice *s, struct kver *out)
{
	struct slice rest = *s;
	uint64_t distance = 0;

	if (take_numbered(&rest, "-", &distance)) {
		if (!take_hash(&rest, &out->hash))
			return false;
	} else if (!take_hash(&rest, &out->hash)) {
		return false;
	}
	out->distance = distance;
	*s = rest;
	return true;
}

/* YYYYMMDD or YYYY-MM-DD. */
static bool take_date(struct slice *s, uint64_t *date)
{
	struct slice rest = *s;
	size_t n = digits_at(rest);
	uint64_t year, month = 0, day = 0;

	if (n == 4) {
		if (!take_number(&rest, &year) || !slice_take(&rest, "-") ||
		    !take_number(&rest, &month) || !slice_take(&rest, "-") ||
		    !take_number(&rest, &day) || month > 12 || day > 31)
			return false;
		year = year * 10000 + month * 100 + day;
	} else if (n != 8 || !take_number(&rest, &year)) {
		return false;
	}
	if (year < DATE_FIRST || year > DATE_LAST || !at_border(rest))
		return false;
	*date = year;
	*s = rest;
	return true;
}

/* A date with its same-day counter ("-1") and commits on top ("-6-gHASH"). */
static bool take_snapshot(struct slice *s, struct kver *out)
{
	if (!take_date(s, &out->date))
		return false;
	if (!take_describe(s, out) && take_numbered(s, "-", &out->counter))
		(void)take_describe(s, out); /* there may be none */
	return true;
}

/* ------------------------------------------------------------------ distributions */

/* The piece behind the first character: up to "-", "+" or a blank. */
static struct slice first_word(struct slice tail)
{
	size_t n = 1;

	while (n < tail.n && strchr("-+ ", tail.p[n]) == NULL)
		n++;
	return slice_skip(slice_head(tail, n), 1);
}

static void cut_arch(struct slice *word)
{
	static const char *const arches[] = { ".x86_64",  ".aarch64", ".ppc64le", ".s390x",
					      ".riscv64", ".i686",    ".armv7hl" };

	for (size_t i = 0; i < ARRAY_SIZE(arches); i++)
		if (slice_ends(*word, arches[i]))
			*word = slice_head(*word, word->n - strlen(arches[i]));
}

/* Whether mark stands in word with a number behind it: ".el" in "553.el8_10". */
static bool has_mark(struct slice word, const char *mark)
{
	return at_digit(slice_skip(word, slice_find(word, mark) + strlen(mark)));
}

/* "-553.el8_10.x86_64", "-300.fc40.x86_64". */
static bool take_rpm(struct slice *tail, struct kver *out, const char *mark, const char *name)
{
	struct slice word = first_word(*tail);

	if (!slice_starts(*tail, "-") || !at_digit(word) || !has_mark(word, mark))
		return false;
	*tail = slice_skip(*tail, 1 + word.n);
	cut_arch(&word);
	out->build = word;
	out->distribution = name;
	return true;
}

static bool take_rhel(struct slice *tail, struct kver *out)
{
	return take_rpm(tail, out, ".el", "rhel");
}

/* The second piece may tell the upstream rc: "-0.rc2.251021gitfe45352cd106.21.fc44.x86_64". */
static bool take_fedora(struct slice *tail, struct kver *out)
{
	struct slice rest;

	if (!take_rpm(tail, out, ".fc", "fedora"))
		return false;
	rest = slice_skip(out->build, digits_at(out->build));
	(void)take_numbered(&rest, ".rc", &out->rc); /* most have none */
	return true;
}

/* "-150500.55.44-default", "-0.g56e0224-default": the hash has no order. */
static bool take_suse(struct slice *tail, struct kver *out)
{
	static const char *const flavours[] = { "-default", "-rt", "-azure", "-64kb" };
	struct slice word = first_word(*tail), rest = slice_skip(*tail, 1 + word.n);
	struct slice flavour = rest;

	if (!slice_starts(*tail, "-") || !at_digit(word) || slice_find_char(word, '.') == word.n ||
	    !take_word(&rest, flavours, ARRAY_SIZE(flavours)))
		return false;
	out->build = slice_head(word, slice_find(word, ".g"));
	out->flavour = slice_head(flavour, flavour.n - rest.n);
	out->distribution = "suse";
	*tail = rest;
	return true;
}

/* "-47-amd64", "-57-cloud-amd64", "-0.deb11.7-amd64", "+deb12-cloud-amd64", "+bpo-arm64". */
static bool take_debian(struct slice *tail, struct kver *out)
{
	static const char *const kinds[] = { "-cloud", "-rt" };
	static const char *const arches[] = { "-amd64", "-arm64",       "-686-pae", "-686",
					      "-armmp", "-powerpc64le", "-s390x",   "-riscv64" };
	struct slice word = first_word(*tail), rest = slice_skip(*tail, 1 + word.n);
	struct slice flavour = rest;

	if (!(slice_starts(*tail, "-") && at_digit(word)) &&
	    !(slice_starts(*tail, "+") && (slice_starts(word, "deb") || slice_is(word, "bpo"))))
		return false;
	(void)take_word(&rest, kinds, ARRAY_SIZE(kinds)); /* most have none */
	if (!take_word(&rest, arches, ARRAY_SIZE(arches)))
		return false;
	out->build = word;
	out->flavour = slice_head(flavour, flavour.n - rest.n);
	out->distribution = "debian";
	*tail = rest;
	return true;
}

/* "061500" on 6.15.0, "060800rc6" on 6.8.0: a plain build of what it spells. */
static bool spells_base(struct slice word, struct kver *out)
{
	uint64_t number, spelled = out->base[0] * 10000 + out->base[1] * 100 + out->base[2];
	struct slice rest = word;

	if (digits_at(word) != 6 || !take_number(&rest, &number) || number != spelled)
		return false;
	return rest.n == 0 || take_numbered(&rest, "rc", &out->rc);
}

/* "-31-generic". */
static bool take_ubuntu(struct slice *tail, struct kver *out)
{
	static const char *const flavours[] = { "-generic", "-lowlatency", "-aws",    "-azure",
						"-gcp",     "-kvm",        "-oracle", "-raspi",
						"-oem",     "-ibm",        "-nvidia", "-virtual" };
	struct slice word = first_word(*tail), rest = slice_skip(*tail, 1 + word.n);
	struct slice flavour = rest;

	if (!slice_starts(*tail, "-") || !at_digit(word) ||
	    !take_word(&rest, flavours, ARRAY_SIZE(flavours)))
		return false;
	out->flavour = slice_head(flavour, flavour.n - rest.n);
	if (!spells_base(word, out)) {
		out->build = word;
		out->distribution = "ubuntu";
	}
	*tail = rest;
	return true;
}

/* "-arch1-1". */
static bool take_arch_linux(struct slice *tail, struct kver *out)
{
	struct slice rest = *tail;
	uint64_t number;

	if (!take_numbered(&rest, "-arch", &number) || !take_numbered(&rest, "-", &number))
		return false;
	out->build = slice_skip(slice_head(*tail, tail->n - rest.n), 1);
	out->distribution = "arch";
	*tail = rest;
	return true;
}

static bool take_distribution(struct slice *tail, struct kver *out)
{
	static bool (*const takers[])(struct slice * tail, struct kver * out) = {
		take_rhel, take_fedora, take_suse, take_debian, take_ubuntu, take_arch_linux,
	};

	for (size_t i = 0; i < ARRAY_SIZE(takers); i++)
		if (takers[i](tail, out)) {
			out->lane = out->distribution != NULL ? KVER_DISTRIBUTION : KVER_TAG;
			return true;
		}
	return false;
}

/* ------------------------------------------------------------------ the whole name */

static bool take_mm(struct slice *s, struct kver *out)
{
	struct slice rest = *s;
	uint64_t number;

	if (!take_numbered(&rest, "-mm", &number) && !slice_take(&rest, "-mmots-") &&
	    !slice_take(&rest, "-mmotm-"))
		return false;
	while (at_digit(rest) || (slice_starts(rest, "-") && at_digit(slice_skip(rest, 1))))
		rest = slice_skip(rest, 1);
	out->build = slice_skip(slice_head(*s, s->n - rest.n), 1);
	out->lane = KVER_MM;
	*s = rest;
	return true;
}

static bool take_next(struct slice *s, struct kver *out)
{
	struct slice rest = *s;

	if (!slice_take(&rest, "-next-") || !take_snapshot(&rest, out))
		return false;
	out->lane = KVER_NEXT;
	*s = rest;
	return true;
}

static bool take_ancestor(struct slice *s, struct kver *out)
{
	size_t n = 0;

	if (!slice_starts(*s, "~"))
		return false;
	while (n < s->n && (is_digit(s->p[n]) || s->p[n] == '~' || s->p[n] == '^'))
		n++;
	out->ancestry = slice_skip(slice_head(*s, n), 1);
	out->lane = KVER_ANCESTOR;
	*s = slice_skip(*s, n);
	return true;
}

static void take_lane(struct slice *s, struct kver *out)
{
	out->lane = KVER_TAG;
	if (take_ancestor(s, out) || take_next(s, out) || take_mm(s, out) ||
	    take_describe(s, out) || take_distribution(s, out))
		return;
	if (take_numbered(s, "-rt", &out->distance))
		out->lane = KVER_RT;
}

/* "+", "+debug", "-dirty", in any number, straight behind the kernel. */
static void take_flags(struct slice *s, struct kver *out)
{
	static const char *const dirty[] = { "-dirty" };
	struct slice from = *s;

	for (;;) {
		if (slice_take(s, "+"))
			while (!at_border(*s))
				*s = slice_skip(*s, 1);
		else if (!take_word(s, dirty, ARRAY_SIZE(dirty)))
			break;
	}
	out->flags = slice_head(from, from.n - s->n);
}

/* Flags at the end of a label belong to the kernel just as well. */
static void cut_flags(struct kver *out)
{
	size_t n = slice_find_char(out->label, '+');

	if (n == out->label.n && slice_ends(out->label, "-dirty"))
		n = out->label.n - strlen("-dirty");
	if (out->flags.n == 0)
		out->flags = slice_skip(out->label, n);
	out->label = slice_head(out->label, n);
}

/* Base and -rcN. 2.6 has four numbers, later series three. */
static bool take_base(struct slice *s, struct kver *out)
{
	struct slice rest = *s;
	size_t digits = digits_at(rest), numbers = 1;

	if (digits == 0 || digits > SERIES_DIGITS_MAX || !take_number(&rest, &out->base[0]))
		return false;
	while (numbers < KVER_BASE_NUMBERS && slice_starts(rest, ".") &&
	       at_digit(slice_skip(rest, 1))) {
		if (numbers == 3 && !(out->base[0] == 2 && out->base[1] == 6))
			break;
		rest = slice_skip(rest, 1);
		(void)take_number(&rest, &out->base[numbers++]); /* a digit is there */
	}
	if (numbers < 2 || !at_border(rest))
		return false;
	out->rc = KVER_RELEASE;
	(void)take_numbered(&rest, "-rc", &out->rc); /* releases have none */
	*s = rest;
	return true;
}

static bool parse_versioned(struct slice name, struct kver *out)
{
	struct slice rest = name, from;

	(void)(slice_take(&rest, "linux-") || slice_take(&rest, "Linux ")); /* spelling */
	from = rest;
	(void)slice_take(&rest, "v"); /* spelling */
	if (!take_base(&rest, out))
		return false;
	out->group = KVER_VERSIONED;
	out->base_bytes = from.n - rest.n;
	take_lane(&rest, out);
	take_flags(&rest, out);
	out->kernel = slice_head(from, from.n - rest.n);
	out->label = slice_skip(rest, 1);
	return true;
}

/* A date somewhere between dashes: "next-20240101-1", "mm-unstable-2024-01-05". */
static bool parse_dated(struct slice name, struct kver *out)
{
	for (size_t i = 0; i < name.n; i++) {
		struct slice rest = slice_skip(name, i);

		if ((i > 0 && name.p[i - 1] != '-') || !take_snapshot(&rest, out))
			continue;
		out->group = KVER_DATED;
		out->kernel = slice_head(name, name.n - rest.n);
		out->label = slice_skip(rest, 1);
		return true;
	}
	return false;
}

struct kver kver_parse(struct slice name)
{
	struct kver out = { 0 };

	if (parse_versioned(name, &out)) {
		cut_flags(&out);
		return out;
	}
	out = (struct kver){ 0 };
	if (parse_dated(name, &out))
		return out;
	return (struct kver){ .group = KVER_NAMED, .label = name };
}
