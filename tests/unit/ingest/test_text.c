/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/text.h"

#include <string.h>

#include "ingest/input.h"
#include "lib/buf.h"
#include "tests/unit/check.h"

static struct arena arena;

static int set_up(void **state)
{
	(void)state;
	arena_init(&arena);
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	arena_release(&arena);
	return 0;
}

/* All lines as "LINE_NO DEPTH text". */
static struct slice shown(struct slice bytes)
{
	struct text text;
	struct error err;
	struct buf buf;
	struct slice out;

	assert_int_equal(text_from_bytes(&arena, bytes, &text, &err), OK);
	buf_init(&buf);
	for (size_t i = 0; i < text.count; i++)
		buf_addf(&buf, "%u %u %.*s\n", text.lines[i].line_no, text.lines[i].depth,
			 SLICE_FMT(text.lines[i].s));
	out = arena_slice(&arena, buf_slice(&buf));
	buf_release(&buf);
	return out;
}

#define check_lines(bytes, wanted) check_text(shown(slice_str(bytes)), wanted)

static void quotes(void **state)
{
	(void)state;
	check_lines("a\n> b\n>> c\n> >  d\n> > > e\n| f\n > g\n\n",
		    "1 0 a\n2 1 b\n3 2 c\n4 2  d\n5 3 e\n6 1 f\n7 1 g\n8 0 \n");
	check_lines("    a\n    > b\n    > > c\n\t> d\n", "1 0     a\n2 1 b\n3 2 c\n4 0 \t> d\n");
	check_lines("| a | b |\n  | x\n->x\n", "1 0 | a | b |\n2 0   | x\n3 0 ->x\n");
}

static void neighbours(void **state)
{
	struct text text;
	struct error err;

	(void)state;
	assert_int_equal(text_from_bytes(&arena, SLICE("> a\nb\n> c\n"), &text, &err), OK);
	assert_int_equal(text.lines[0].next, 2);
	assert_int_equal(text.lines[2].previous, 0);
	assert_int_equal(text.lines[1].next, 3);
	assert_int_equal(text.lines[1].previous, 3);
	assert_int_equal(text.lines[0].previous, 3);
}

static void deep_quotes(void **state)
{
	struct text text;
	struct error err;
	char *line = arena_alloc(&arena, 10004);

	(void)state;
	memset(line, '>', 10000);
	line[10000] = 'x';
	assert_int_equal(text_from_bytes(&arena, (struct slice){ line, 10001 }, &text, &err), OK);
	assert_int_equal(text.lines[0].depth, 10000);
	check_text(text.lines[0].s, "x");
}

static void blanks_and_line_ends(void **state)
{
	(void)state;
	check_lines("a\xc2\xa0z\r\n\tb\xe2\x80\xafz", "1 0 a z\n2 0 \tb z\n");
	check_lines("\xef\xbb\xbfx\n", "1 0 x\n");
	check_lines("\x1b[1;31mred\x1b[0m \x1b[K\n", "1 0 red \n");
	check_lines("end\x1b", "1 0 end\n");
}

static void broken_utf8(void **state)
{
	(void)state;
	check_lines("a\xa0z\xff\xc3\n\xe2\x82\xac",
		    "1 0 a z\xef\xbf\xbd\xef\xbf\xbd\n2 0 \xe2\x82\xac\n");
}

static void prose_is_no_header(void **state)
{
	(void)state;
	check_lines("Re: [PATCH] x\n\nbody\n", "1 0 Re: [PATCH] x\n2 0 \n3 0 body\n");
	check_lines("Before: 1 s\nAfter: 2 s\n\nx\n",
		    "1 0 Before: 1 s\n2 0 After: 2 s\n3 0 \n4 0 x\n");
	check_lines("Subject: x\nFrom: y\nnot a field\n\n",
		    "1 0 Subject: x\n2 0 From: y\n3 0 not a field\n4 0 \n");
}

static void quoted_printable(void **state)
{
	(void)state;
	check_lines("From: a\nDate: b\nContent-Transfer-Encoding: quoted-printable\n\n"
		    "> one =\ntwo  \n=3D =E2=82=AC=A0=\n\nlast =ZZ=\n",
		    "5 1 one two\n7 0 = \xe2\x82\xac \n9 0 last =ZZ\n");
}

static void quoted_printable_without_headers(void **state)
{
	(void)state;
	check_lines("cell (  -0.28=\n%)\nx =3D y\n", "1 0 cell (  -0.28%)\n3 0 x = y\n");
	check_lines("a ==\nint x =\n  5;\n", "1 0 a ==\n2 0 int x =\n3 0   5;\n");
}

static void base64(void **state)
{
	(void)state;
	/* "one\ntwo three\n", "a" */
	check_lines("From: a\nDate: b\nContent-Transfer-Encoding: BASE64\n\n"
		    "b25lCnR3byB0\naHJlZQo=\n",
		    "5 0 one\n5 0 two three\n");
	check_lines("From: a\nDate: b\nContent-Transfer-Encoding: base64\n\nYQ==\n", "5 0 a\n");
	check_lines("From: a\nDate: b\nContent-Transfer-Encoding: base64\n\nYWI=\n", "5 0 ab\n");
}

static void charset(void **state)
{
	(void)state;
	check_lines("From: a\nDate: b\nContent-Type: text/plain;\n\tcharset=\"iso-8859-1\"\n\n"
		    "x\xa0y \xe9\n",
		    "6 0 x y \xc3\xa9\n");
	check_lines("From: a\nDate: b\nContent-Type: text/plain; charset=no-such\n\n\xc3\xa9\n",
		    "5 0 \xc3\xa9\n");
}

static void multipart(void **state)
{
	(void)state;
	check_lines("From: a\nMIME-Version: 1.0\n"
		    "Content-Type: multipart/mixed; boundary=\"XX\"\n\npreamble\n"
		    "--XX\nContent-Type: multipart/alternative; boundary=YY\n\n"
		    "--YY\nContent-Type: text/plain\n\nplain\n"
		    "--YY\nContent-Type: text/html\n\n<b>html</b>\n--YY--\n"
		    "--XX\nContent-Type: image/png\n\nnothing\n"
		    "--XX\n\nno fields\n--XX--\nepilogue\n",
		    "12 0 plain\n24 0 no fields\n");
}

static void multipart_cut_off(void **state)
{
	(void)state;
	check_lines("From: a\nDate: b\nContent-Type: multipart/mixed; boundary=XX\n\n"
		    "--XX\nContent-Type: text/plain\n\nrest",
		    "8 0 rest\n");
}

static void html_alone(void **state)
{
	(void)state;
	check_lines("From: a\nDate: b\nContent-Type: text/html\n\n"
		    "<html><style>p { x: 1 }</style>\n<p>a &lt;b&gt;\n  c&nbsp;&#65;&#x42;</p>\n"
		    "<pre>x   y\n z</pre>1 &unknown; 2<br>3\n",
		    "6 0 a <b> c AB\n8 0 x   y\n9 0  z\n9 0 1 &unknown; 2\n9 0 3 \n");
}

static void mbox(void **state)
{
	(void)state;
	check_lines("From a@b Mon\nFrom: a\nDate: b\n\none\n\nFrom c@d Tue\nFrom: c\nDate: d\n"
		    "Content-Transfer-Encoding: quoted-printable\n\ntw=6F\n",
		    "5 0 one\n6 0 \n12 0 two\n");
	check_lines("x\n\nFrom here on it is slow\ny\n",
		    "1 0 x\n2 0 \n3 0 From here on it is slow\n4 0 y\n");
}

static void empty(void **state)
{
	(void)state;
	check_lines("", "");
	check_lines("From: a\nDate: b\n\n", "");
	check_lines("From: a\nDate: b\nContent-Type: multipart/mixed; boundary=\"\"\n\nx\n", "");
}

static void no_text(void **state)
{
	struct text text;
	struct error err;

	(void)state;
	assert_int_equal(text_from_bytes(&arena, SLICE("a\nb\0c\n"), &text, &err), ERR_INPUT);
	assert_int_equal(err.line, 2);
}

static void long_line(void **state)
{
	struct text text;
	struct error err;
	char *line = arena_alloc(&arena, INPUT_LINE_MAX + 2);

	(void)state;
	memset(line, 'x', INPUT_LINE_MAX + 2);
	line[0] = '\n';
	assert_int_equal(
		text_from_bytes(&arena, (struct slice){ line, INPUT_LINE_MAX + 1 }, &text, &err),
		OK);
	assert_int_equal(
		text_from_bytes(&arena, (struct slice){ line, INPUT_LINE_MAX + 2 }, &text, &err),
		ERR_LIMIT);
	assert_int_equal(err.line, 2);
}

static void deep_parts(void **state)
{
	struct text text;
	struct error err;
	struct buf buf;

	(void)state;
	buf_init(&buf);
	buf_adds(&buf, "From: a\nDate: b\n");
	for (int i = 0; i < 40; i++)
		buf_addf(&buf, "Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n", i, i);
	assert_int_equal(text_from_bytes(&arena, buf_slice(&buf), &text, &err), ERR_LIMIT);
	buf_release(&buf);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(quotes, set_up, tear_down),
		cmocka_unit_test_setup_teardown(neighbours, set_up, tear_down),
		cmocka_unit_test_setup_teardown(deep_quotes, set_up, tear_down),
		cmocka_unit_test_setup_teardown(blanks_and_line_ends, set_up, tear_down),
		cmocka_unit_test_setup_teardown(broken_utf8, set_up, tear_down),
		cmocka_unit_test_setup_teardown(prose_is_no_header, set_up, tear_down),
		cmocka_unit_test_setup_teardown(quoted_printable, set_up, tear_down),
		cmocka_unit_test_setup_teardown(quoted_printable_without_headers, set_up,
						tear_down),
		cmocka_unit_test_setup_teardown(base64, set_up, tear_down),
		cmocka_unit_test_setup_teardown(charset, set_up, tear_down),
		cmocka_unit_test_setup_teardown(multipart, set_up, tear_down),
		cmocka_unit_test_setup_teardown(multipart_cut_off, set_up, tear_down),
		cmocka_unit_test_setup_teardown(html_alone, set_up, tear_down),
		cmocka_unit_test_setup_teardown(mbox, set_up, tear_down),
		cmocka_unit_test_setup_teardown(empty, set_up, tear_down),
		cmocka_unit_test_setup_teardown(no_text, set_up, tear_down),
		cmocka_unit_test_setup_teardown(long_line, set_up, tear_down),
		cmocka_unit_test_setup_teardown(deep_parts, set_up, tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
