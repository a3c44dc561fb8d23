/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/unpack.h"

#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>
#include <ftw.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "lib/buf.h"

static char folder[] = "/tmp/test_unpack.XXXXXX";
static char path_buf[512];

/* What came out, as "path=bytes;" a member; a read error stands in the place of the rest. */
struct seen {
	struct unpack_visitor visitor;
	struct buf text;
	size_t members;
	uint64_t bytes;
	bool quiet; /* count bytes only */
};

static const char *at(const char *name)
{
	(void)snprintf(path_buf, sizeof(path_buf), "%s/%s", folder, name);
	return path_buf;
}

static enum err see(struct unpack_visitor *visitor, struct slice path, struct stream *stream,
		    struct error *err)
{
	struct seen *seen = CONTAINER_OF(visitor, struct seen, visitor);
	struct error why;
	char bytes[999];
	ptrdiff_t got;

	(void)err;
	seen->members++;
	buf_add(&seen->text, path);
	buf_addc(&seen->text, '=');
	while ((got = stream->read(stream, bytes, sizeof(bytes), &why)) > 0) {
		seen->bytes += (uint64_t)got;
		if (!seen->quiet)
			buf_add(&seen->text, (struct slice){ bytes, (size_t)got });
	}
	if (got < 0)
		buf_addf(&seen->text, "!%s", why.text);
	buf_addc(&seen->text, ';');
	return OK;
}

static enum err look_with(const char *name, const struct unpack_limits *limits, struct seen *seen,
			  struct error *err)
{
	*seen = (struct seen){ .visitor = { see }, .quiet = seen->quiet };
	buf_init(&seen->text);
	err->text[0] = '\0';
	return unpack_walk(at(name), limits, &seen->visitor, err);
}

static void expect(const char *name, const char *want)
{
	struct seen seen = { 0 };
	struct error err;

	if (look_with(name, &unpack_limits_default, &seen, &err) != OK)
		fail_msg("%s", err.text);
	assert_string_equal(seen.text.data, want);
	assert_int_equal(seen.visitor.broke_off.code, OK);
	buf_release(&seen.text);
}

static void expect_error(const char *name, enum err code, const char *part)
{
	struct seen seen = { 0 };
	struct error err;

	assert_int_equal(look_with(name, &unpack_limits_default, &seen, &err), code);
	if (strstr(err.text, part) == NULL)
		fail_msg("'%s' does not say '%s'", err.text, part);
	buf_release(&seen.text);
}

static void write_file(const char *name, struct slice bytes)
{
	FILE *file = fopen(at(name), "we");

	assert_non_null(file);
	if (bytes.n > 0)
		assert_int_equal(fwrite(bytes.p, 1, bytes.n, file), bytes.n);
	assert_int_equal(fclose(file), 0);
}

static struct slice read_file(const char *name, char *p, size_t capacity)
{
	FILE *file = fopen(at(name), "re");
	size_t n;

	assert_non_null(file);
	n = fread(p, 1, capacity, file);
	assert_int_equal(fclose(file), 0);
	return (struct slice){ p, n };
}

struct entry {
	const char *name;
	struct slice bytes;
	unsigned type; /* 0 = regular */
	const char *link;
};

static struct archive *archive_begin(const char *name, int format, int filter)
{
	struct archive *archive = archive_write_new();

	assert_int_equal(archive_write_set_format(archive, format), ARCHIVE_OK);
	assert_int_equal(archive_write_add_filter(archive, filter), ARCHIVE_OK);
	(void)archive_write_set_bytes_in_last_block(archive, 1);
	assert_int_equal(archive_write_open_filename(archive, at(name)), ARCHIVE_OK);
	return archive;
}

static void archive_add(struct archive *archive, const struct entry *e)
{
	struct archive_entry *entry = archive_entry_new();

	archive_entry_set_pathname(entry, e->name);
	archive_entry_set_filetype(entry, e->type == 0 ? AE_IFREG : e->type);
	archive_entry_set_perm(entry, 0644);
	archive_entry_set_size(entry, (int64_t)e->bytes.n);
	if (e->type == AE_IFLNK)
		archive_entry_set_symlink(entry, e->link);
	else if (e->link != NULL)
		archive_entry_set_hardlink(entry, e->link);
	assert_true(archive_write_header(archive, entry) >= ARCHIVE_WARN);
	if (e->bytes.n > 0)
		assert_int_equal(archive_write_data(archive, e->bytes.p, e->bytes.n), e->bytes.n);
	archive_entry_free(entry);
}

static void archive_end(struct archive *archive)
{
	assert_int_equal(archive_write_close(archive), ARCHIVE_OK);
	archive_write_free(archive);
}

static void write_archive(const char *name, int format, int filter, const struct entry *entries,
			  size_t count)
{
	struct archive *archive = archive_begin(name, format, filter);

	for (size_t i = 0; i < count; i++)
		archive_add(archive, &entries[i]);
	archive_end(archive);
}

/* A single compressed file: the "raw" format of one entry. */
static void write_packed(const char *name, int filter, struct slice bytes)
{
	write_archive(name, ARCHIVE_FORMAT_RAW, filter, &(struct entry){ "data", bytes, 0, NULL },
		      1);
}

static const int filters[] = { ARCHIVE_FILTER_NONE, ARCHIVE_FILTER_GZIP, ARCHIVE_FILTER_BZIP2,
			       ARCHIVE_FILTER_XZ, ARCHIVE_FILTER_ZSTD };

static void single_files(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(filters); i++) {
		write_packed("one", filters[i], SLICE("one line\n"));
		expect("one", "one=one line\n;");
	}
	write_file("BZhtext", SLICE("BZh9 is no compressed text"));
	expect("BZhtext", "BZhtext=BZh9 is no compressed text;");
}

static void archives_in_any_compression(void **state)
{
	static const struct entry entries[] = {
		{ "./run", { NULL, 0 }, AE_IFDIR, NULL },
		{ "./run/iter-10/a", { "10", 2 }, 0, NULL },
		{ ".//run/iter-2/a", { "2", 1 }, 0, NULL },
		{ "run/empty", { NULL, 0 }, 0, NULL },
	};
	static const int formats[] = { ARCHIVE_FORMAT_TAR_USTAR, ARCHIVE_FORMAT_TAR_GNUTAR,
				       ARCHIVE_FORMAT_TAR_PAX_INTERCHANGE, ARCHIVE_FORMAT_ZIP };

	(void)state;
	for (size_t f = 0; f < ARRAY_SIZE(formats); f++) {
		for (size_t i = 0; i < ARRAY_SIZE(filters); i++) {
			write_archive("a", formats[f], filters[i], entries, ARRAY_SIZE(entries));
			expect("a", "run/iter-10/a=10;run/iter-2/a=2;run/empty=;");
		}
	}
}

static void names_are_utf8(void **state)
{
	static const struct entry entries[] = { { "gr\xc3\xbcn/x", { "1", 1 }, 0, NULL } };

	(void)state;
	write_archive("u", ARCHIVE_FORMAT_TAR_GNUTAR, ARCHIVE_FILTER_NONE, entries, 1);
	expect("u", "gr\xc3\xbcn/x=1;");
	write_archive("u", ARCHIVE_FORMAT_ZIP, ARCHIVE_FILTER_NONE, entries, 1);
	expect("u", "gr\xc3\xbcn/x=1;");
}

static void compressed_members(void **state)
{
	char bytes[4096];
	struct slice packed;

	(void)state;
	for (size_t i = 1; i < ARRAY_SIZE(filters); i++) {
		struct entry entries[2] = { { "t/log.z", SLICE_NONE, 0, NULL },
					    { "t/plain", SLICE("p"), 0, NULL } };

		write_packed("z", filters[i], SLICE("inside"));
		packed = read_file("z", bytes, sizeof(bytes));
		entries[0].bytes = packed;
		write_archive("zt", ARCHIVE_FORMAT_TAR_USTAR, ARCHIVE_FILTER_GZIP, entries, 2);
		expect("zt", "t/log.z=inside;t/plain=p;");
		write_archive("zt", ARCHIVE_FORMAT_ZIP, ARCHIVE_FILTER_NONE, entries, 2);
		expect("zt", "t/log.z=inside;t/plain=p;");
	}
	write_packed("z", ARCHIVE_FILTER_GZIP, SLICE_NONE);
	packed = read_file("z", bytes, sizeof(bytes));
	write_archive("zt", ARCHIVE_FORMAT_TAR_USTAR, ARCHIVE_FILTER_NONE,
		      &(struct entry){ "none.gz", packed, 0, NULL }, 1);
	expect("zt", "none.gz=;");
}

static void nested_archive_is_a_plain_member(void **state)
{
	char bytes[8192];
	struct seen seen = { .quiet = true };
	struct error err;
	struct entry inner = { "in", SLICE("x"), 0, NULL };
	struct entry outer = { "in.tar.gz", SLICE_NONE, 0, NULL };

	(void)state;
	write_archive("in", ARCHIVE_FORMAT_TAR_USTAR, ARCHIVE_FILTER_GZIP, &inner, 1);
	outer.bytes = read_file("in", bytes, sizeof(bytes));
	write_archive("out", ARCHIVE_FORMAT_TAR_USTAR, ARCHIVE_FILTER_NONE, &outer, 1);
	assert_int_equal(look_with("out", &unpack_limits_default, &seen, &err), OK);
	assert_string_equal(seen.text.data, "in.tar.gz=;");
	assert_true(seen.bytes >= 1024 && seen.bytes % 512 == 0);
	buf_release(&seen.text);
}

static void folders_in_natural_order(void **state)
{
	(void)state;
	assert_int_equal(mkdir(at("d"), 0755), 0);
	assert_int_equal(mkdir(at("d/iter-10"), 0755), 0);
	assert_int_equal(mkdir(at("d/iter-2"), 0755), 0);
	write_file("d/iter-10/a", SLICE("10"));
	write_file("d/iter-2/b-10", SLICE("2b10"));
	write_file("d/iter-2/b-9", SLICE("2b9"));
	write_packed("d/iter-2/c.gz", ARCHIVE_FILTER_GZIP, SLICE("packed"));
	write_file("d/z", SLICE_NONE);
	expect("d", "iter-2/b-9=2b9;iter-2/b-10=2b10;iter-2/c.gz=packed;iter-10/a=10;z=;");
	expect("d/", "iter-2/b-9=2b9;iter-2/b-10=2b10;iter-2/c.gz=packed;iter-10/a=10;z=;");
}

static void links_and_special_files_in_folders(void **state)
{
	(void)state;
	assert_int_equal(mkdir(at("s"), 0755), 0);
	assert_int_equal(mkfifo(at("s/fifo"), 0644), 0);
	expect_error("s", ERR_INPUT, "no files in it");
	expect_error("s/fifo", ERR_INPUT, "neither a regular file nor a folder");
	write_file("s/file", SLICE("f"));
	assert_int_equal(symlink("/etc/passwd", at("s/passwd")), 0);
	assert_int_equal(symlink("/", at("s/root")), 0);
	expect("s", "file=f;");
	expect_error("s/nothing", ERR_NOT_FOUND, "No such file");
}

static void bad_names_in_archives(void **state)
{
	static const struct {
		struct entry entry;
		const char *says;
	} cases[] = {
		{ { "../evil", { "x", 1 }, 0, NULL }, "'../evil'" },
		{ { "a/../../evil", { "x", 1 }, 0, NULL }, "'a/../../evil'" },
		{ { "/etc/evil", { "x", 1 }, 0, NULL }, "absolute name '/etc/evil'" },
		{ { "a/soft", { NULL, 0 }, AE_IFLNK, "/etc/passwd" }, "'a/soft', which is a link" },
		{ { "a/hard", { NULL, 0 }, 0, "good" }, "'a/hard', which is a link" },
		{ { "a/fifo", { NULL, 0 }, AE_IFIFO, NULL }, "'a/fifo', which is no regular file" },
		{ { "a/null", { NULL, 0 }, AE_IFCHR, NULL }, "'a/null', which is no regular file" },
		{ { "a/\x1b[2J", { "x", 1 }, 0, NULL }, "member 2 is no plain UTF-8" },
		{ { "a/\xff\xfe", { "x", 1 }, 0, NULL }, "member 2 is no plain UTF-8" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct entry entries[2] = { { "good", SLICE("g"), 0, NULL }, cases[i].entry };

		write_archive("bad", ARCHIVE_FORMAT_TAR_GNUTAR, ARCHIVE_FILTER_GZIP, entries, 2);
		expect_error("bad", ERR_INPUT, cases[i].says);
	}
	write_archive("bad", ARCHIVE_FORMAT_ZIP, ARCHIVE_FILTER_NONE, &cases[1].entry, 1);
	expect_error("bad", ERR_INPUT, "'a/../../evil'");
	write_archive("bad", ARCHIVE_FORMAT_ZIP, ARCHIVE_FILTER_NONE, &cases[3].entry, 1);
	expect_error("bad", ERR_INPUT, "'a/soft', which is a link");
}

static void empty_and_without_files(void **state)
{
	(void)state;
	write_file("nil", SLICE_NONE);
	expect_error("nil", ERR_INPUT, "empty");
	write_packed("nil.xz", ARCHIVE_FILTER_XZ, SLICE_NONE);
	expect_error("nil.xz", ERR_INPUT, "empty");
	write_archive("nil.tar", ARCHIVE_FORMAT_TAR_USTAR, ARCHIVE_FILTER_ZSTD, NULL, 0);
	expect_error("nil.tar", ERR_INPUT, "no files in it");
}

/* Bytes that do not compress. */
static struct slice noise(char *p, size_t n)
{
	uint32_t x = 1;

	for (size_t i = 0; i < n; i++) {
		x = x * 1664525 + 1013904223;
		p[i] = (char)(x >> 24);
	}
	return (struct slice){ p, n };
}

static void truncated_archives(void **state)
{
	static char junk[300000], whole[400000];
	struct entry entries[2] = { { "first", SLICE("1"), 0, NULL },
				    { "second", noise(junk, sizeof(junk)), 0, NULL } };
	static const struct {
		int format, filter;
	} kinds[] = {
		{ ARCHIVE_FORMAT_TAR_USTAR, ARCHIVE_FILTER_NONE },
		{ ARCHIVE_FORMAT_TAR_USTAR, ARCHIVE_FILTER_GZIP },
		{ ARCHIVE_FORMAT_TAR_USTAR, ARCHIVE_FILTER_XZ },
		{ ARCHIVE_FORMAT_TAR_USTAR, ARCHIVE_FILTER_ZSTD },
		{ ARCHIVE_FORMAT_ZIP, ARCHIVE_FILTER_NONE },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++) {
		struct seen seen = { .quiet = true };
		struct error err;

		write_archive("whole", kinds[i].format, kinds[i].filter, entries, 2);
		write_file("cut", slice_head(read_file("whole", whole, sizeof(whole)), 250000));
		assert_int_equal(look_with("cut", &unpack_limits_default, &seen, &err), OK);
		assert_int_equal(seen.members, 2);
		assert_true(seen.bytes > 90000 && seen.bytes < sizeof(junk));
		assert_non_null(strstr(seen.text.data, "second=!breaks off: "));
		assert_int_equal(seen.visitor.broke_off.code, OK);
		buf_release(&seen.text);
	}
}

static void tar_cut_between_members(void **state)
{
	char whole[8192];
	struct entry entries[2] = { { "first", SLICE("1"), 0, NULL },
				    { "second", SLICE("2"), 0, NULL } };
	struct slice bytes;

	(void)state;
	write_archive("whole", ARCHIVE_FORMAT_TAR_USTAR, ARCHIVE_FILTER_NONE, entries, 2);
	bytes = read_file("whole", whole, sizeof(whole));
	for (size_t cut = 1024; cut <= 1100; cut += 38) {
		struct seen seen = { 0 };
		struct error err;

		write_file("cut", slice_head(bytes, cut));
		assert_int_equal(look_with("cut", &unpack_limits_default, &seen, &err), OK);
		assert_string_equal(seen.text.data, "first=1;");
		assert_int_equal(seen.visitor.broke_off.code, ERR_INPUT);
		assert_non_null(strstr(seen.visitor.broke_off.text, "breaks off: "));
		buf_release(&seen.text);
	}
	expect("whole", "first=1;second=2;");
}

static void broken_compression(void **state)
{
	static char junk[300000], packed[400000];
	struct seen seen = { .quiet = true };
	struct error err;
	struct slice bytes;

	(void)state;
	write_packed("p.gz", ARCHIVE_FILTER_GZIP, noise(junk, sizeof(junk)));
	bytes = read_file("p.gz", packed, sizeof(packed));
	write_file("cut.gz", slice_head(bytes, 200000));
	assert_int_equal(look_with("cut.gz", &unpack_limits_default, &seen, &err), OK);
	assert_true(seen.bytes > 100000);
	assert_non_null(strstr(seen.text.data, "!breaks off: truncated gzip input"));
	buf_release(&seen.text);
	write_file("cut.gz", slice_head(bytes, 40));
	expect_error("cut.gz", ERR_INPUT, "breaks off");

	/* A broken member does not stop the walk. */
	write_archive("t", ARCHIVE_FORMAT_TAR_USTAR, ARCHIVE_FILTER_NONE,
		      (struct entry[]){ { "cut.gz", slice_head(bytes, 40), 0, NULL },
					{ "next", SLICE("n"), 0, NULL } },
		      2);
	expect("t", "cut.gz=!breaks off: truncated gzip input;next=n;");
}

static void expect_limit(const char *name, struct unpack_limits limits, const char *option)
{
	struct seen seen = { .quiet = true };
	struct error err;

	if (look_with(name, &limits, &seen, &err) != ERR_LIMIT)
		fail_msg("no limit: %s", err.text);
	if (strstr(err.text, option) == NULL)
		fail_msg("'%s' does not name %s", err.text, option);
	assert_true(seen.bytes < 4 * MiB);
	buf_release(&seen.text);
}

static void limits_are_kept(void **state)
{
	struct unpack_limits limits = unpack_limits_default;
	struct entry entries[3] = { { "a", SLICE("12345"), 0, NULL },
				    { "b", SLICE("12345"), 0, NULL },
				    { "c", SLICE("12345"), 0, NULL } };
	struct seen seen = { 0 };
	struct error err;

	(void)state;
	write_archive("l", ARCHIVE_FORMAT_TAR_USTAR, ARCHIVE_FILTER_GZIP, entries, 3);
	limits.entries = 3;
	limits.file_bytes = 5;
	limits.total_bytes = 15;
	assert_int_equal(look_with("l", &limits, &seen, &err), OK);
	buf_release(&seen.text);
	limits.entries = 2;
	expect_limit("l", limits, "more than 2 members in it (--max-entries)");
	limits = unpack_limits_default;
	limits.file_bytes = 4;
	expect_limit("l", limits, "a is larger than 4 bytes (--max-file)");
	limits = unpack_limits_default;
	limits.total_bytes = 14;
	expect_limit("l", limits, "more than 14 bytes in it (--max-total)");
}

static void bombs_are_stopped(void **state)
{
	static char same[16 * MiB];
	struct unpack_limits limits = unpack_limits_default;
	struct entry entry = { "bomb", { same, sizeof(same) }, 0, NULL };
	char packed[65536];

	(void)state;
	memset(same, 'a', sizeof(same));
	write_packed("b.zst", ARCHIVE_FILTER_ZSTD, entry.bytes);
	expect_limit("b.zst", limits, "1000 times its size (--max-ratio)");
	entry.name = "bomb.zst";
	entry.bytes = read_file("b.zst", packed, sizeof(packed));
	write_archive("b", ARCHIVE_FORMAT_TAR_USTAR, ARCHIVE_FILTER_NONE, &entry, 1);
	expect_limit("b", limits, "(--max-ratio)");
	limits.ratio = 500;
	write_archive("b", ARCHIVE_FORMAT_ZIP, ARCHIVE_FILTER_NONE,
		      &(struct entry){ "bomb", { same, sizeof(same) }, 0, NULL }, 1);
	expect_limit("b", limits, "500 times its size (--max-ratio)");
}

static enum err skip_all(struct unpack_visitor *visitor, struct slice path, struct stream *stream,
			 struct error *err)
{
	(void)visitor;
	(void)stream;
	return slice_is(path, "stop") ? error_set(err, ERR_CONFLICT, "stopped") : OK;
}

/* Members that nobody reads are held to the limits too; the visitor's error ends the walk. */
static void unread_members(void **state)
{
	struct unpack_visitor visitor = { .member = skip_all };
	struct unpack_limits limits = unpack_limits_default;
	struct entry entries[3] = { { "a", SLICE("12345"), 0, NULL },
				    { "stop", SLICE("12345"), 0, NULL },
				    { "big", SLICE("123456"), 0, NULL } };
	struct error err;

	(void)state;
	write_archive("n", ARCHIVE_FORMAT_TAR_USTAR, ARCHIVE_FILTER_NONE, entries, 3);
	assert_int_equal(unpack_walk(at("n"), &limits, &visitor, &err), ERR_CONFLICT);
	limits.file_bytes = 4;
	assert_int_equal(unpack_walk(at("n"), &limits, &visitor, &err), ERR_LIMIT);
}

static void descriptor_with_a_label(void **state)
{
	struct seen seen = { .visitor = { see } };
	struct error err;
	int fd;

	(void)state;
	write_file("spool", SLICE("text"));
	fd = open(at("spool"), O_RDONLY | O_CLOEXEC);
	buf_init(&seen.text);
	assert_int_equal(
		unpack_fd(fd, SLICE("up/load.txt"), &unpack_limits_default, &seen.visitor, &err),
		OK);
	assert_string_equal(seen.text.data, "load.txt=text;");
	buf_release(&seen.text);
	assert_int_equal(close(fd), 0);
}

static int make_folder(void **state)
{
	(void)state;
	return mkdtemp(folder) == NULL;
}

static int drop(const char *path, const struct stat *st, int flag, struct FTW *ftw)
{
	(void)st;
	(void)flag;
	(void)ftw;
	return remove(path);
}

static int drop_folder(void **state)
{
	(void)state;
	return nftw(folder, drop, 16, FTW_DEPTH | FTW_PHYS);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(single_files),
		cmocka_unit_test(archives_in_any_compression),
		cmocka_unit_test(names_are_utf8),
		cmocka_unit_test(compressed_members),
		cmocka_unit_test(nested_archive_is_a_plain_member),
		cmocka_unit_test(folders_in_natural_order),
		cmocka_unit_test(links_and_special_files_in_folders),
		cmocka_unit_test(bad_names_in_archives),
		cmocka_unit_test(empty_and_without_files),
		cmocka_unit_test(truncated_archives),
		cmocka_unit_test(tar_cut_between_members),
		cmocka_unit_test(broken_compression),
		cmocka_unit_test(limits_are_kept),
		cmocka_unit_test(bombs_are_stopped),
		cmocka_unit_test(unread_members),
		cmocka_unit_test(descriptor_with_a_label),
	};

	return cmocka_run_group_tests(tests, make_folder, drop_folder);
}
