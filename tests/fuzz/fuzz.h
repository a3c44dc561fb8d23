/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the fuzz targets share. Each target is a program of libFuzzer's: make/fuzz.mk builds it,
 * tests/fuzz/run.mjs makes its corpus and runs it. A finding is a crash, a report of a sanitizer,
 * an input that takes longer than run.mjs allows, or a broken promise, which REQUIRE tells.
 */
#ifndef TESTS_FUZZ_FUZZ_H
#define TESTS_FUZZ_FUZZ_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/record.h"

#define REQUIRE(condition)                                                 \
	do {                                                               \
		if (!(condition)) {                                        \
			(void)fprintf(stderr, "broken: %s\n", #condition); \
			abort();                                           \
		}                                                          \
	} while (0)

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

static inline struct slice fuzz_slice(const unsigned char *data, size_t size)
{
	return (struct slice){ (const char *)data, size };
}

/* A sink that holds each record against the rules, as the pipeline does. */
static inline enum err fuzz_emit(struct sink *sink, const struct record *record, struct error *err)
{
	struct error why;

	(void)sink;
	(void)err;
	if (record_check(record, &why) != OK)
		REQUIRE(why.code != OK && why.text[0] != '\0');
	return OK;
}

#endif
