/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "server/framing.h"
#include "tests/unit/check.h"

/* What is wrong with the fields "NAME:VALUE", which a '\n' parts, in a request of a version. */
static const char *fault(const char *version, const char *fields)
{
	struct slice rest = slice_str(fields), name;
	struct framing framing = { 0 };

	while (rest.n > 0) {
		struct slice value = rest;

		(void)slice_split(&rest, '\n', &value);
		(void)slice_split(&value, ':', &name);
		framing_field(&framing, name, value);
	}
	return framing_fault(&framing, slice_str(version));
}

static void assert_sound(const char *version, const char *fields)
{
	const char *found = fault(version, fields);

	if (found != NULL)
		fail_msg("%s: %s", fields, found);
}

static void assert_fault(const char *fields, const char *want)
{
	assert_string_equal(fault("HTTP/1.1", fields), want);
}

static void test_sound(void **state)
{
	(void)state;
	assert_sound("HTTP/1.1", "Host:x");
	assert_sound("HTTP/1.1", "host:\nX-A:a\tb");
	assert_sound("HTTP/1.1", "HOST:x\ncontent-length:5");
	assert_sound("HTTP/1.1", "Host:x\nTRANSFER-encoding: Chunked ");
	assert_sound("HTTP/1.2", "Host:x");
	assert_sound("HTTP/1.0", "");
	assert_sound("HTTP/1.0", "Content-Length:5");
}

static void test_length(void **state)
{
	const char *both = "Content-Length and Transfer-Encoding contradict each other";

	(void)state;
	assert_fault("Host:x\nContent-Length:5\nTransfer-Encoding:chunked", both);
	assert_fault("Host:x\nTransfer-Encoding:chunked\ncontent-LENGTH:5", both);
	assert_fault("Host:x\nContent-Length:5\nContent-Length:5", "Content-Length is given twice");
}

static void test_coding(void **state)
{
	const char *only = "the only Transfer-Encoding is chunked";

	(void)state;
	assert_fault("Host:x\nTransfer-Encoding:identity", only);
	assert_fault("Host:x\nTransfer-Encoding:gzip, chunked", only);
	assert_fault("Host:x\nTransfer-Encoding:", only);
	assert_fault("Host:x\nTransfer-Encoding:chunked\nTransfer-Encoding:chunked", only);
	assert_string_equal(fault("HTTP/1.0", "Transfer-Encoding:chunked"),
			    "HTTP/1.0 has no Transfer-Encoding");
}

static void test_fields(void **state)
{
	const char *host = "a request has one header Host";
	const char *name = "a header's name is no word";

	(void)state;
	assert_fault("X:y", host);
	assert_fault("Host:x\nhost:x", host);
	assert_string_equal(fault("HTTP/1.0", "Host:x\nHost:x"), host);
	assert_fault("Host:x\n:y", name);
	assert_fault("Host:x\nContent-Length :5", name);
	assert_fault("Host:x\n X:5", name);
	assert_fault("Host:x\nX\x7f:5", name);
	assert_fault("Host:x\nX:\v5", "a header holds a control character");
	assert_fault("Host:x\nX:a\rb", "a header holds a control character");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_sound),
		cmocka_unit_test(test_length),
		cmocka_unit_test(test_coding),
		cmocka_unit_test(test_fields),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
