/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/mmtests_tree.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ingest/unpack.h"
#include "lib/arena.h"
#include "lib/memory.h"
#include "lib/num.h"

/* Endings of compressions in the order of precedence; the last is a plain file. */
static const char *const endings[] = { ".gz", ".xz", ".zst", ".bz2", "" };

enum { NAME_BYTES = 512, BELOW_MAX = 4, PLAIN = ARRAY_SIZE(endings) - 1 };

struct mmtests_tree {
	struct arena arena;
	int fd; /* of DIR */
	struct slice run;
	struct slice *iterations; /* "RUN/iter-0/", "1/" or "" below DIR */
	size_t count, capacity;
	bool is_suffixed; /* BENCHMARK-RUN: the layout until 2019 */
};

/* ---- folders ---- */

static int compare_names(const void *a, const void *b)
{
	return slice_cmp(*(const struct slice *)a, *(const struct slice *)b);
}

typedef void take_entry_fn(void *data, const char *name, bool is_folder);

static bool is_folder(int fd, const struct dirent *entry)
{
	struct stat st;

	if (entry->d_type != DT_UNKNOWN && entry->d_type != DT_LNK)
		return entry->d_type == DT_DIR;
	return fstatat(fd, entry->d_name, &st, 0) == 0 && S_ISDIR(st.st_mode);
}

/* Each entry of a folder but hidden ones; consumes fd. */
static void list_folder(int fd, take_entry_fn *take, void *data)
{
	DIR *folder = fdopendir(fd);
	struct dirent *entry;

	if (folder == NULL) {
		(void)close(fd); /* only read */
		return;
	}
	while ((entry = readdir(folder)) != NULL)
		if (entry->d_name[0] != '.')
			take(data, entry->d_name, is_folder(fd, entry));
	(void)closedir(folder); /* only read */
}

/* Descriptor of a folder, or -1 with none. */
static int open_folder(int fd, const char *name)
{
	return openat(fd, name[0] == '\0' ? "." : name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

/* ---- files ---- */

struct fd_stream {
	struct stream stream;
	int fd;
};

static ptrdiff_t fd_read(struct stream *stream, char *p, size_t capacity, struct error *err)
{
	struct fd_stream *file = CONTAINER_OF(stream, struct fd_stream, stream);
	ssize_t got;

	do
		got = read(file->fd, p, capacity);
	while (got < 0 && errno == EINTR);
	if (got < 0)
		(void)error_set(err, ERR_IO, "cannot read: %s", strerror(errno));
	return got;
}

struct unpacking {
	struct unpack_visitor visitor;
	struct mmtests_take *take;
};

static enum err take_member(struct unpack_visitor *visitor, struct slice path,
			    struct stream *stream, struct error *err)
{
	struct unpacking *unpacking = CONTAINER_OF(visitor, struct unpacking, visitor);

	(void)path; /* a single file */
	return unpacking->take->take(unpacking->take, stream, err);
}

static enum err unpack(int fd, struct slice name, struct mmtests_take *take, struct error *err)
{
	struct unpacking unpacking = { .visitor = { .member = take_member }, .take = take };
	enum err e = unpack_fd(fd, name, &unpack_limits_default, &unpacking.visitor, err);

	if (e == OK && unpacking.visitor.broke_off.code != OK) {
		*err = unpacking.visitor.broke_off;
		e = err->code;
	}
	return e;
}

/* NAME with an ending below the folder fd. *found stays false when it is not there. */
static enum err read_file(int fd, struct slice name, size_t ending, struct mmtests_take *take,
			  bool *found, struct error *err)
{
	char path[NAME_BYTES];
	int n = snprintf(path, sizeof(path), "%.*s%s", SLICE_FMT(name), endings[ending]);
	struct fd_stream file = { { fd_read }, -1 };
	enum err e;

	if (n < 0 || (size_t)n >= sizeof(path))
		return OK;
	file.fd = openat(fd, path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	if (file.fd < 0)
		return OK;
	*found = true;
	e = ending == PLAIN ? take->take(take, &file.stream, err)
			    : unpack(file.fd, slice_str(path), take, err);
	(void)close(file.fd); /* only read */
	return e;
}

/* ---- a run ---- */

static void add_iteration(struct mmtests_tree *tree, struct slice place)
{
	ARENA_PUSH(&tree->arena, tree->iterations, tree->count, tree->capacity, place);
}

static void take_iteration(void *data, const char *name, bool folder)
{
	struct mmtests_tree *tree = data;

	if (folder && slice_starts(slice_str(name), "iter-"))
		add_iteration(tree,
			      arena_printf(&tree->arena, "%.*s/%s/", SLICE_FMT(tree->run), name));
}

static bool ends_in_run(struct slice name, struct slice run)
{
	return name.n > run.n + 1 && name.p[name.n - run.n - 1] == '-' &&
	       slice_eq(slice_skip(name, name.n - run.n), run);
}

struct suffixes {
	struct slice run;
	bool found;
};

static void take_suffix(void *data, const char *name, bool folder)
{
	struct suffixes *suffixes = data;

	(void)folder; /* tests-timestamp-RUN counts too */
	if (ends_in_run(slice_str(name), suffixes->run))
		suffixes->found = true;
}

static bool has_suffixes(int fd, const char *name, struct slice run)
{
	struct suffixes suffixes = { run, false };
	int folder = open_folder(fd, name);

	if (folder >= 0)
		list_folder(folder, take_suffix, &suffixes);
	return suffixes.found;
}

static void find_iterations(struct mmtests_tree *tree)
{
	int fd = open_folder(tree->fd, arena_cstr(&tree->arena, tree->run));

	if (fd >= 0)
		list_folder(fd, take_iteration, tree);
	if (tree->count > 1)
		qsort(tree->iterations, tree->count, sizeof(*tree->iterations), compare_names);
}

/* The layout with BENCHMARK-RUN: DIR itself, or its repeats 1, 2, 3 ... */
static void find_suffixed(struct mmtests_tree *tree)
{
	tree->is_suffixed = true;
	if (has_suffixes(tree->fd, "", tree->run)) {
		add_iteration(tree, SLICE(""));
		return;
	}
	for (int i = 1;; i++) {
		struct slice place = arena_printf(&tree->arena, "%d/", i);

		if (!has_suffixes(tree->fd, place.p, tree->run))
			return;
		add_iteration(tree, place);
	}
}

enum err mmtests_tree_open(const char *dir, struct slice run, struct mmtests_tree **out,
			   struct error *err)
{
	int fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	struct mmtests_tree *tree;

	if (fd < 0)
		return error_set(err, ERR_NOT_FOUND, "%s: %s", dir, strerror(errno));
	tree = memory_must(calloc(1, sizeof(*tree)));
	arena_init(&tree->arena);
	tree->fd = fd;
	tree->run = arena_slice(&tree->arena, run);
	if (run.n > 0 && slice_find_char(run, '/') == run.n)
		find_iterations(tree);
	if (tree->count == 0)
		find_suffixed(tree);
	if (tree->count == 0) {
		mmtests_tree_close(tree);
		return error_set(err, ERR_NOT_FOUND, "%s: no results of a run %.*s", dir,
				 SLICE_FMT(slice_head(run, NAME_BYTES)));
	}
	*out = tree;
	return OK;
}

void mmtests_tree_close(struct mmtests_tree *tree)
{
	if (tree == NULL)
		return;
	(void)close(tree->fd); /* only read */
	arena_release(&tree->arena);
	free(tree);
}

size_t mmtests_tree_iterations(const struct mmtests_tree *tree)
{
	return tree->count;
}

enum err mmtests_tree_file(struct mmtests_tree *tree, size_t iteration, const char *name,
			   struct slice benchmark, struct mmtests_take *take, bool *found,
			   struct error *err)
{
	struct slice place = tree->iterations[iteration];
	struct slice run = tree->is_suffixed ? tree->run : SLICE_NONE;
	char path[NAME_BYTES];
	int n = snprintf(path, sizeof(path), "%.*s%s%s%.*s%s%.*s", SLICE_FMT(place), name,
			 run.n > 0 ? "-" : "", SLICE_FMT(run), benchmark.n > 0 ? "-" : "",
			 SLICE_FMT(benchmark));

	enum err e = OK;

	*found = false;
	if (n < 0 || (size_t)n >= sizeof(path))
		return OK;
	for (size_t i = 0; e == OK && !*found && i < ARRAY_SIZE(endings); i++)
		e = read_file(tree->fd, (struct slice){ path, (size_t)n }, i, take, found, err);
	return e;
}

/* ---- logs ---- */

struct log {
	struct slice name; /* without the ending */
	size_t ending;
};

struct mmtests_logs {
	struct arena arena;
	int fd;
	struct log *logs;
	size_t count, capacity;
	/* while listing */
	struct slice prefix;
	struct slice folders[64];
	size_t folder_count;
};

static size_t ending_of(struct slice name)
{
	size_t i = 0;

	while (!slice_ends(name, endings[i]))
		i++;
	return i;
}

static void take_log(void *data, const char *name, bool folder)
{
	struct mmtests_logs *logs = data;
	struct slice path = slice_str(name);
	struct log log = { .ending = ending_of(path) };

	if (folder) {
		if (logs->folder_count < ARRAY_SIZE(logs->folders))
			logs->folders[logs->folder_count++] = arena_printf(
				&logs->arena, "%.*s%s/", SLICE_FMT(logs->prefix), name);
		return;
	}
	path.n -= slice_str(endings[log.ending]).n;
	log.name = logs->prefix.n > 0 ? arena_printf(&logs->arena, "%.*s%.*s",
						     SLICE_FMT(logs->prefix), SLICE_FMT(path))
				      : arena_slice(&logs->arena, path);
	ARENA_PUSH(&logs->arena, logs->logs, logs->count, logs->capacity, log);
}

static void list_logs(struct mmtests_logs *logs, unsigned below)
{
	size_t from = 0, until;

	list_folder(dup(logs->fd), take_log, logs);
	for (unsigned depth = 0; depth < below && depth < BELOW_MAX; depth++) {
		until = logs->folder_count;
		for (; from < until; from++) {
			int fd = open_folder(logs->fd, logs->folders[from].p);

			logs->prefix = logs->folders[from];
			if (fd >= 0)
				list_folder(fd, take_log, logs);
		}
	}
}

static int compare_logs(const void *a, const void *b)
{
	const struct log *x = a, *y = b;
	int order = slice_cmp(x->name, y->name);

	return order != 0 ? order : (x->ending > y->ending) - (x->ending < y->ending);
}

/* Sorted; of one that is there packed and plain, the first ending counts. */
static void sort_logs(struct mmtests_logs *logs)
{
	size_t kept = 0;

	if (logs->count > 1)
		qsort(logs->logs, logs->count, sizeof(*logs->logs), compare_logs);
	for (size_t i = 0; i < logs->count; i++)
		if (kept == 0 || !slice_eq(logs->logs[kept - 1].name, logs->logs[i].name))
			logs->logs[kept++] = logs->logs[i];
	logs->count = kept;
}

/* Where an iteration keeps a benchmark's logs; -1 = nowhere. */
static int find_logs(const struct mmtests_tree *tree, size_t iteration, struct slice benchmark)
{
	static const char *const folders[] = { "logs", "noprofile", "fine-profile-timer" };
	struct slice place = tree->iterations[iteration];
	struct slice run = tree->is_suffixed ? tree->run : SLICE_NONE;
	char path[NAME_BYTES];

	for (size_t i = 0; i < ARRAY_SIZE(folders); i++) {
		int n = snprintf(path, sizeof(path), "%.*s%.*s%s%.*s/%s", SLICE_FMT(place),
				 SLICE_FMT(benchmark), run.n > 0 ? "-" : "", SLICE_FMT(run),
				 folders[i]);
		int fd = n < 0 || (size_t)n >= sizeof(path) ? -1 : open_folder(tree->fd, path);

		if (fd >= 0)
			return fd;
	}
	return -1;
}

struct mmtests_logs *mmtests_logs_open(struct mmtests_tree *tree, size_t iteration,
				       struct slice benchmark, unsigned below)
{
	int fd = find_logs(tree, iteration, benchmark);
	struct mmtests_logs *logs;

	if (fd < 0)
		return NULL;
	logs = memory_must(calloc(1, sizeof(*logs)));
	arena_init(&logs->arena);
	logs->fd = fd;
	list_logs(logs, below);
	sort_logs(logs);
	return logs;
}

void mmtests_logs_close(struct mmtests_logs *logs)
{
	if (logs == NULL)
		return;
	(void)close(logs->fd); /* only read */
	arena_release(&logs->arena);
	free(logs);
}

size_t mmtests_logs_count(const struct mmtests_logs *logs)
{
	return logs->count;
}

struct slice mmtests_logs_name(const struct mmtests_logs *logs, size_t i)
{
	return logs->logs[i].name;
}

bool mmtests_logs_find(const struct mmtests_logs *logs, struct slice name, size_t *out)
{
	size_t low = 0, high = logs->count;

	while (low < high) {
		size_t middle = (low + high) / 2;
		int order = slice_cmp(logs->logs[middle].name, name);

		if (order == 0) {
			*out = middle;
			return true;
		}
		if (order < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return false;
}

enum err mmtests_logs_read(struct mmtests_logs *logs, size_t i, struct mmtests_take *take,
			   struct error *err)
{
	bool found = false;

	return read_file(logs->fd, logs->logs[i].name, logs->logs[i].ending, take, &found, err);
}
