/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Preloaded into a program, lets it meet what seldom happens: an allocation that fails, a disk that
 * does. FAULTS says which, as KIND:N:MODE:WHAT:
 *     memory:N:MODE:SITE   the N-th allocation at a site
 *     OP:N:MODE:WHAT       SQLite's N-th open, read, write, truncate, sync, size, delete or map;
 *                          WHAT is io, full, or kill (SIGKILL, in the middle of a write)
 * MODE is once, or on: all of that kind from then on, of allocations at any site. To the end of the
 * file FAULTS_FILE it writes "met" when the fault comes; "crash LIBRARY FUNCTION" when a call of
 * that crashes; and when the program ends in order "KIND COUNT" of SQLite's calls and
 * "memory COUNT SITE" of each site of allocations.
 * A site is a hash of the innermost return addresses, the same in each run.
 */
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SITES = 1 << 14, SITE_FRAMES = 4, OWN_FRAMES = 2, SIGNAL_FRAMES = 2 };
enum kind { MEMORY, OPEN, READ, WRITE, TRUNCATE, SYNC, SIZE, DELETE, MAP, KINDS };

static const char *const kinds[] = { "memory", "open", "read",   "write", "truncate",
				     "sync",   "size", "delete", "map" };

static struct {
	int kind; /* -1 = none */
	bool on, full, kill;
	uint64_t n, site;
} fault = { .kind = -1 };
static int file = -1;
static atomic_bool met;
static atomic_uint_fast64_t counts[KINDS];
static struct {
	atomic_uint_fast64_t site, hits;
} sites[SITES];

static void tell(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
static void tell(const char *fmt, ...)
{
	char line[128];
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(line, sizeof(line), fmt, ap);
	va_end(ap);
	(void)!write(file, line, (size_t)n); /* what is missing is missed by who reads it */
}

/* Whether the fault comes at the n-th of what it is for. */
static bool comes(uint64_t n)
{
	bool is_first = n == fault.n && !atomic_exchange(&met, true);

	if (is_first)
		tell("met\n");
	return is_first || (fault.on && atomic_load(&met));
}

/* ---- allocations ---- */

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *p, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static atomic_bool counting; /* what is allocated before main is the libraries' own */
static _Thread_local bool looking;

/* Independent of where objects are loaded. */
static uint64_t address_in_object(void *address)
{
	struct dl_find_object object;

	if (_dl_find_object(address, &object) != 0)
		return 0;
	return (uint64_t)((char *)address - (char *)object.dlfo_map_start);
}

static uint64_t this_site(void)
{
	void *frames[OWN_FRAMES + SITE_FRAMES];
	int n = backtrace(frames, OWN_FRAMES + SITE_FRAMES);
	uint64_t site = 0xcbf29ce484222325;

	for (int i = OWN_FRAMES; i < n; i++)
		site = (site ^ address_in_object(frames[i])) * 0x100000001b3;
	return site;
}

/* Counts a hit of a site; which one it was, from 1. */
static uint64_t hit(uint64_t site)
{
	for (size_t i = site % SITES, tried = 0; tried < SITES; i = (i + 1) % SITES, tried++) {
		uint_fast64_t empty = 0;

		if (atomic_load(&sites[i].site) == site ||
		    atomic_compare_exchange_strong(&sites[i].site, &empty, site) || empty == site)
			return atomic_fetch_add(&sites[i].hits, 1) + 1;
	}
	return 0;
}

/* Not inlined, so that OWN_FRAMES holds. */
static __attribute__((noinline)) bool fails(void)
{
	bool is_failing = false;

	if (looking || !atomic_load(&counting))
		return false;
	looking = true;
	if (fault.kind == MEMORY || fault.kind < 0) {
		uint64_t site = this_site(), n = hit(site);

		is_failing = fault.kind == MEMORY && comes(site == fault.site ? n : 0);
	}
	looking = false;
	if (is_failing)
		errno = ENOMEM;
	return is_failing;
}

void *malloc(size_t size)
{
	return fails() ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
	return fails() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *p, size_t size)
{
	return fails() ? NULL : __libc_realloc(p, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
	return fails() ? NULL : __libc_memalign(alignment, size);
}

int posix_memalign(void **out, size_t alignment, size_t size)
{
	if (fails())
		return ENOMEM;
	*out = __libc_memalign(alignment, size);
	return *out != NULL ? 0 : ENOMEM;
}

static void count_from_now(void)
{
	void *frame;

	(void)backtrace(&frame, 1); /* loads what it needs */
	atomic_store(&counting, true);
}

#else
static void count_from_now(void)
{
	/* The sanitizer's allocator stays. */
}
#endif

/* What the C library calls main by; no header has it. */
int __libc_start_main(int (*run)(int, char **, char **), int argc, char **argv, void (*init)(void),
		      void (*fini)(void), void (*rtld_fini)(void), void *stack_end);

int __libc_start_main(int (*run)(int, char **, char **), int argc, char **argv, void (*init)(void),
		      void (*fini)(void), void (*rtld_fini)(void), void *stack_end)
{
	__typeof__(__libc_start_main) *next;
	void *symbol = dlsym(RTLD_NEXT, "__libc_start_main");

	memcpy(&next, &symbol, sizeof(next));
	count_from_now();
	return next(run, argc, argv, init, fini, rtld_fini, stack_end);
}

/* ---- SQLite's files ---- */

static sqlite3_vfs *unix_vfs, faulty_vfs;

/* A file stays SQLite's own; only its methods are ours. Its kinds of files have a set of them each.
 */
struct methods {
	sqlite3_io_methods ours;
	const sqlite3_io_methods *theirs;
};

static const sqlite3_io_methods *theirs_of(sqlite3_file *f)
{
	return ((const struct methods *)f->pMethods)->theirs;
}

static bool is_failing(enum kind kind)
{
	uint64_t n = atomic_fetch_add(&counts[kind], 1) + 1;

	if (fault.kind != (int)kind || !comes(n))
		return false;
	if (fault.kill && kind != WRITE)
		(void)kill(getpid(), SIGKILL);
	return true;
}

static int read_file(sqlite3_file *f, void *p, int n, sqlite3_int64 at)
{
	return is_failing(READ) ? SQLITE_IOERR_READ : theirs_of(f)->xRead(f, p, n, at);
}

static int write_file(sqlite3_file *f, const void *p, int n, sqlite3_int64 at)
{
	if (!is_failing(WRITE))
		return theirs_of(f)->xWrite(f, p, n, at);
	(void)theirs_of(f)->xWrite(f, p, n / 2, at); /* as far as it came */
	if (fault.kill)
		(void)kill(getpid(), SIGKILL);
	return fault.full ? SQLITE_FULL : SQLITE_IOERR_WRITE;
}

static int truncate_file(sqlite3_file *f, sqlite3_int64 size)
{
	return is_failing(TRUNCATE) ? SQLITE_IOERR_TRUNCATE : theirs_of(f)->xTruncate(f, size);
}

static int sync_file(sqlite3_file *f, int flags)
{
	return is_failing(SYNC) ? SQLITE_IOERR_FSYNC : theirs_of(f)->xSync(f, flags);
}

static int size_file(sqlite3_file *f, sqlite3_int64 *size)
{
	return is_failing(SIZE) ? SQLITE_IOERR_FSTAT : theirs_of(f)->xFileSize(f, size);
}

static int map_file(sqlite3_file *f, int page, int size, int extend, void volatile **p)
{
	return is_failing(MAP) ? SQLITE_IOERR_SHMMAP
			       : theirs_of(f)->xShmMap(f, page, size, extend, p);
}

static const sqlite3_io_methods *methods_for(const sqlite3_io_methods *theirs)
{
	static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	static struct methods sets[4];
	size_t i = 0;

	(void)pthread_mutex_lock(&lock);
	while (sets[i].theirs != NULL && sets[i].theirs != theirs)
		i++;
	sets[i].theirs = theirs; /* the same bytes again, where it is known */
	sets[i].ours = *theirs;
	sets[i].ours.xRead = read_file;
	sets[i].ours.xWrite = write_file;
	sets[i].ours.xTruncate = truncate_file;
	sets[i].ours.xSync = sync_file;
	sets[i].ours.xFileSize = size_file;
	if (theirs->xShmMap != NULL)
		sets[i].ours.xShmMap = map_file;
	(void)pthread_mutex_unlock(&lock);
	return &sets[i].ours;
}

static int open_file(sqlite3_vfs *vfs, const char *name, sqlite3_file *f, int flags, int *out)
{
	int rc;

	(void)vfs;
	if (is_failing(OPEN)) {
		f->pMethods = NULL;
		return SQLITE_CANTOPEN;
	}
	rc = unix_vfs->xOpen(unix_vfs, name, f, flags, out);
	if (rc != SQLITE_OK || f->pMethods == NULL)
		return rc;
	f->pMethods = methods_for(f->pMethods);
	return rc;
}

static int delete_file(sqlite3_vfs *vfs, const char *name, int sync_folder)
{
	(void)vfs;
	return is_failing(DELETE) ? SQLITE_IOERR_DELETE
				  : unix_vfs->xDelete(unix_vfs, name, sync_folder);
}

/* At the first open, when the program has configured SQLite. */
static void put_between(void)
{
	static atomic_bool done;
	sqlite3_vfs *found = sqlite3_vfs_find(NULL);

	if (found == NULL || atomic_exchange(&done, true))
		return;
	unix_vfs = found;
	faulty_vfs = *found;
	faulty_vfs.zName = "faulty";
	faulty_vfs.xOpen = open_file;
	faulty_vfs.xDelete = delete_file;
	(void)sqlite3_vfs_register(&faulty_vfs, 1); /* fails only where SQLite does not begin */
}

int sqlite3_open_v2(const char *name, sqlite3 **out, int flags, const char *vfs)
{
	__typeof__(sqlite3_open_v2) *next;
	void *symbol = dlsym(RTLD_NEXT, "sqlite3_open_v2");

	memcpy(&next, &symbol, sizeof(next));
	put_between();
	return next(name, out, flags, vfs);
}

/* ---- begin and end ---- */

static bool is_of_program(void *address)
{
	struct dl_find_object object;

	return _dl_find_object(address, &object) == 0 && object.dlfo_link_map->l_name[0] == '\0';
}

/* Which library was called, and what of it; of a crash of the program's own nothing. */
static void tell_crash(int signal_number)
{
	void *frames[32], *called = NULL;
	int n = backtrace(frames, 32);
	const char *slash;
	Dl_info info;

	for (int i = SIGNAL_FRAMES; i < n && !is_of_program(frames[i]); i++)
		called = frames[i];
	if (called != NULL && dladdr(called, &info) != 0) {
		slash = strrchr(info.dli_fname, '/');
		tell("crash %s %s\n", slash != NULL ? slash + 1 : info.dli_fname,
		     info.dli_sname != NULL ? info.dli_sname : "?");
	}
	(void)signal(signal_number, SIG_DFL); /* it comes again */
}

static __attribute__((constructor)) void begin(void)
{
	const struct sigaction crash = { .sa_handler = tell_crash };
	const char *wish = getenv("FAULTS"), *path = getenv("FAULTS_FILE");
	char kind[16], mode[8], what[24];
	unsigned long long n;

	(void)sigaction(SIGSEGV, &crash, NULL); /* these cannot fail for signals that there are */
	(void)sigaction(SIGBUS, &crash, NULL);
	(void)sigaction(SIGABRT, &crash, NULL);
	if (path != NULL)
		file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
	if (wish == NULL || sscanf(wish, "%15[^:]:%llu:%7[^:]:%23s", kind, &n, mode, what) != 4)
		return;
	fault.n = n;
	fault.on = strcmp(mode, "on") == 0;
	fault.full = strcmp(what, "full") == 0;
	fault.kill = strcmp(what, "kill") == 0;
	for (int i = 0; i < KINDS; i++)
		if (strcmp(kind, kinds[i]) == 0)
			fault.kind = i;
	if (fault.kind == MEMORY && sscanf(what, "%llx", &n) == 1)
		fault.site = n;
}

static __attribute__((destructor)) void end(void)
{
	for (int i = OPEN; i < KINDS; i++)
		tell("%s %llu\n", kinds[i], (unsigned long long)atomic_load(&counts[i]));
	for (size_t i = 0; i < SITES; i++)
		if (atomic_load(&sites[i].site) != 0)
			tell("memory %llu %llx\n", (unsigned long long)atomic_load(&sites[i].hits),
			     (unsigned long long)atomic_load(&sites[i].site));
}
