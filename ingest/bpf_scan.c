/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/bpf_scan.h"

#include "ingest/bpf_block.h"
#include "lib/num.h"

enum { KEY_LINES_MAX = 256, PREFIXES_MAX = 4, NONE = 0 };

void bpf_scan_init(struct bpf_scan *scan, struct arena *arena, const struct format_options *options)
{
	*scan = (struct bpf_scan){ .time_s = RECORD_NO_NUMBER };
	bpf_maps_init(&scan->maps, arena, options);
}

void bpf_scan_release(struct bpf_scan *scan)
{
	bpf_maps_release(&scan->maps);
}

/* ---- lines that are no rows ---- */

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

size_t bpf_name_length(struct slice s)
{
	size_t n = 1;

	if (s.n == 0 || s.p[0] != '@')
		return 0;
	while (n < s.n && is_name_char(s.p[n]))
		n++;
	return n < s.n && (s.p[n] == '[' || s.p[n] == ':') ? n : 0;
}

struct slice bpf_probes(struct slice line)
{
	struct slice number;
	uint64_t probes;

	if (!slice_take(&line, "Attaching ") && !slice_take(&line, "Attached "))
		return SLICE_NONE;
	number = slice_field(&line);
	return num_uint(number, &probes) && slice_starts(slice_trim(line), "probe") ? number
										    : SLICE_NONE;
}

bool bpf_says_lost(struct slice line, uint64_t *events)
{
	return slice_take(&line, "Lost ") && num_uint(slice_field(&line), events) &&
	       slice_is(slice_trim(line), "events");
}

bool bpf_says_full(struct slice line)
{
	return slice_find(line, "Map full") < line.n ||
	       (slice_find(line, "map_update_elem") < line.n &&
		slice_find(line, "Argument list too long") < line.n);
}

/* "script.bt:1:1-38: " names a place in the script as only bpftrace does. */
static bool is_placed(struct slice place)
{
	bool has_range = false;
	struct slice part;
	uint64_t number;
	int n = 0;

	if (slice_find_char(place, ' ') < place.n)
		return false;
	for (; slice_split(&place, ':', &part); n++) {
		size_t dash = slice_find_char(part, '-');

		if (n > 0 && part.n > 0 && !num_uint(slice_head(part, dash), &number))
			return false;
		has_range = n > 0 && (has_range || dash < part.n);
	}
	return n >= 4 || (n == 3 && has_range); /* "x.bt:1-2: " of a place over lines */
}

bool bpf_is_error(struct slice line, bool *placed)
{
	size_t at = slice_find(line, "ERROR: ");

	if (at == line.n)
		at = slice_find(line, "WARNING: ");
	*placed = at > 0 && at < line.n && is_placed(slice_trim(slice_head(line, at)));
	return at == 0 ? line.n > 0 : *placed;
}

static void add_note(struct bpf_scan *scan, size_t i, const char *key, struct slice text)
{
	size_t count = scan->note_count;

	scan->note_total += key == NULL;
	if (scan->note_total > BPF_NOTES_MAX && key == NULL) {
		scan->text->lines[i].taken = scan->text->lines[i].taken || scan->sure;
		return;
	}
	ARENA_PUSH(scan->arena, scan->note_lines, count, scan->note_line_capacity, i);
	ARENA_PUSH(scan->arena, scan->notes, scan->note_count, scan->note_capacity,
		   ((struct bpf_note){ scan->text->lines[i].line_no, key, text }));
}

static bool is_underline(struct slice s)
{
	s = slice_trim(s);
	for (size_t i = 0; i < s.n; i++)
		if (s.p[i] != '~' && s.p[i] != ' ')
			return false;
	return s.n > 0;
}

/* The last line of a message: it may go on with the script's line and a line of "~~~". */
static size_t message_end(const struct text *text, size_t i)
{
	size_t source = text->lines[i].next, under;

	if (source == text->count)
		return i;
	under = text->lines[source].next;
	return under < text->count && is_underline(text->lines[under].s) ? under : i;
}

/* Reads errors and losses; the last line of it in *end. */
static bool read_message(struct bpf_scan *scan, size_t i, struct slice s, size_t *end)
{
	bool placed;
	uint64_t lost;

	if (bpf_says_lost(s, &lost)) {
		scan->lost += lost;
		scan->lost_line = scan->text->lines[i].line_no;
		return true;
	}
	if (bpf_says_full(s)) {
		scan->full_maps++;
		scan->full_line = scan->text->lines[i].line_no;
	} else if (!bpf_is_error(s, &placed)) {
		return false;
	} else {
		scan->sure = scan->sure || placed;
	}
	add_note(scan, i, NULL, s);
	*end = message_end(scan->text, i);
	return true;
}

/* A line that is neither row nor message: a time, or other text. Either parts printings. */
static void read_other(struct bpf_scan *scan, size_t i, struct slice s)
{
	struct slice probes;

	if (s.n == 0 || slice_is(s, "[...]") || is_underline(s))
		return;
	probes = bpf_probes(s);
	if (probes.n > 0) {
		scan->attached = true;
		add_note(scan, i, "tool.probes", probes);
		return;
	}
	(void)bpf_clock(s, &scan->time_s); /* or it is text */
	scan->maps.texts++;
}

/* ---- rows ---- */

/* Without as many blanks at its start as the map's own line has. */
static struct slice without_indent(struct slice line, size_t indent)
{
	while (indent > 0 && line.n > 0 && line.p[0] == ' ') {
		line = slice_skip(line, 1);
		indent--;
	}
	return line;
}

static size_t indent_of(struct slice line)
{
	size_t n = 0;

	while (n < line.n && line.p[n] == ' ')
		n++;
	return n;
}

/*
 * The line behind line i that ends its key; text->count when there is none. That lines between
 * neither end nor begin a key is remembered, so that each is looked at once.
 */
static size_t key_end_line(struct bpf_scan *scan, size_t i)
{
	const struct text *text = scan->text;
	size_t n = text->lines[i].next;

	if (n > scan->open_from && n < scan->open_to)
		n = scan->open_to;
	else
		scan->open_from = i;
	for (; n < text->count; n = text->lines[n].next) {
		struct slice s = slice_trim(text->lines[n].s);

		scan->open_to = n;
		if (s.n == 0 || bpf_name_length(s) > 0 || slice_starts(s, "^C@"))
			return text->count;
		if (bpf_key_closes(s))
			return n;
	}
	scan->open_to = n;
	return n;
}

/* The key of line i, whose text behind '[' is s, with the lines that it goes on in. */
static bool join_key(struct bpf_scan *scan, size_t i, struct slice *s, size_t *last)
{
	const struct text *text = scan->text;
	size_t end = key_end_line(scan, i), indent = indent_of(text->lines[i].s);
	struct buf buf;
	size_t n = i;

	if (end == text->count)
		return false;
	buf_init(&buf);
	buf_add(&buf, *s);
	for (int k = 0; n != end && k < KEY_LINES_MAX && buf.n <= RECORD_TEXT_MAX; k++) {
		n = text->lines[n].next;
		buf_addc(&buf, '\n');
		buf_add(&buf, without_indent(text->lines[n].s, indent));
	}
	*s = arena_slice(scan->arena, buf_slice(&buf));
	*last = n;
	buf_release(&buf);
	return n == end;
}

/* Reads the key, which may go on over lines. *s begins behind the '[', and then is the value. */
static bool read_key(struct bpf_scan *scan, struct slice *s, struct bpf_entry *entry,
		     bool is_prefixed)
{
	struct slice line = slice_trim_end(*s);
	size_t end = bpf_key_end(*s);

	if (end == s->n) {
		/* behind other text only a stack may go on */
		if (is_prefixed && line.n > 0 && line.p[line.n - 1] != ',')
			return false;
		if (!join_key(scan, entry->first, s, &entry->last))
			return false;
		end = bpf_key_end(*s);
		if (end == s->n)
			return false;
	}
	entry->row.is_keyed = true;
	entry->row.key = slice_head(*s, end);
	*s = slice_trim(slice_skip(*s, end + 2));
	return true;
}

/* What the value s is; rows below it belong to the entry. */
static bool read_value(struct bpf_scan *scan, struct slice s, struct bpf_entry *entry)
{
	struct bpf_row *row = &entry->row;
	size_t end;

	bpf_row_value(row, s);
	if (row->number == row->number)
		return true;
	switch (bpf_value_kind(s)) {
	case BPF_STATS:
		row->kind = BPF_KIND_STATS;
		return bpf_stats(s, &row->stats);
	case BPF_EMPTY:
		end = bpf_block(scan->arena, scan->text, entry->last, row);
		if (end == entry->last)
			return false;
		entry->last = end;
		return true;
	case BPF_TEXT:
		entry->weak = true;
		break;
	case BPF_NUMBER:
		break;
	}
	return true;
}

/* Reads "@name[key]: value" at the start of s, which stands on line i. */
static bool read_entry(struct bpf_scan *scan, struct slice s, size_t i, bool is_prefixed,
		       struct bpf_entry *entry)
{
	size_t length = bpf_name_length(s);
	struct slice name = slice_head(s, length);

	if (length == 0)
		return false;
	*entry = (struct bpf_entry){ .first = i, .last = i };
	entry->row.line = scan->text->lines[i].line_no;
	entry->row.time_s = scan->time_s;
	s = slice_skip(s, length);
	if (slice_take(&s, "[")) {
		if (!read_key(scan, &s, entry, is_prefixed))
			return false;
	} else {
		s = slice_skip(s, 1);
		if (s.n > 0 && s.p[0] != ' ')
			return false;
		s = slice_trim(s);
	}
	if (!read_value(scan, s, entry))
		return false;
	entry->row.map = bpf_map_index(&scan->maps, name);
	return true;
}

/* A map behind other text on its line: only one of numbers or with a block is told from prose. */
static bool read_prefixed(struct bpf_scan *scan, struct slice s, size_t i, struct bpf_entry *entry)
{
	struct slice rest = s;
	double clock;
	size_t at;

	for (int k = 0; k < PREFIXES_MAX && (at = slice_find(rest, " @")) < rest.n; k++) {
		rest = slice_skip(rest, at + 1);
		if (!read_entry(scan, rest, i, true, entry) || entry->weak)
			continue;
		scan->maps.texts++;
		if (bpf_clock(s, &clock))
			entry->row.time_s = scan->time_s = clock;
		else
			entry->weak = entry->row.kind == BPF_KIND_VALUE;
		return true;
	}
	return false;
}

static void add_entry(struct bpf_scan *scan, struct bpf_entry *entry)
{
	entry->row.print = bpf_row_print(&scan->maps, &entry->row);
	bpf_row_learn(&scan->maps, &entry->row);
	scan->sure = scan->sure || !entry->weak;
	ARENA_PUSH(scan->arena, scan->entries, scan->entry_count, scan->entry_capacity, *entry);
}

/* A map without a value: it is empty, or the output ends here. */
static bool read_bare(struct bpf_scan *scan, size_t i, struct slice s)
{
	size_t length = bpf_name_length(s), next = scan->text->lines[i].next;

	if (length == 0 || !slice_ends(s, ":"))
		return false;
	while (next < scan->text->count && slice_trim(scan->text->lines[next].s).n == 0)
		next = scan->text->lines[next].next;
	if (next == scan->text->count && scan->sure)
		add_note(scan, i, NULL,
			 arena_printf(scan->arena, "nothing follows %.*s",
				      SLICE_FMT(slice_head(s, length))));
	return true;
}

static size_t scan_line(struct bpf_scan *scan, size_t i)
{
	struct slice s = content(scan->text, i);
	struct bpf_entry entry;
	size_t end = i;

	if (s.n == 0)
		return i;
	if (read_entry(scan, s, i, false, &entry) || read_prefixed(scan, s, i, &entry)) {
		add_entry(scan, &entry);
		return entry.last;
	}
	if (!read_bare(scan, i, s) && !read_message(scan, i, s, &end))
		read_other(scan, i, s);
	return end;
}

void bpf_scan_lines(struct bpf_scan *scan, struct arena *arena, struct text *text, size_t first)
{
	scan->arena = arena;
	scan->text = text;
	scan->entries = NULL;
	scan->notes = NULL;
	scan->note_lines = NULL;
	scan->entry_count = scan->entry_capacity = 0;
	scan->note_count = scan->note_capacity = scan->note_line_capacity = 0;
	scan->open_from = scan->open_to = NONE;
	for (size_t i = first; i < text->count; i = text->lines[i].next)
		if (!text->lines[i].taken)
			i = scan_line(scan, i);
}

/* ---- records ---- */

static void take_lines(struct text *text, size_t first, size_t last)
{
	for (size_t i = first; i < text->count; i = text->lines[i].next) {
		text->lines[i].taken = true;
		if (i == last)
			break;
	}
}

static enum err emit_notes(struct bpf_scan *scan, struct sink *sink, struct error *err)
{
	enum err e = OK;

	for (size_t i = 0; e == OK && i < scan->note_count; i++) {
		const struct bpf_note *note = &scan->notes[i];

		take_lines(scan->text, scan->note_lines[i], scan->note_lines[i]);
		if (note->key != NULL)
			e = sink_meta(sink, note->line, note->key, note->text, err);
		else
			e = sink_diagnostic(sink, note->line, err, "%.*s", SLICE_FMT(note->text));
	}
	return e;
}

enum err bpf_scan_emit(struct bpf_scan *scan, struct sink *sink, struct error *err)
{
	enum err e;

	if (!scan->attached && !scan->sure)
		return OK;
	e = emit_notes(scan, sink, err);
	for (size_t i = 0; e == OK && i < scan->entry_count; i++) {
		take_lines(scan->text, scan->entries[i].first, scan->entries[i].last);
		e = bpf_row_emit(&scan->maps, &scan->entries[i].row, sink, err);
	}
	return e;
}

static enum err emit_number(struct bpf_scan *scan, size_t line, const char *key, uint64_t number,
			    struct sink *sink, struct error *err)
{
	return number == 0 ? OK
			   : sink_meta(sink, line, key,
				       arena_printf(scan->maps.arena, "%llu",
						    (unsigned long long)number),
				       err);
}

enum err bpf_scan_finish(struct bpf_scan *scan, struct sink *sink, struct error *err)
{
	enum err e;

	if (!scan->attached && !scan->sure)
		return OK;
	e = emit_number(scan, scan->lost_line, "tool.lost_events", scan->lost, sink, err);
	if (e == OK)
		e = emit_number(scan, scan->full_line, "tool.full_maps", scan->full_maps, sink,
				err);
	if (e == OK && scan->note_total > BPF_NOTES_MAX)
		e = sink_diagnostic(sink, 0, err, "%zu more errors and warnings of bpftrace",
				    scan->note_total - BPF_NOTES_MAX);
	return e;
}
