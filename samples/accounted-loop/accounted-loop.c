/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Nanoseconds for making and dropping kernel objects that are accounted to the caller's memory
 * cgroup: an eventfd is added to an epoll set and taken out again, which allocates and frees a
 * struct epitem and a struct eppoll_entry, both of caches with SLAB_ACCOUNT. Two system calls and
 * two objects a pair. Prints one number a sample, ns for a pair.
 *     accounted-loop [SAMPLES [PAIRS]]
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <time.h>

static double now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

int main(int argc, char **argv)
{
	int samples = argc > 1 ? atoi(argv[1]) : 10;
	int pairs = argc > 2 ? atoi(argv[2]) : 200000;
	int set = epoll_create1(0), event = eventfd(0, 0);
	struct epoll_event what = { .events = EPOLLIN };

	for (int i = 0; i < samples; i++) {
		double start = now_ns();

		for (int k = 0; k < pairs; k++)
			if (epoll_ctl(set, EPOLL_CTL_ADD, event, &what) != 0 ||
			    epoll_ctl(set, EPOLL_CTL_DEL, event, &what) != 0) {
				perror("epoll_ctl");
				return 1;
			}
		printf("%.2f\n", (now_ns() - start) / pairs);
	}
	return 0;
}
