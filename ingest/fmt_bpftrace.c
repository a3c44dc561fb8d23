/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * bpftrace's text output: maps of numbers and texts, "@alloc[pgbench, 216, 4197568]: 1400046".
 * Checked with 0.8 to 0.24. Histograms, stats() and stacks are told, not read.
 */
#include "ingest/format.h"

#include "ingest/bpf_key.h"
#include "ingest/dict.h"
#include "lib/buf.h"
#include "lib/num.h"

enum { KEY_LINES_MAX = 256, PREFIXES_MAX = 4 };

/* One printed row of a map. */
struct entry {
	size_t map; /* index of its name */
	struct slice key, value;
	size_t first, last; /* lines */
	size_t parts;       /* of the key; 0 = none */
	int64_t print;
	double time_s;
	const char *unread; /* why it gives no record; NULL = it does */
	bool weak;          /* could be prose: counts only in output that is bpftrace's for sure */
};

struct map {
	struct slice name;
	size_t parts;     /* that its keys have; the least of all rows */
	uint64_t numbers; /* parts that are numbers in every row */
	int64_t print;
	double last; /* number of the row before; NaN = none */
	size_t texts;
	bool told; /* that it is not read */
};

/* A line that is no row: an error of bpftrace, or a fact. */
struct note {
	size_t line;
	const char *key; /* of a fact; NULL = a diagnostic */
	struct slice text;
};

/* The lines of one quoting depth. */
struct scan {
	struct arena *arena;
	struct text *text;
	struct dict names, seen;
	struct map *maps;
	size_t map_count, map_capacity;
	struct entry *entries;
	size_t entry_count, entry_capacity;
	struct note *notes;
	size_t note_count, note_capacity;
	bool attached; /* bpftrace says so itself */
	bool sure;     /* a map of numbers, or an error that only bpftrace prints */
	size_t texts;  /* lines of other text so far: they part prints */
	double time_s;
	uint64_t lost;
	size_t lost_line;
};

/* Without indent and the terminal's echo of ^C. */
static struct slice content(const struct text *text, size_t i)
{
	struct slice s = text->lines[i].s;

	for (s = slice_trim(s); slice_take(&s, "^C");)
		s = slice_trim(s);
	return s;
}

static bool is_name_char(char c)
{
	return (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z') || c == '_';
}

/* "@name" at the start of s when '[' or ':' follows; empty otherwise. */
static struct slice map_name(struct slice s)
{
	size_t n = 1;

	if (!slice_starts(s, "@"))
		return SLICE_NONE;
	while (n < s.n && is_name_char(s.p[n]))
		n++;
	return n < s.n && (s.p[n] == '[' || s.p[n] == ':') ? slice_head(s, n) : SLICE_NONE;
}

/* HH:MM:SS at the start of s, as seconds since midnight. */
static bool take_clock(struct slice s, double *out)
{
	uint64_t h, m, sec;

	if (s.n < 8 || s.p[2] != ':' || s.p[5] != ':' || (s.n > 8 && s.p[8] != ' ') ||
	    !num_uint((struct slice){ s.p, 2 }, &h) ||
	    !num_uint((struct slice){ s.p + 3, 2 }, &m) ||
	    !num_uint((struct slice){ s.p + 6, 2 }, &sec))
		return false;
	*out = (double)(h * 3600 + m * 60 + sec);
	return true;
}

/* A row of a histogram, a frame of a stack, the head of a time series. */
static bool is_block_line(struct slice line)
{
	struct slice s = slice_trim(line), word = s, more;
	size_t plus;

	if ((slice_starts(s, "[") || slice_starts(s, "(")) && slice_ends(s, "|"))
		return true;
	more = slice_trim(slice_skip(s, (word = slice_field(&word)).n));
	plus = slice_rfind_char(word, '+');
	if (plus > 0 && plus + 1 < word.n && bpf_part_is_number(slice_skip(word, plus + 1)))
		return true;
	if (slice_starts(word, "0x") && bpf_part_is_number(word))
		return true;
	return bpf_part_is_number(word) && more.n > 0 && bpf_part_is_number(more) &&
	       line.p[0] == ' ';
}

/* The last line of the block behind line i; i itself when there is none. */
static size_t block_end(const struct text *text, size_t i)
{
	size_t next = text->lines[i].next;

	if (next == text->count || !is_block_line(text->lines[next].s))
		return i;
	while (next < text->count && slice_trim(text->lines[next].s).n > 0 &&
	       !slice_starts(content(text, next), "@")) {
		i = next;
		next = text->lines[i].next;
	}
	return i;
}

/* Without as many blanks at its start as the map's own line has. */
static struct slice without_indent(struct slice line, size_t indent)
{
	while (indent > 0 && line.n > 0 && line.p[0] == ' ') {
		line = slice_skip(line, 1);
		indent--;
	}
	return line;
}

/* Puts the lines behind the entry's first into buf until its key ends; false when it does not. */
static bool join_key(const struct scan *scan, struct entry *entry, struct buf *buf)
{
	struct slice line = scan->text->lines[entry->first].s;
	size_t indent = 0;

	while (indent < line.n && line.p[indent] == ' ')
		indent++;
	for (int i = 0; i < KEY_LINES_MAX && buf->n <= RECORD_TEXT_MAX; i++) {
		size_t next = scan->text->lines[entry->last].next;

		if (next == scan->text->count || slice_trim(scan->text->lines[next].s).n == 0 ||
		    map_name(content(scan->text, next)).n > 0)
			return false;
		line = without_indent(scan->text->lines[next].s, indent);
		buf_addc(buf, '\n');
		buf_add(buf, line);
		entry->last = next;
		if (slice_find(line, "]:") < line.n && bpf_key_end(buf_slice(buf)) < buf->n)
			return true;
	}
	return false;
}

/* Reads the key, which may go on over lines, and the value. s begins behind the '['. */
static bool read_key(struct scan *scan, struct slice s, struct entry *entry)
{
	struct slice first = slice_trim_end(s);
	size_t end = bpf_key_end(s);

	if (end == s.n) {
		struct buf buf;
		bool ends;

		buf_init(&buf);
		buf_add(&buf, s);
		ends = join_key(scan, entry, &buf);
		s = ends ? arena_slice(scan->arena, buf_slice(&buf)) : SLICE_NONE;
		buf_release(&buf);
		if (!ends)
			return false;
		end = bpf_key_end(s);
		if (first.n == 0 || slice_ends(first, ","))
			entry->unread = "stacks in keys";
	}
	entry->key = slice_head(s, end);
	entry->value = slice_trim(slice_skip(s, end + 2));
	return true;
}

/* What the value is; rows below it belong to the entry. */
static bool classify(const struct scan *scan, struct entry *entry)
{
	enum bpf_value kind = bpf_value_kind(entry->value);

	if (kind == BPF_STATS)
		entry->unread = "stats()";
	if (kind == BPF_EMPTY) {
		size_t end = block_end(scan->text, entry->last);

		if (end == entry->last)
			return false;
		entry->last = end;
		entry->unread = "histograms and stacks";
	}
	entry->weak = kind == BPF_TEXT;
	return true;
}

/* Reads "@name[key]: value" at the start of s. */
static bool read_entry(struct scan *scan, struct slice s, size_t line, struct slice *name,
		       struct entry *entry)
{
	*name = map_name(s);
	*entry = (struct entry){ .first = line, .last = line, .time_s = scan->time_s };
	if (name->n == 0)
		return false;
	s = slice_skip(s, name->n);
	if (slice_take(&s, "[")) {
		struct slice parts[BPF_PARTS_MAX];

		if (!read_key(scan, s, entry))
			return false;
		entry->parts = bpf_key_split(entry->key, parts);
	} else {
		s = slice_skip(s, 1);
		if (s.n > 0 && s.p[0] != ' ')
			return false;
		entry->value = slice_trim(s);
	}
	return classify(scan, entry);
}

/* A map behind other text on its line: only one of numbers is told from prose. */
static bool read_prefixed(struct scan *scan, struct slice s, size_t line, struct slice *name,
			  struct entry *entry)
{
	struct slice rest = s;
	double clock;
	size_t at;

	for (int i = 0; i < PREFIXES_MAX && (at = slice_find(rest, " @")) < rest.n; i++) {
		rest = slice_skip(rest, at + 1);
		if (!read_entry(scan, rest, line, name, entry) || entry->weak)
			continue;
		scan->texts++;
		if (take_clock(s, &clock))
			entry->time_s = scan->time_s = clock;
		else
			entry->weak = true;
		return true;
	}
	return false;
}

/* The number of the printing that a row belongs to: see docs/formats.md for when a new one begins.
 */
static int64_t print_of(struct scan *scan, struct map *map, const struct entry *entry)
{
	double value = RECORD_NO_NUMBER;
	struct slice row;

	(void)bpf_number(entry->value, &value);
	row = arena_printf(scan->arena, "%zu %lld %.*s", entry->map, (long long)map->print,
			   SLICE_FMT(entry->key));
	if (map->print == 0 || map->texts != scan->texts || value < map->last ||
	    dict_find(&scan->seen, row) != DICT_NONE) {
		map->print++;
		row = arena_printf(scan->arena, "%zu %lld %.*s", entry->map, (long long)map->print,
				   SLICE_FMT(entry->key));
	}
	(void)dict_add(&scan->seen, row);
	map->last = value;
	map->texts = scan->texts;
	return map->print;
}

static void note_parts(struct map *map, const struct entry *entry)
{
	struct slice parts[BPF_PARTS_MAX];
	uint64_t numbers = 0;

	if (entry->parts == 0)
		return;
	(void)bpf_key_split(entry->key, parts);
	for (size_t i = 0; i < entry->parts; i++)
		numbers |= (uint64_t)bpf_part_is_number(parts[i]) << i;
	if (map->parts == 0 || entry->parts < map->parts) {
		map->parts = entry->parts;
		map->numbers = numbers;
	} else if (entry->parts == map->parts) {
		map->numbers &= numbers;
	}
}

static void add_entry(struct scan *scan, struct slice name, struct entry *entry)
{
	struct map *map;

	entry->map = dict_add(&scan->names, name);
	if (entry->map == scan->map_count)
		ARENA_PUSH(scan->arena, scan->maps, scan->map_count, scan->map_capacity,
			   ((struct map){ .name = name }));
	map = &scan->maps[entry->map];
	entry->print = print_of(scan, map, entry);
	if (entry->unread == NULL)
		note_parts(map, entry);
	scan->sure = scan->sure || !entry->weak;
	ARENA_PUSH(scan->arena, scan->entries, scan->entry_count, scan->entry_capacity, *entry);
}

static void add_note(struct scan *scan, size_t line, const char *key, struct slice text)
{
	ARENA_PUSH(scan->arena, scan->notes, scan->note_count, scan->note_capacity,
		   ((struct note){ line, key, text }));
}

/* "Attaching 5 probes..." and "Attached 5 probes". */
static bool read_attached(struct scan *scan, size_t i, struct slice s)
{
	struct slice number;
	uint64_t probes;

	if (!slice_take(&s, "Attaching ") && !slice_take(&s, "Attached "))
		return false;
	number = slice_field(&s);
	if (!num_uint(number, &probes) || !slice_starts(slice_trim(s), "probe"))
		return false;
	scan->attached = true;
	add_note(scan, i, "tool.probes", number);
	return true;
}

static bool read_lost(struct scan *scan, size_t i, struct slice s)
{
	uint64_t lost;

	if (!slice_take(&s, "Lost ") || !num_uint(slice_field(&s), &lost) ||
	    !slice_is(slice_trim(s), "events"))
		return false;
	scan->lost += lost;
	scan->lost_line = i;
	return true;
}

/* "script.bt:1:1-38: ERROR: ..." names a place in the script as only bpftrace does. */
static bool is_placed(struct slice place)
{
	struct slice part;
	uint64_t number;
	int n = 0;

	if (slice_find_char(place, ' ') < place.n)
		return false;
	for (; slice_split(&place, ':', &part); n++)
		if (n > 0 && part.n > 0 &&
		    !num_uint(slice_head(part, slice_find_char(part, '-')), &number))
			return false;
	return n >= 4;
}

static bool read_error(struct scan *scan, size_t i, struct slice s)
{
	size_t at = slice_find(s, "ERROR: ");

	if (at == s.n)
		at = slice_find(s, "WARNING: ");
	if (at == s.n || (at > 0 && !is_placed(slice_trim(slice_head(s, at)))))
		return false;
	scan->sure = scan->sure || at > 0;
	add_note(scan, i, NULL, s);
	return true;
}

/* A line that is neither row nor note: a time, or other text. Either parts prints. */
static void read_other(struct scan *scan, struct slice s)
{
	if (s.n == 0 || slice_is(s, "[...]") || slice_starts(s, "~~~"))
		return;
	if (s.n == 8)
		(void)take_clock(s, &scan->time_s); /* or it is text */
	scan->texts++;
}

static size_t scan_line(struct scan *scan, size_t i)
{
	struct slice s = content(scan->text, i), name;
	struct entry entry;

	if (read_entry(scan, s, i, &name, &entry) || read_prefixed(scan, s, i, &name, &entry)) {
		add_entry(scan, name, &entry);
		return entry.last;
	}
	if (!read_attached(scan, i, s) && !read_lost(scan, i, s) && !read_error(scan, i, s))
		read_other(scan, s);
	return i;
}

/* The key's parts as labels key0, key1, ...; whole, as "key", when it cannot be split. */
static enum err set_labels(struct scan *scan, const struct entry *entry, struct record *r,
			   struct sink *sink, struct error *err)
{
	const struct map *map = &scan->maps[entry->map];
	struct slice parts[BPF_PARTS_MAX];
	size_t n = bpf_key_split(entry->key, parts);
	bool fits = bpf_key_fit(parts, &n, map->parts, map->numbers);
	struct label *labels = ARENA_ARRAY(scan->arena, fits ? n : 1, struct label);

	r->labels = labels;
	r->label_count = fits ? n : 1;
	labels[0] = (struct label){ SLICE("key"), entry->key };
	for (size_t i = 0; fits && i < n; i++)
		labels[i] = (struct label){ arena_printf(scan->arena, "key%zu", i), parts[i] };
	if (fits)
		return OK;
	return sink_diagnostic(sink, r->line, err, "a key of %.*s does not split into %zu parts",
			       SLICE_FMT(map->name), map->parts);
}

static enum err emit_entry(struct scan *scan, const struct entry *entry, struct sink *sink,
			   struct error *err)
{
	struct map *map = &scan->maps[entry->map];
	struct record r = record_init(RECORD_SAMPLE);
	enum err e = OK;

	r.line = scan->text->lines[entry->first].line_no;
	if (entry->unread != NULL) {
		bool told = map->told;

		map->told = true;
		return told ? OK
			    : sink_diagnostic(sink, r.line, err, "%.*s: %s are not read",
					      SLICE_FMT(map->name), entry->unread);
	}
	r.metric = map->name;
	r.print = entry->print;
	r.time_s = entry->time_s;
	if (!bpf_number(entry->value, &r.value))
		r.text = entry->value;
	if (entry->parts > 0)
		e = set_labels(scan, entry, &r, sink, err);
	return e == OK ? sink_emit(sink, &r, err) : e;
}

static void take_lines(struct text *text, size_t first, size_t last)
{
	for (size_t i = first; i <= last; i = text->lines[i].next)
		text->lines[i].taken = true;
}

static enum err emit_notes(struct scan *scan, struct sink *sink, struct error *err)
{
	enum err e = OK;

	for (size_t i = 0; e == OK && i < scan->note_count; i++) {
		const struct note *note = &scan->notes[i];
		size_t line = scan->text->lines[note->line].line_no;

		scan->text->lines[note->line].taken = true;
		if (note->key != NULL)
			e = sink_meta(sink, line, note->key, note->text, err);
		else
			e = sink_diagnostic(sink, line, err, "%.*s", SLICE_FMT(note->text));
	}
	if (e == OK && scan->lost > 0)
		e = sink_meta(sink, scan->text->lines[scan->lost_line].line_no, "tool.lost_events",
			      arena_printf(scan->arena, "%llu", (unsigned long long)scan->lost),
			      err);
	return e;
}

static enum err emit_scan(struct scan *scan, struct sink *sink, struct error *err)
{
	enum err e;

	if (!scan->attached && !scan->sure)
		return OK;
	e = emit_notes(scan, sink, err);
	for (size_t i = 0; e == OK && i < scan->entry_count; i++) {
		const struct entry *entry = &scan->entries[i];

		take_lines(scan->text, entry->first, entry->last);
		e = emit_entry(scan, entry, sink, err);
	}
	return e;
}

static enum err bpftrace_prose(struct arena *arena, struct text *text, struct sink *sink,
			       struct error *err)
{
	enum err e = OK;

	for (size_t first = 0; e == OK && first < text->count; first++) {
		struct scan scan = { .arena = arena, .text = text, .time_s = RECORD_NO_NUMBER };

		if (text->lines[first].previous < text->count)
			continue; /* not the first line of its depth */
		dict_init(&scan.names, arena);
		dict_init(&scan.seen, arena);
		for (size_t i = first; i < text->count; i = text->lines[i].next)
			if (!text->lines[i].taken)
				i = scan_line(&scan, i);
		e = emit_scan(&scan, sink, err);
	}
	return e;
}

const struct format fmt_bpftrace = {
	.name = "bpftrace",
	.summary = "maps of numbers and texts in bpftrace's text output",
	.tool = "bpftrace, 0.8 to 0.24",
	.prose = bpftrace_prose,
};
