/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Runs a command with its output dropped and prints what it and its children cost, as JSON:
 * CPU seconds, the largest resident set of one process in bytes, and the exit status.
 *	cost COMMAND [ARGUMENT]...
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { STATUS_NOT_RUN = 127, KIB = 1024 };

static double seconds(struct timeval time)
{
	return (double)time.tv_sec + (double)time.tv_usec / 1e6;
}

static void become(char **argv)
{
	int null = open("/dev/null", O_WRONLY | O_CLOEXEC);

	if (null >= 0 && dup2(null, STDOUT_FILENO) >= 0)
		(void)execvp(argv[0], argv);
	(void)fprintf(stderr, "cost: %s: %s\n", argv[0], strerror(errno));
	_exit(STATUS_NOT_RUN);
}

int main(int argc, char **argv)
{
	struct rusage usage;
	int status;
	pid_t pid;

	if (argc < 2)
		return 2;
	pid = fork();
	if (pid == 0)
		become(&argv[1]);
	if (pid < 0 || wait4(pid, &status, 0, &usage) != pid)
		return 1;
	(void)printf("{ \"cpu_s\": %.6f, \"peak_bytes\": %ld, \"status\": %d }\n",
		     seconds(usage.ru_utime) + seconds(usage.ru_stime), usage.ru_maxrss * KIB,
		     WIFEXITED(status) ? WEXITSTATUS(status) : -1);
	return 0;
}
