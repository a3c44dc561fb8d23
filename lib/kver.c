/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/kver.h"

#include <string.h>

#include "lib/kver_parse.h"

static int number_cmp(uint64_t a, uint64_t b)
{
	return (a > b) - (a < b);
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Cuts the next run of digits or of letters off *s; empty at the end. */
static struct slice take_piece(struct slice *s)
{
	struct slice piece;
	size_t n = 0;

	while (n < s->n && !is_digit(s->p[n]) && !is_letter(s->p[n]))
		n++;
	*s = slice_skip(*s, n);
	for (n = 0; n < s->n && is_digit(s->p[n]); n++)
		continue;
	if (n == 0)
		while (n < s->n && is_letter(s->p[n]))
			n++;
	piece = slice_head(*s, n);
	*s = slice_skip(*s, n);
	return piece;
}

/* A number beats letters in the same place, and the shorter list is older. */
static int build_cmp(struct slice a, struct slice b)
{
	for (;;) {
		struct slice x = take_piece(&a), y = take_piece(&b);
		int order;

		if (x.n == 0 || y.n == 0)
			return number_cmp(x.n, y.n);
		if (is_digit(x.p[0]) != is_digit(y.p[0]))
			return is_digit(x.p[0]) ? 1 : -1;
		order = slice_cmp_natural(x, y);
		if (order != 0)
			return order;
	}
}

static int base_cmp(const struct kver *a, const struct kver *b)
{
	for (size_t i = 0; i < KVER_BASE_NUMBERS; i++)
		if (a->base[i] != b->base[i])
			return number_cmp(a->base[i], b->base[i]);
	return number_cmp(a->rc, b->rc);
}

static int distribution_cmp(const struct kver *a, const struct kver *b)
{
	int order = slice_cmp(slice_str(a->distribution), slice_str(b->distribution));

	return order != 0 ? order : build_cmp(a->build, b->build);
}

static int snapshot_cmp(const struct kver *a, const struct kver *b)
{
	int order = number_cmp(a->date, b->date);

	if (order == 0)
		order = number_cmp(a->counter, b->counter);
	return order != 0 ? order : number_cmp(a->distance, b->distance);
}

/* Within one lane of one base. */
static int lane_cmp(const struct kver *a, const struct kver *b)
{
	switch (a->lane) {
	case KVER_ANCESTOR: /* the farther from the tag, the older */
		return slice_cmp_natural(b->ancestry, a->ancestry);
	case KVER_TAG:
	case KVER_RT:
		return number_cmp(a->distance, b->distance);
	case KVER_DISTRIBUTION:
		return distribution_cmp(a, b);
	case KVER_MM:
		return build_cmp(a->build, b->build);
	case KVER_NEXT:
		return snapshot_cmp(a, b);
	}
	return 0;
}

static int point_cmp(const struct kver *a, const struct kver *b)
{
	int order = number_cmp(a->group, b->group);

	if (order != 0)
		return order;
	if (a->group == KVER_NAMED)
		return slice_cmp_natural(a->label, b->label);
	if (a->group == KVER_DATED)
		return snapshot_cmp(a, b);
	order = base_cmp(a, b);
	if (order == 0)
		order = number_cmp(a->lane, b->lane);
	return order != 0 ? order : lane_cmp(a, b);
}

/* None, "vanilla", then the others. */
static int label_rank(struct slice label)
{
	return label.n == 0 ? 0 : slice_is(label, "vanilla") ? 1 : 2;
}

static int label_cmp(struct slice a, struct slice b)
{
	int order = label_rank(a) - label_rank(b);

	return order != 0 ? order : slice_cmp_natural(a, b);
}

int kver_cmp(struct slice a, struct slice b)
{
	struct kver x = kver_parse(a), y = kver_parse(b);
	int order = point_cmp(&x, &y);

	if (order == 0)
		order = label_cmp(x.label, y.label);
	if (order == 0)
		order = slice_cmp_natural(x.flavour, y.flavour);
	if (order == 0)
		order = slice_cmp(x.hash, y.hash);
	if (order == 0)
		order = slice_cmp(x.flags, y.flags);
	return order != 0 ? order : slice_cmp(a, b);
}

bool kver_has_version(struct slice name)
{
	return kver_parse(name).group == KVER_VERSIONED;
}

bool kver_same_point(struct slice a, struct slice b)
{
	struct kver x = kver_parse(a), y = kver_parse(b);

	return point_cmp(&x, &y) == 0;
}

void kver_split(struct slice name, struct slice *kernel, struct slice *variant)
{
	struct kver parsed = kver_parse(name);
	bool is_kernel = parsed.group == KVER_VERSIONED ||
			 (parsed.group == KVER_DATED && slice_starts(name, "next-"));

	*kernel = SLICE_NONE;
	*variant = name;
	if (!is_kernel)
		return;
	*kernel = parsed.kernel;
	*variant = slice_skip(name, (size_t)(parsed.kernel.p - name.p) + parsed.kernel.n);
	*variant = slice_skip(*variant, 1); /* what stands between */
}

/*
 * The upstream part of a package version: "6.1.192" of "6.1.192-3". Of "6.18~rc3-1" there is none
 * that the text spells.
 */
static struct slice package_level(struct slice package)
{
	struct kver parsed = kver_parse(package);
	struct slice level = slice_head(parsed.kernel, parsed.base_bytes);
	struct slice rest = slice_skip(package, level.n);

	return parsed.group == KVER_VERSIONED && !slice_take(&rest, "~rc") ? level : SLICE_NONE;
}

/* "Ubuntu 6.8.0-31.31-generic 6.8.1" of /proc/version_signature. */
static struct slice signature_level(struct slice signature)
{
	struct slice last = SLICE_NONE, word;

	while ((word = slice_field(&signature)).n > 0)
		last = word;
	return package_level(last);
}

static bool base_is_level(const struct kver *release)
{
	if (release->group != KVER_VERSIONED || release->label.n > 0)
		return false;
	if (release->distribution == NULL)
		return release->lane == KVER_TAG && release->distance == 0 && release->hash.n == 0;
	return strcmp(release->distribution, "arch") == 0 ||
	       strcmp(release->distribution, "fedora") == 0;
}

struct slice kver_level(struct slice release, struct slice version)
{
	struct slice rest = slice_skip(version, slice_find(version, "Debian ")), level;
	struct kver parsed;

	if (slice_take(&rest, "Debian "))
		return package_level(slice_field(&rest));
	if (slice_starts(version, "Ubuntu "))
		return signature_level(version);
	parsed = kver_parse(release);
	if (!base_is_level(&parsed))
		return SLICE_NONE;
	level = slice_head(parsed.kernel, parsed.base_bytes);
	(void)slice_take(&level, "v"); /* spelling */
	return level;
}
