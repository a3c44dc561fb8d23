/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/sha256.h"

#include <string.h>

#include "tests/unit/check.h"

/* FIPS 180-2, appendix B, and the empty message. */
static const struct {
	const char *text, *hex;
} vectors[] = {
	{ "", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855" },
	{ "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" },
	{ "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
	  "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1" },
};

static void test_published_values(void **data)
{
	unsigned char hash[SHA256_SIZE];
	char hex[SHA256_HEX_SIZE];

	(void)data;
	for (size_t i = 0; i < ARRAY_SIZE(vectors); i++) {
		sha256(slice_str(vectors[i].text), hash);
		sha256_hex(hash, hex);
		assert_string_equal(hex, vectors[i].hex);
	}
}

static void test_in_pieces(void **data)
{
	struct slice rest = slice_str(vectors[2].text);
	struct sha256_stream stream;
	unsigned char hash[SHA256_SIZE];
	char hex[SHA256_HEX_SIZE];

	(void)data;
	sha256_begin(&stream);
	for (size_t n = 0; rest.n > 0; n++) {
		sha256_add(&stream, slice_head(rest, n));
		rest = slice_skip(rest, n);
	}
	sha256_end(&stream, hash);
	sha256_hex(hash, hex);
	assert_string_equal(hex, vectors[2].hex);
}

static void test_ids(void **data)
{
	unsigned char hash[SHA256_SIZE] = { 0 };
	char id[53], shorter[53];

	(void)data;
	id_from_hash(hash, 5, id);
	assert_string_equal(id, "00000");
	memset(hash, 0xff, sizeof(hash));
	id_from_hash(hash, 10, id);
	assert_string_equal(id, "ZZZZZZZZZZ");
	/* 00001 00010 00011 00100, then as many bits of 256 as are left. */
	memset(hash, 0, sizeof(hash));
	hash[0] = 0x08;
	hash[1] = 0x86;
	hash[2] = 0x40;
	hash[31] = 0x01;
	id_from_hash(hash, 4, id);
	assert_string_equal(id, "1234");
	id_from_hash(hash, 52, id);
	assert_int_equal(strlen(id), 52);
	assert_int_equal(id[51], 'G');
	id_from_hash(hash, 12, shorter);
	assert_memory_equal(id, shorter, 12);
}

static void test_equality(void **data)
{
	unsigned char a[SHA256_SIZE] = { 1, 2, 3 }, b[SHA256_SIZE] = { 1, 2, 3 };

	(void)data;
	assert_true(sha256_eq(a, b));
	for (size_t i = 0; i < SHA256_SIZE; i++) {
		b[i] ^= 0x80;
		assert_false(sha256_eq(a, b));
		b[i] ^= 0x80;
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_published_values),
		cmocka_unit_test(test_in_pieces),
		cmocka_unit_test(test_ids),
		cmocka_unit_test(test_equality),
	};

	return cmocka_run_group_tests_name("lib/sha256", tests, NULL, NULL);
}
