/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The yardstick of `memcgperf fold`: a plain reader of perf script's default output in one pass. It
 * looks for line ends, hashes the symbol of each frame line into the hash of its stack, and sums
 * periods in a table by task and stack. It prints how many there are: nothing is named, nothing is
 * checked, and other fields than the default ones are not read.
 *	fold_reader FILE
 */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WINDOW = 256 * 1024, SLOTS = 1 << 20 };

struct stack {
	uint64_t hash, weight;
};

static struct stack stacks[SLOTS];
static size_t stack_count;

static uint64_t add_bytes(uint64_t hash, const char *p, const char *end)
{
	while (p < end)
		hash = (hash ^ (unsigned char)*p++) * 0x100000001b3u;
	return hash;
}

static void add_stack(uint64_t hash, uint64_t weight)
{
	size_t at = hash & (SLOTS - 1);

	while (stacks[at].weight > 0 && stacks[at].hash != hash)
		at = (at + 1) & (SLOTS - 1);
	stack_count += stacks[at].weight == 0;
	stacks[at].hash = hash;
	stacks[at].weight += weight;
}

/* "COMM TID TIME: PERIOD EVENT:" */
static uint64_t read_header(const char *line, const char *end, uint64_t *weight)
{
	const char *comm_end = memchr(line, ' ', (size_t)(end - line));
	const char *colon = memchr(line, ':', (size_t)(end - line));

	*weight = 0;
	if (comm_end == NULL || colon == NULL)
		return 0;
	for (colon++; colon < end && *colon == ' '; colon++)
		continue;
	for (; colon < end && *colon >= '0' && *colon <= '9'; colon++)
		*weight = *weight * 10 + (uint64_t)(*colon - '0');
	return add_bytes(0xcbf29ce484222325u, line, comm_end);
}

/* "\t    ADDR SYMBOL+0xOFF (DSO)" */
static uint64_t read_frame(uint64_t hash, const char *line, const char *end)
{
	const char *symbol, *stop;

	while (line < end && (*line == '\t' || *line == ' '))
		line++;
	symbol = memchr(line, ' ', (size_t)(end - line));
	if (symbol == NULL)
		return hash;
	symbol++;
	for (stop = symbol; stop < end && *stop != '+' && *stop != ' '; stop++)
		continue;
	return add_bytes(hash ^ ';', symbol, stop);
}

static void read_line(const char *line, const char *end)
{
	static uint64_t hash, weight;

	if (line == end) {
		if (weight > 0)
			add_stack(hash, weight);
		weight = 0;
	} else if (*line == '\t') {
		hash = read_frame(hash, line, end);
	} else {
		hash = read_header(line, end, &weight);
	}
}

int main(int argc, char **argv)
{
	static char window[WINDOW];
	int fd = argc > 1 ? open(argv[1], O_RDONLY | O_CLOEXEC) : 0;
	size_t n = 0;
	ssize_t got;

	while ((got = read(fd, window + n, WINDOW - n)) > 0) {
		const char *line = window, *end;

		n += (size_t)got;
		while ((end = memchr(line, '\n', (size_t)(window + n - line))) != NULL) {
			read_line(line, end);
			line = end + 1;
		}
		n -= (size_t)(line - window);
		memmove(window, line, n);
	}
	(void)printf("%zu\n", stack_count);
	return got < 0;
}
