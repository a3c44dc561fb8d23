/* SPDX-License-Identifier: GPL-2.0-or-later */
/* iostat -x at intervals: queues and waits of each disk that was ever busy. */
#include "ingest/monitor.h"

/* Words of a line: time stamps first, the device, then columns by the generation of the tool. */
enum { WORD_DEVICE = 5, WORD_FIRST = 6, WORD_FIFTH = 10, WORD_QUEUE = 13 };

enum generation { UNKNOWN = -1, SECTORS, KILOBYTES, SPLIT, GENERATIONS };

enum field { QUEUE, AWAIT, R_AWAIT, W_AWAIT, SVCTM, REQUEST, RRQM, WRQM, READS, WRITES, FIELDS };

/* The last two are there for who asks for them by name. */
static const char *const names[] = { "avgqusz", "await", "r_await", "w_await", "svctm",
				     "avgrqsz", "rrqm",  "wrqm",    "rkbs",    "wkbs" };
enum { FIELDS_SHOWN = READS };

/* Where the fields stand; 0 = nowhere. */
static const unsigned char words_of[GENERATIONS][FIELDS] = {
	[SECTORS] = { 13, 14, 0, 0, 15, 12, 6, 7, 10, 11 },
	[KILOBYTES] = { 13, 14, 15, 16, 17, 12, 6, 7, 10, 11 },
	[SPLIT] = { 16, 0, 14, 15, 19, 0, 10, 11, 8, 9 },
};

enum { DEVICES_MAX = 256, QUEUE_MAX = 1000000, WAIT_MAX_MS = 3600000 };

/* Devices that were busy once, in any run of the table. */
struct busy {
	struct slice names[DEVICES_MAX];
	size_t count;
};

struct iostat {
	struct busy *busy;
	enum generation generation;
	bool in_table;
	struct slice seen[DEVICES_MAX]; /* devices of this file, whose first line does not count */
	size_t seen_count;
};

static bool is_listed(const struct slice *list, size_t count, struct slice name)
{
	for (size_t i = 0; i < count; i++)
		if (slice_eq(list[i], name))
			return true;
	return false;
}

static enum generation generation_of(const struct perl_words *words)
{
	if (slice_is(perl_word(words, WORD_FIRST), "rrqm/s")) {
		if (slice_is(perl_word(words, WORD_FIFTH), "rsec/s"))
			return SECTORS;
		return slice_is(perl_word(words, WORD_FIFTH), "rkB/s") ? KILOBYTES : UNKNOWN;
	}
	return slice_is(perl_word(words, WORD_FIRST), "r/s") && perl_word(words, WORD_FIFTH).n > 0
		       ? SPLIT
		       : UNKNOWN;
}

/* Idle lines are passed over, and devices that were never busy. */
static bool is_busy(struct monitor_reading *reading, struct busy *busy,
		    const struct perl_words *words)
{
	struct slice device = perl_word(words, WORD_DEVICE);
	double queue = perl_value(perl_word(words, WORD_QUEUE));

	if (queue == 0 && perl_value(perl_word(words, WORD_QUEUE + 1)) == 0 &&
	    perl_value(perl_word(words, WORD_QUEUE + 2)) == 0)
		return false;
	if (queue > 1 && !is_listed(busy->names, busy->count, device) && busy->count < DEVICES_MAX)
		busy->names[busy->count++] = arena_slice(reading->arena, device);
	return is_listed(busy->names, busy->count, device);
}

static void fields_of(enum generation generation, const struct perl_words *words, double *fields)
{
	for (size_t i = 0; i < FIELDS; i++) {
		unsigned word = words_of[generation][i];

		fields[i] = word > 0 ? perl_value(perl_word(words, word)) : -1;
	}
	if (generation != SPLIT)
		return;
	fields[AWAIT] = (fields[R_AWAIT] + fields[W_AWAIT]) / 2;
	fields[REQUEST] = (perl_value(perl_word(words, 17)) + perl_value(perl_word(words, 18))) / 2;
}

static bool is_sane(const double *fields)
{
	return fields[QUEUE] <= QUEUE_MAX && fields[AWAIT] <= WAIT_MAX_MS &&
	       fields[R_AWAIT] <= WAIT_MAX_MS && fields[W_AWAIT] <= WAIT_MAX_MS;
}

static bool is_first(struct monitor_reading *reading, struct iostat *iostat, struct slice device)
{
	if (is_listed(iostat->seen, iostat->seen_count, device))
		return false;
	if (iostat->seen_count < DEVICES_MAX)
		iostat->seen[iostat->seen_count++] = arena_slice(reading->arena, device);
	return true;
}

static void add_fields(struct monitor_reading *reading, struct slice device, const double *fields)
{
	size_t count = reading->heading.n > 0 ? FIELDS : FIELDS_SHOWN;

	for (size_t i = 0; i < count; i++) {
		struct slice label =
			arena_printf(reading->arena, "%.*s-%s", SLICE_FMT(device), names[i]);

		if (reading->heading.n == 0 || slice_eq(reading->heading, label))
			monitor_add_value(reading, label, fields[i]);
	}
	if (reading->heading.n > 0 && slice_ends(reading->heading, "-totalkbs") &&
	    slice_eq(slice_head(reading->heading, reading->heading.n - 9), device))
		monitor_add_value(reading, reading->heading, fields[READS] + fields[WRITES]);
}

static enum err iostat_line(struct monitor_reading *reading, void *data, struct slice line,
			    struct error *err)
{
	struct iostat *iostat = data;
	struct perl_words words;
	double fields[FIELDS];

	(void)err;
	perl_split(line, &words);
	if (slice_find(perl_word(&words, WORD_DEVICE), "Device") <
	    perl_word(&words, WORD_DEVICE).n) {
		if (iostat->generation == UNKNOWN)
			iostat->generation = generation_of(&words);
		iostat->in_table = true;
		return OK;
	}
	if (perl_word(&words, WORD_DEVICE).n == 0)
		iostat->in_table = false;
	if (!iostat->in_table || iostat->generation == UNKNOWN ||
	    !is_busy(reading, iostat->busy, &words))
		return OK;
	fields_of(iostat->generation, &words, fields);
	if (is_sane(fields) && !is_first(reading, iostat, perl_word(&words, WORD_DEVICE)))
		add_fields(reading, perl_word(&words, WORD_DEVICE), fields);
	return OK;
}

enum err monitor_read_iostat(struct monitor_reading *reading, struct error *err)
{
	struct iostat *iostat = ARENA_NEW(reading->arena, struct iostat);

	if (*reading->shared == NULL)
		*reading->shared = ARENA_NEW(reading->arena, struct busy);
	iostat->busy = *reading->shared;
	iostat->generation = UNKNOWN;
	return monitor_lines(reading, "iostat", true, iostat_line, iostat, err);
}
