/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How the process is: for what restarts it, what sends it requests, and what watches it. */
#include <dirent.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

#include "server/meter.h"
#include "server/route.h"
#include "server/server.h"
#include "server/worker.h"

static enum err reply_line(struct reply *reply, const char *line)
{
	buf_adds(&reply->body, line);
	reply_header(reply, "Content-Type", "text/plain; charset=utf-8");
	return OK;
}

enum err api_health(struct request *request, struct reply *reply, struct error *err)
{
	(void)request;
	(void)err;
	return reply_line(reply, "ok\n");
}

/* Free bytes where uploads wait and where the database is, which may be apart; -1 = not told. */
static int64_t free_bytes(const char *folder)
{
	struct statvfs fs;

	return statvfs(folder, &fs) == 0 ? (int64_t)fs.f_bavail * (int64_t)fs.f_frsize : -1;
}

static enum err check_disk(const struct server *server, const char *folder, struct error *err)
{
	int64_t left = free_bytes(folder);

	if (left < 0 || (uint64_t)left >= server->min_free_bytes)
		return OK;
	return error_set(err, ERR_BUSY,
			 "the disk is almost full: %lld bytes are free, less than --min-free %llu",
			 (long long)left, (unsigned long long)server->min_free_bytes);
}

enum err api_ready(struct request *request, struct reply *reply, struct error *err)
{
	const struct server *server = request->server;
	int64_t generation;
	enum err e = worker_store(server, &request->store, &generation, err);

	if (e == OK)
		e = check_disk(server, server->database_folder, err);
	if (e == OK)
		e = check_disk(server, server->spool_folder, err);
	return e == OK ? reply_line(reply, "ready\n") : e;
}

/* ---- /metrics ---- */

static void add_gauge(struct buf *buf, const char *name, const char *help, double value)
{
	buf_addf(buf, "# HELP %s %s\n# TYPE %s gauge\n%s %.17g\n", name, help, name, name, value);
}

static double resident_bytes(void)
{
	FILE *file = fopen("/proc/self/statm", "re");
	long long size = 0, resident = 0;

	if (file == NULL)
		return 0;
	if (fscanf(file, "%lld %lld", &size, &resident) != 2)
		resident = 0;
	(void)fclose(file); /* it was only read */
	return (double)resident * (double)sysconf(_SC_PAGESIZE);
}

static double open_descriptors(void)
{
	DIR *dir = opendir("/proc/self/fd");
	double count = 0;

	if (dir == NULL)
		return 0;
	for (struct dirent *entry; (entry = readdir(dir)) != NULL;)
		count += entry->d_name[0] != '.';
	(void)closedir(dir);
	return count - 1; /* the folder itself */
}

static double cpu_seconds(void)
{
	struct rusage usage;

	if (getrusage(RUSAGE_SELF, &usage) != 0)
		return 0;
	return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
	       (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

static void add_process(struct buf *buf, const struct server *server)
{
	add_gauge(buf, "process_resident_memory_bytes", "Resident memory.", resident_bytes());
	add_gauge(buf, "process_open_fds", "Open descriptors.", open_descriptors());
	add_gauge(buf, "process_start_time_seconds", "Start, as an epoch.",
		  (double)server->start_s);
	buf_addf(buf,
		 "# HELP process_cpu_seconds_total Time on processors.\n"
		 "# TYPE process_cpu_seconds_total counter\nprocess_cpu_seconds_total %.6f\n",
		 cpu_seconds());
}

static void add_database(struct buf *buf, const struct server *server, int64_t generation)
{
	struct stat file;

	if (stat(server->database_path, &file) == 0)
		add_gauge(buf, "memcgperf_database_bytes", "Size of the database file.",
			  (double)file.st_size);
	add_gauge(buf, "memcgperf_database_free_bytes", "Free bytes of its file system.",
		  (double)free_bytes(server->database_folder));
	add_gauge(buf, "memcgperf_database_generation", "Committed changes so far.",
		  (double)generation);
}

enum err api_meter(struct request *request, struct reply *reply, struct error *err)
{
	const struct server *server = request->server;
	int64_t generation;
	enum err e = worker_store(server, &request->store, &generation, err);

	if (e != OK)
		return e;
	meter_print(&reply->body, server->meter);
	add_database(&reply->body, server, generation);
	add_process(&reply->body, server);
	reply_header(reply, "Content-Type", "text/plain; version=0.0.4; charset=utf-8");
	return OK;
}
