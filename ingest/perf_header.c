/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/perf_header.h"

#include <stdio.h>

#include "lib/num.h"

/* perf's words and our keys; records.md lists them. */
static const struct {
	const char *word, *key;
} facts[] = {
	{ "hostname", "machine.hostname" },     { "os release", "kernel.release" },
	{ "perf version", "tool.version" },     { "arch", "kernel.arch" },
	{ "nrcpus online", "machine.threads" }, { "cpudesc", "machine.cpu" },
	{ "cmdline", "tool.cmdline" },
};

/* "# WORD : VALUE", the blanks before ':' as perf pads them; old perf writes none there. */
static bool cut_fact(struct slice line, struct slice *word, struct slice *value)
{
	size_t colon = slice_find_char(line, ':');

	if (!slice_take(&line, "# ") || colon >= line.n + 2)
		return false;
	*word = slice_trim(slice_head(line, colon - 2));
	*value = slice_trim(slice_skip(line, colon - 1));
	return value->n > 0;
}

static enum err emit(size_t line_no, struct slice run, const char *key, struct slice value,
		     struct sink *sink, struct error *err)
{
	struct record r = record_init(RECORD_META);

	r.line = line_no;
	r.run = run;
	r.key = slice_str(key);
	r.value_text = value;
	return sink_emit(sink, &r, err);
}

/* "8058796 kB" */
static enum err emit_memory(size_t line_no, struct slice run, struct slice value, struct sink *sink,
			    struct error *err)
{
	char bytes[24];
	unsigned long long size;
	uint64_t kib;
	int n;

	if (!num_uint(slice_field(&value), &kib) || kib > UINT64_MAX / KiB)
		return OK;
	size = kib * KiB;
	n = snprintf(bytes, sizeof(bytes), "%llu", size);
	return emit(line_no, run, "machine.memory_bytes", (struct slice){ bytes, (size_t)n }, sink,
		    err);
}

enum err perf_header_emit(struct slice line, size_t line_no, struct slice run, struct sink *sink,
			  struct error *err)
{
	struct slice word, value;

	if (!cut_fact(line, &word, &value))
		return OK;
	if (slice_is(word, "total memory"))
		return emit_memory(line_no, run, value, sink, err);
	for (size_t i = 0; i < ARRAY_SIZE(facts); i++)
		if (slice_is(word, facts[i].word))
			return emit(line_no, run, facts[i].key, value, sink, err);
	return OK;
}
