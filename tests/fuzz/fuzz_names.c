/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Names: lines of kernel names, which must have one order, and the other short texts that come from
 * outside.
 */
#include "lib/kver.h"
#include "lib/mail_id.h"
#include "lib/num.h"
#include "lib/when.h"
#include "tests/fuzz/fuzz.h"

enum { NAMES_MAX = 6 };

static int sign(int value)
{
	return (value > 0) - (value < 0);
}

static bool lies_within(struct slice part, struct slice whole)
{
	return part.n == 0 || (part.p >= whole.p && part.p + part.n <= whole.p + whole.n);
}

static void check_order(const struct slice *names, size_t n)
{
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < n; k++) {
			int order = sign(kver_cmp(names[i], names[k]));

			REQUIRE(order == -sign(kver_cmp(names[k], names[i])));
			REQUIRE((order == 0) == slice_eq(names[i], names[k]));
			REQUIRE(kver_same_point(names[i], names[k]) ==
				kver_same_point(names[k], names[i]));
			for (size_t m = 0; m < n; m++)
				REQUIRE(order > 0 || kver_cmp(names[k], names[m]) > 0 ||
					kver_cmp(names[i], names[m]) <= 0);
		}
}

static void check_parts(struct slice name)
{
	struct slice kernel, variant, id;

	kver_split(name, &kernel, &variant);
	REQUIRE(lies_within(kernel, name) && lies_within(variant, name));
	REQUIRE(kver_level(name, name).n <= name.n);
	if (mail_id_parse(name, &id))
		REQUIRE(lies_within(id, name) && id.n <= MAIL_ID_BYTES_MAX);
}

/* A number that was read is printed so that it is read again as the same. */
static void check_number(struct slice text)
{
	double value, again;
	int64_t whole;
	uint64_t size;
	struct buf buf;

	(void)!num_int(text, &whole); /* these must only end */
	(void)!num_grouped(text, &whole);
	(void)!num_size(text, &size);
	(void)!when_parse(text, &whole);
	(void)!when_parse_mail(text, &whole);
	if (!num_double(text, &value))
		return;
	buf_init(&buf);
	num_print(&buf, value);
	REQUIRE(num_double(buf_slice(&buf), &again) && again == value);
	buf_release(&buf);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
	struct slice rest = fuzz_slice(data, size), names[NAMES_MAX];
	size_t n = 0;

	while (n < NAMES_MAX && slice_line(&rest, &names[n])) {
		check_parts(names[n]);
		check_number(names[n++]);
	}
	check_order(names, n);
	return 0;
}
