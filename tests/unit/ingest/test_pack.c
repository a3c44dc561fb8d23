/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/pack.h"

#include <ftw.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ingest/unpack.h"
#include "lib/buf.h"
#include "tests/unit/check.h"

static struct arena arena;
static char folder[] = "/tmp/test_pack.XXXXXX";
static const struct pack_options roomy = { .total_bytes = GiB, .file_bytes = GiB, .entries = 100 };

static const char *path_of(const char *name)
{
	return arena_printf(&arena, "%s/%s", folder, name).p;
}

static void put_file(const char *name, const char *text)
{
	FILE *file = fopen(path_of(name), "w");

	assert_non_null(file);
	assert_true(fputs(text, file) >= 0);
	assert_int_equal(fclose(file), 0);
}

static struct packed pack(const char *name)
{
	struct packed packed;
	struct error err;

	if (pack_open(&arena, name, &roomy, &packed, &err) != OK)
		fail_msg("%s: %s", name, err.text);
	return packed;
}

static struct slice bytes_of(const struct packed *packed)
{
	char *p = arena_alloc(&arena, packed->size_bytes);

	assert_int_equal(pread(packed->fd, p, packed->size_bytes, 0), packed->size_bytes);
	return (struct slice){ p, packed->size_bytes };
}

struct lister {
	struct unpack_visitor visitor;
	struct buf list;
};

static enum err list_member(struct unpack_visitor *visitor, struct slice path,
			    struct stream *stream, struct error *err)
{
	struct lister *lister = CONTAINER_OF(visitor, struct lister, visitor);
	char bytes[64];
	ptrdiff_t got = stream->read(stream, bytes, sizeof(bytes), err);

	assert_true(got >= 0);
	buf_addf(&lister->list, "%.*s=%.*s ", SLICE_FMT(path), (int)got, bytes);
	return OK;
}

static void a_folder_in_order_under_its_name(void **state)
{
	struct lister lister = { .visitor = { list_member } };
	struct packed packed = pack(path_of("run/."));
	struct error err;

	(void)state;
	check_text(packed.name, "run");
	buf_init(&lister.list);
	assert_int_equal(lseek(packed.fd, 0, SEEK_SET), 0);
	assert_int_equal(
		unpack_fd(packed.fd, SLICE("x"), &unpack_limits_default, &lister.visitor, &err),
		OK);
	check_text(buf_slice(&lister.list),
		   "run/iter-2/a=two run/iter-10/b=ten run/iter-10/n\xc3\xa4me=x ");
	buf_release(&lister.list);
	assert_int_equal(close(packed.fd), 0);
}

static void the_same_folder_gives_the_same_bytes(void **state)
{
	struct packed first = pack(path_of("run")), second;

	(void)state;
	put_file("run/iter-2/a", "two"); /* another time of change */
	assert_int_equal(chmod(path_of("run/iter-2/a"), 0600), 0);
	second = pack(path_of("run"));
	assert_true(slice_eq(bytes_of(&first), bytes_of(&second)));
	assert_true(slice_starts(bytes_of(&first), "\x28\xb5\x2f\xfd"));
	assert_int_equal(close(first.fd), 0);
	assert_int_equal(close(second.fd), 0);
}

static void a_file_stays_as_it_is(void **state)
{
	struct packed packed = pack(path_of("run/iter-10/b"));

	(void)state;
	check_text(packed.name, "b");
	check_text(bytes_of(&packed), "ten");
	assert_int_equal(close(packed.fd), 0);
}

static void standard_input_is_copied(void **state)
{
	int before = dup(STDIN_FILENO);
	struct packed packed;
	int ends[2];

	(void)state;
	assert_int_equal(pipe(ends), 0);
	assert_int_equal(write(ends[1], "piped", 5), 5);
	assert_int_equal(close(ends[1]), 0);
	assert_int_equal(dup2(ends[0], STDIN_FILENO), STDIN_FILENO);
	packed = pack("-");
	assert_int_equal(dup2(before, STDIN_FILENO), STDIN_FILENO);
	check_text(packed.name, "");
	check_text(bytes_of(&packed), "piped");
	check_text(bytes_of(&packed), "piped");
	assert_int_equal(close(packed.fd), 0);
	assert_int_equal(close(ends[0]), 0);
	assert_int_equal(close(before), 0);
}

static void expect_error(const char *name, const struct pack_options *options, enum err code,
			 const char *words)
{
	struct packed packed;
	struct error err;

	assert_int_equal(pack_open(&arena, name, options, &packed, &err), code);
	if (strstr(err.text, words) == NULL)
		fail_msg("'%s' lacks '%s'", err.text, words);
}

static void limits_are_named(void **state)
{
	struct pack_options options = roomy;

	(void)state;
	options.total_bytes = 4;
	expect_error(path_of("run"), &options, ERR_LIMIT, "--max-total");
	options = roomy;
	options.file_bytes = 2;
	expect_error(path_of("run"), &options, ERR_LIMIT, "--max-file");
	options = roomy;
	options.entries = 3;
	expect_error(path_of("run"), &options, ERR_LIMIT, "--max-entries");
}

static void what_cannot_be_sent(void **state)
{
	(void)state;
	put_file("nothing", "");
	assert_int_equal(mkdir(path_of("hollow"), 0700), 0);
	assert_int_equal(mkfifo(path_of("fifo"), 0600), 0);
	expect_error(path_of("absent"), &roomy, ERR_NOT_FOUND, "No such file");
	expect_error(path_of("nothing"), &roomy, ERR_INPUT, "empty");
	expect_error(path_of("hollow"), &roomy, ERR_INPUT, "no files");
	expect_error(path_of("fifo"), &roomy, ERR_INPUT, "neither a regular file nor a folder");
}

static void no_room_for_temporary_files(void **state)
{
	(void)state;
	assert_int_equal(setenv("TMPDIR", path_of("absent"), 1), 0);
	expect_error(path_of("run"), &roomy, ERR_IO, "no temporary file in");
	assert_int_equal(unsetenv("TMPDIR"), 0);
}

static int begin(void **state)
{
	(void)state;
	arena_init(&arena);
	if (mkdtemp(folder) == NULL || mkdir(path_of("run"), 0700) != 0 ||
	    mkdir(path_of("run/iter-10"), 0700) != 0 || mkdir(path_of("run/iter-2"), 0700) != 0 ||
	    symlink("/etc/passwd", path_of("run/link")) != 0)
		return -1;
	put_file("run/iter-2/a", "two");
	put_file("run/iter-10/b", "ten");
	put_file("run/iter-10/n\xc3\xa4me", "x");
	return 0;
}

static int drop(const char *path, const struct stat *st, int kind, struct FTW *where)
{
	(void)st;
	(void)kind;
	(void)where;
	return remove(path);
}

static int end(void **state)
{
	(void)state;
	arena_release(&arena);
	return nftw(folder, drop, 16, FTW_DEPTH | FTW_PHYS);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_folder_in_order_under_its_name),
		cmocka_unit_test(the_same_folder_gives_the_same_bytes),
		cmocka_unit_test(a_file_stays_as_it_is),
		cmocka_unit_test(standard_input_is_copied),
		cmocka_unit_test(limits_are_named),
		cmocka_unit_test(what_cannot_be_sent),
		cmocka_unit_test(no_room_for_temporary_files),
	};

	return cmocka_run_group_tests(tests, begin, end);
}
