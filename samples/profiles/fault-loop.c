/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Maps 32 MiB, touches every page, unmaps; for as many seconds as the argument says. */
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>

int main(int argc, char **argv)
{
	const size_t bytes = 32 << 20, page = 4096;
	time_t end = time(NULL) + (argc > 1 ? atoi(argv[1]) : 1);

	while (time(NULL) < end) {
		char *map = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
				 -1, 0);

		if (map == MAP_FAILED)
			return 1;
		(void)madvise(map, bytes, MADV_NOHUGEPAGE);
		for (size_t i = 0; i < bytes; i += page)
			map[i] = 1;
		(void)munmap(map, bytes);
	}
	return 0;
}
