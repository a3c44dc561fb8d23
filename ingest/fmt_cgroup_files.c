/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The kernel's statistics as files or pasted: memory.stat, memory.events, memory.current and
 * others of a cgroup, memory.pressure, cgroup.stat, vmstat, slabinfo. Checked with 5.6 to 6.18,
 * both hierarchies.
 */
#include "ingest/format.h"

#include "ingest/bcc_context.h"
#include "ingest/dict.h"
#include "lib/buf.h"
#include "lib/kernel_files.h"
#include "lib/num.h"

enum { HEAD_WORDS_MAX = 4, LOOK_MAX = 4096, EVENTS_MIN = 3 };

/* A file, and the cgroup that its path names. */
struct place {
	struct slice file, cgroup;
	enum kernel_file kind;
};

/* One depth of a text. */
struct scan {
	struct arena *arena;
	struct text *text;
	struct sink *sink;
	struct error *err;
	struct place heading; /* the one that a line above named; kind NONE = none */
	bool is_file;         /* the heading is the name of the whole input */
	struct dict seen;     /* files and cgroups, and how often each was read */
	int64_t *prints;
	size_t print_count, print_capacity;
	double time_s;
};

/* ---- names ---- */

/* What a path leads to: "a/b/memory.stat". */
static bool take_path(struct slice path, struct place *out)
{
	static const char *const pressures[] = { "memory", "io", "cpu" };
	struct slice name = slice_basename(path), folder = slice_dirname(path);

	if (path.n == name.n)
		folder = SLICE_NONE;
	if (slice_ends(folder, "/proc/pressure") || slice_is(folder, "pressure"))
		for (size_t i = 0; i < ARRAY_SIZE(pressures); i++)
			if (slice_is(name, pressures[i]))
				name = i == 0   ? SLICE("memory.pressure")
				       : i == 1 ? SLICE("io.pressure")
						: SLICE("cpu.pressure");
	*out = (struct place){ name, folder, kernel_file(name) };
	if (slice_starts(folder, "/proc") || slice_is(name, "vmstat") ||
	    slice_is(name, "slabinfo") || slice_is(folder, "pressure") || slice_is(folder, "."))
		out->cgroup = SLICE_NONE;
	return out->kind != KERNEL_FILE_NONE;
}

/* "vmstat.before" and "memory.stat-1" are such files too, as a whole input. */
static bool take_file_name(struct slice path, struct place *out)
{
	struct slice name = slice_basename(path);

	if (take_path(path, out))
		return true;
	for (size_t n = name.n; n > 4; n--) {
		struct slice shorter = path;

		if (name.p[n - 1] != '.' && name.p[n - 1] != '-' && name.p[n - 1] != '_')
			continue;
		shorter.n -= name.n - (n - 1);
		if (take_path(shorter, out) && out->kind != KERNEL_FILE_ONE)
			return true;
	}
	return false;
}

/*
 * A line that names a file: the path alone, "==> path <==", "path:", "# cat path".
 */
static bool is_heading(struct slice s, struct place *out)
{
	struct slice word, last = SLICE_NONE;
	int words = 0;

	(void)slice_take(&s, "==> ");
	if (slice_ends(s, " <=="))
		s.n -= 4;
	while ((word = slice_field(&s)).n > 0 && words <= HEAD_WORDS_MAX) {
		last = word;
		words++;
	}
	if (slice_ends(last, ":"))
		last.n--;
	if (words == 0 || words > HEAD_WORDS_MAX || !take_path(last, out))
		return false;
	return words == 1 || slice_find_char(last, '/') < last.n;
}

/* "path/memory.stat:anon 12", as grep over a folder prints: the rest in *s. */
static bool is_grepped(struct slice *s, struct place *out)
{
	size_t colon = slice_find_char(*s, ':');
	struct slice rest = slice_skip(*s, colon + 1);

	if (colon == s->n || slice_trim(rest).n == 0 ||
	    slice_find_char(slice_head(*s, colon), ' ') < colon ||
	    !take_path(slice_head(*s, colon), out) || out->kind == KERNEL_FILE_SLABS)
		return false;
	*s = slice_trim(rest);
	return true;
}

/* ---- lines ---- */

static bool is_name(struct slice s)
{
	for (size_t i = 0; i < s.n; i++)
		if (!((s.p[i] >= 'a' && s.p[i] <= 'z') || (s.p[i] >= '0' && s.p[i] <= '9') ||
		      (s.p[i] >= 'A' && s.p[i] <= 'Z') || s.p[i] == '_'))
			return false;
	return s.n > 0;
}

/* "low      5399469   (unchanged)": people annotate. */
static bool take_field(struct slice s, struct slice *name, double *value)
{
	uint64_t number;

	*name = slice_field(&s);
	if (!is_name(*name) || !num_uint(slice_field(&s), &number))
		return false;
	*value = (double)number;
	s = slice_trim(s);
	return s.n == 0 || (slice_starts(s, "(") && slice_ends(s, ")"));
}

static bool is_one(struct slice s)
{
	uint64_t number;

	return slice_is(s, "max") || num_uint(s, &number);
}

static bool is_pressure(struct slice s)
{
	return slice_starts(s, "some avg10=") || slice_starts(s, "full avg10=");
}

/* "N0=12": the node, and its number. */
static bool take_node(struct slice word, struct slice *node, double *value)
{
	size_t equals = slice_find_char(word, '=');
	uint64_t number, id;

	if (!slice_starts(word, "N") || equals == word.n ||
	    !num_uint((struct slice){ word.p + 1, equals - 1 }, &id) ||
	    !num_uint(slice_skip(word, equals + 1), &number))
		return false;
	*node = (struct slice){ word.p + 1, equals - 1 };
	*value = (double)number;
	return true;
}

/* "total=7689 N0=7689" (v1, the total in *total) or "anon N0=12 N1=0"; *rest are the nodes. */
static bool take_nodes(struct slice s, struct slice *name, double *total, struct slice *rest)
{
	struct slice word = slice_field(&s), node;
	size_t equals = slice_find_char(word, '=');
	uint64_t number;
	double value;

	*total = RECORD_NO_NUMBER;
	*name = slice_head(word, equals);
	if (equals < word.n) {
		if (!num_uint(slice_skip(word, equals + 1), &number))
			return false;
		*total = (double)number;
	}
	*rest = s;
	return is_name(*name) && take_node(slice_field(&s), &node, &value);
}

/* ---- records ---- */

static struct record begin(struct scan *scan, const struct place *place, struct slice field,
			   size_t i, int64_t print)
{
	struct record r = record_init(RECORD_SAMPLE);

	r.line = scan->text->lines[i].line_no;
	r.metric = field.n == 0 ? place->file
				: arena_printf(scan->arena, "%.*s.%.*s", SLICE_FMT(place->file),
					       SLICE_FMT(field));
	r.unit = kernel_unit(place->file, field);
	r.time_s = scan->time_s;
	r.print = print;
	return r;
}

/* With the label of its cgroup, and one more when there is one. */
static enum err emit(struct scan *scan, const struct place *place, struct record *r,
		     struct label more)
{
	struct label labels[2];
	size_t n = 0;

	if (place->cgroup.n > 0)
		labels[n++] = (struct label){ SLICE("cgroup"), place->cgroup };
	if (more.key.n > 0)
		labels[n++] = more;
	r->labels = labels;
	r->label_count = n;
	return sink_emit(scan->sink, r, scan->err);
}

static enum err emit_nodes(struct scan *scan, const struct place *place, struct slice s, size_t i,
			   int64_t print)
{
	struct slice name, rest, node;
	double total, value;
	enum err e = OK;

	if (!take_nodes(s, &name, &total, &rest))
		return OK;
	struct record r = begin(scan, place, name, i, print);

	if (total == total) { /* v1, which counts pages */
		r.unit = SLICE("pages");
		r.value = total;
		e = emit(scan, place, &r, (struct label){ SLICE("node"), SLICE("all") });
	}
	while (e == OK && take_node(slice_field(&rest), &node, &value)) {
		r.value = value;
		e = emit(scan, place, &r, (struct label){ SLICE("node"), node });
	}
	return e;
}

static enum err emit_pressure(struct scan *scan, const struct place *place, struct slice s,
			      size_t i, int64_t print)
{
	struct label kind = { SLICE("kind"), slice_field(&s) };
	struct slice word;
	enum err e = OK;

	while (e == OK && (word = slice_field(&s)).n > 0) {
		size_t equals = slice_find_char(word, '=');
		struct record r = begin(scan, place, slice_head(word, equals), i, print);

		if (equals < word.n && num_double(slice_skip(word, equals + 1), &r.value))
			e = emit(scan, place, &r, kind);
	}
	return e;
}

/* One line of a file; what it is not, gives nothing. */
static enum err emit_line(struct scan *scan, const struct place *place, struct slice s, size_t i,
			  int64_t print)
{
	struct slice name;
	double value;

	switch (place->kind) {
	case KERNEL_FILE_FIELDS:
		if (take_field(s, &name, &value)) {
			struct record r = begin(scan, place, name, i, print);

			r.value = value;
			return emit(scan, place, &r, (struct label){ SLICE_NONE, SLICE_NONE });
		}
		return OK;
	case KERNEL_FILE_NODES:
		return emit_nodes(scan, place, s, i, print);
	case KERNEL_FILE_PRESSURE:
		return emit_pressure(scan, place, s, i, print);
	case KERNEL_FILE_ONE:
		if (num_double(s, &value)) { /* "max" is no number: no limit */
			struct record r = begin(scan, place, SLICE_NONE, i, print);

			r.value = value;
			return emit(scan, place, &r, (struct label){ SLICE_NONE, SLICE_NONE });
		}
		return OK;
	default:
		return OK;
	}
}

/* How often this file of this cgroup was read, with this time. */
static int64_t print_of(struct scan *scan, const struct place *place)
{
	size_t i = dict_add(&scan->seen,
			    arena_printf(scan->arena, "%.*s/%.*s", SLICE_FMT(place->cgroup),
					 SLICE_FMT(place->file)));

	if (i == scan->print_count)
		ARENA_PUSH(scan->arena, scan->prints, scan->print_count, scan->print_capacity,
			   (int64_t)0);
	return ++scan->prints[i];
}

/* ---- slabinfo ---- */

static enum err emit_slab(struct scan *scan, struct slice name, const double *values, size_t i,
			  int64_t print)
{
	static const struct {
		const char *field;
		size_t at;
	} fields[] = {
		{ "active_objs", 0 }, { "num_objs", 1 },     { "objsize", 2 },
		{ "objperslab", 3 },  { "pagesperslab", 4 }, { "active_slabs", 8 },
		{ "num_slabs", 9 },
	};
	const struct place place = { SLICE("slabinfo"), SLICE_NONE, KERNEL_FILE_SLABS };
	enum err e = OK;

	for (size_t k = 0; e == OK && k < ARRAY_SIZE(fields); k++) {
		struct record r = begin(scan, &place, slice_str(fields[k].field), i, print);

		r.value = values[fields[k].at];
		e = emit(scan, &place, &r, (struct label){ SLICE("cache"), name });
	}
	return e;
}

/* "name n n n n n : tunables n n n : slabdata n n n"; names of old kernels hold blanks. */
static bool take_slab(struct slice s, struct slice *name, double values[11])
{
	size_t colon = slice_find(s, " : tunables ");
	struct slice head = slice_trim_end(slice_head(s, colon)), rest = slice_skip(s, colon);
	size_t n = 5;

	if (colon == s.n)
		return false;
	for (size_t i = n; i-- > 0;) {
		size_t blank = slice_rfind_char(head, ' ');

		if (blank == head.n || !num_double(slice_skip(head, blank + 1), &values[i]))
			return false;
		head = slice_trim_end(slice_head(head, blank));
	}
	*name = head;
	for (struct slice word; (word = slice_field(&rest)).n > 0 && n < 11;)
		n += num_double(word, &values[n]);
	return n == 11 && head.n > 0;
}

/* The rows below the head on line i; the last line in *last. */
static enum err take_slabs(struct scan *scan, size_t i, size_t *last)
{
	const struct text *text = scan->text;
	const struct place place = { SLICE("slabinfo"), SLICE_NONE, KERNEL_FILE_SLABS };
	int64_t print = print_of(scan, &place);
	double values[11];
	enum err e = OK;

	for (size_t n = text->lines[i].next; e == OK && n < text->count; n = text->lines[n].next) {
		struct slice s = slice_trim(text->lines[n].s), name;

		if (slice_starts(s, "# name ")) {
			*last = n;
			continue;
		}
		if (!take_slab(s, &name, values))
			break;
		*last = n;
		e = emit_slab(scan, name, values, n, print);
	}
	return e;
}

/* ---- blocks ---- */

/* Which file a line looks like one of, by its shape alone. */
static enum kernel_file shape_of(struct slice s)
{
	struct slice name, rest;
	double value;

	if (is_pressure(s))
		return KERNEL_FILE_PRESSURE;
	if (take_field(s, &name, &value))
		return KERNEL_FILE_FIELDS;
	if (take_nodes(s, &name, &value, &rest))
		return KERNEL_FILE_NODES;
	return is_one(s) ? KERNEL_FILE_ONE : KERNEL_FILE_NONE;
}

/* The last line, from i on, of lines of that shape. */
static size_t block_end(const struct text *text, size_t i, enum kernel_file shape)
{
	size_t last = i;

	for (; i < text->count && !text->lines[i].taken; i = text->lines[i].next) {
		if (shape_of(slice_trim(text->lines[i].s)) != shape)
			break;
		last = i;
	}
	return last;
}

/* Names that a block of fields has. */
struct names {
	bool anon, file, cache, rss, free_pages, descendants;
	int events;
};

static struct names names_in(const struct text *text, size_t first, size_t last)
{
	static const char *const events[] = { "low", "high", "max", "oom", "oom_kill" };
	struct names out = { .events = 0 };

	for (size_t i = first, n = 0; n < LOOK_MAX; i = text->lines[i].next, n++) {
		struct slice s = text->lines[i].s, name = slice_field(&s);

		out.anon |= slice_is(name, "anon");
		out.file |= slice_is(name, "file");
		out.cache |= slice_is(name, "cache");
		out.rss |= slice_is(name, "rss");
		out.free_pages |= n == 0 && slice_is(name, "nr_free_pages");
		out.descendants |= slice_is(name, "nr_descendants");
		for (size_t k = 0; k < ARRAY_SIZE(events); k++)
			out.events += slice_is(name, events[k]);
		if (i == last)
			break;
	}
	return out;
}

/* What a block is that nothing names: "" when its names do not tell. */
static struct slice file_of(const struct text *text, size_t first, size_t last,
			    enum kernel_file shape)
{
	struct names names = { .events = 0 };

	if (shape == KERNEL_FILE_PRESSURE)
		return SLICE("memory.pressure");
	names = names_in(text, first, last);
	if (shape == KERNEL_FILE_NODES)
		return SLICE("memory.numa_stat");
	if (shape != KERNEL_FILE_FIELDS)
		return SLICE_NONE;
	if (names.free_pages)
		return SLICE("vmstat");
	if ((names.anon && names.file) || (names.cache && names.rss))
		return SLICE("memory.stat");
	if (names.events >= EVENTS_MIN)
		return SLICE("memory.events");
	return names.descendants ? SLICE("cgroup.stat") : SLICE_NONE;
}

/* Lines from i on of the file that a heading names, or that their names tell. */
static enum err take_block(struct scan *scan, size_t i, size_t *last, bool *taken)
{
	const struct text *text = scan->text;
	enum kernel_file shape = shape_of(slice_trim(text->lines[i].s));
	struct place place = scan->heading;
	int64_t print;
	enum err e = OK;

	*taken = false;
	if (shape == KERNEL_FILE_NONE)
		return OK;
	*last = shape == KERNEL_FILE_ONE ? i : block_end(text, i, shape);
	if (place.kind != shape)
		place = (struct place){ file_of(text, i, *last, shape), SLICE_NONE, shape };
	if (place.file.n == 0)
		return OK;
	*taken = true;
	print = print_of(scan, &place);
	for (size_t n = i; e == OK; n = text->lines[n].next) {
		e = emit_line(scan, &place, slice_trim(text->lines[n].s), n, print);
		if (n == *last)
			break;
	}
	return e;
}

static void take_lines(struct text *text, size_t first, size_t last)
{
	for (size_t i = first; i < text->count; i = text->lines[i].next) {
		text->lines[i].taken = true;
		if (i == last)
			break;
	}
}

static enum err scan_line(struct scan *scan, size_t i, size_t *last)
{
	struct slice s = slice_trim(scan->text->lines[i].s);
	struct place place;
	bool taken = true;
	enum err e = OK;

	*last = i;
	if (s.n == 0)
		return OK;
	if (slice_starts(s, "slabinfo - version: 2.")) {
		e = take_slabs(scan, i, last);
	} else if (is_grepped(&s, &place)) {
		e = emit_line(scan, &place, s, i, RECORD_NO_COUNT);
	} else if (is_heading(s, &place)) {
		scan->heading = place;
		return OK;
	} else {
		e = take_block(scan, i, last, &taken);
		if (!taken)
			(void)bcc_time(s, &scan->time_s); /* or it is text */
		if (!scan->is_file)
			scan->heading = (struct place){ .kind = KERNEL_FILE_NONE };
	}
	if (taken)
		take_lines(scan->text, i, *last);
	return e;
}

static enum err scan_depth(struct scan *scan, size_t first)
{
	enum err e = OK;

	dict_init(&scan->seen, scan->arena);
	scan->time_s = RECORD_NO_NUMBER;
	scan->is_file = take_file_name(scan->text->path, &scan->heading);
	for (size_t i = first; e == OK && i < scan->text->count; i = scan->text->lines[i].next)
		if (!scan->text->lines[i].taken)
			e = scan_line(scan, i, &i);
	return e;
}

static enum err files_prose(struct arena *arena, struct text *text, struct sink *sink,
			    struct error *err)
{
	enum err e = OK;

	for (size_t first = 0; e == OK && first < text->count; first++) {
		struct scan scan = { .arena = arena, .text = text, .sink = sink, .err = err };

		if (text->lines[first].previous >= text->count)
			e = scan_depth(&scan, first);
	}
	return e;
}

const struct format fmt_cgroup_files = {
	.name = "cgroup-files",
	.summary = "memory.stat, memory.events, memory.pressure, vmstat, slabinfo",
	.tool = "Linux 5.6 to 6.18, both cgroup hierarchies",
	.prose = files_prose,
};
