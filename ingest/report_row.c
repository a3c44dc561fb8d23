/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/report_row.h"

#include <string.h>

#include "lib/num.h"

enum { GUESS_PERCENTS_MAX = 6, GUESS_FIELDS_MAX = 6, SHIFT_MAX = 4 };

/* ---- single fields ---- */

static bool read_percent(struct slice s, double *out)
{
	return slice_ends(s, "%") && s.p[0] >= '0' && s.p[0] <= '9' &&
	       num_double(slice_head(s, s.n - 1), out);
}

/* Where "[k] " or "[.]" at the end stands, s.n = nowhere. */
static size_t find_tag(struct slice s)
{
	for (size_t i = 0; i + 3 <= s.n; i++)
		if (s.p[i] == '[' && s.p[i + 2] == ']' && strchr(".kgGuHh", s.p[i + 1]) != NULL &&
		    (i + 3 == s.n || s.p[i + 3] == ' '))
			return i;
	return s.n;
}

/* What stands behind two blanks or a tab is a remark, an arrow is one behind a single blank. */
static struct slice without_remark(struct slice s)
{
	static const char *const ends[] = { "  ", "\t", " <==" };

	for (size_t i = 0; i < ARRAY_SIZE(ends); i++)
		s = slice_head(s, slice_find(s, ends[i]));
	return slice_trim(s);
}

/* "[k] do_x", in verbose output with an address before it. */
static void set_symbol(struct slice field, struct report_row *out)
{
	size_t tag = find_tag(field);

	if (tag < field.n) {
		field = slice_skip(field, tag + 3);
		out->lacks_symbol = slice_trim(field).n == 0;
	}
	out->symbol = without_remark(slice_trim(field));
}

static void set_label(struct slice name, struct slice value, struct report_row *out)
{
	if (value.n > 0 && out->label_count < REPORT_LABELS_MAX)
		out->labels[out->label_count++] = (struct label){ name, value };
}

static void set_text(enum report_column kind, struct slice name, struct slice field,
		     struct report_row *out)
{
	size_t colon = slice_find_char(field, ':');

	switch (kind) {
	case REPORT_COMM:
		out->comm = field;
		break;
	case REPORT_PID_COMM:
		set_label(SLICE("pid"), slice_trim(slice_head(field, colon)), out);
		out->comm = slice_skip(field, colon + 1);
		break;
	case REPORT_DSO:
		out->dso = field;
		break;
	case REPORT_SYMBOL:
		set_symbol(field, out);
		break;
	case REPORT_FILE:
		out->file = field;
		break;
	case REPORT_LABEL:
		set_label(name, field, out);
		break;
	default:
		break;
	}
}

/* One number, or one for each event of a group. */
static bool set_numbers(enum report_column kind, struct slice field, struct report_row *out)
{
	size_t n = 0;

	for (struct slice word = slice_field(&field); word.n > 0; word = slice_field(&field), n++) {
		double percent = 0;
		int64_t count = 0;
		bool is_percent = kind <= REPORT_PERCENT;

		if (n == REPORT_MEMBERS_MAX ||
		    (is_percent ? !read_percent(word, &percent) : !num_int(word, &count)))
			return false;
		if (kind == REPORT_OVERHEAD)
			out->percent[n] = percent;
		else if (kind == REPORT_CHILDREN)
			out->children[n] = percent;
		else if (kind == REPORT_SAMPLES)
			out->samples[n] = count;
		else if (kind == REPORT_PERIOD)
			out->period[n] = count;
	}
	if (n == 0 || (out->members > 0 && out->members != n))
		return false;
	out->members = n;
	return true;
}

static bool is_tree(struct slice field)
{
	return slice_starts(field, "|") || slice_starts(field, "--");
}

static bool set_field(const struct report_columns *columns, size_t i, struct slice field,
		      struct report_row *out)
{
	if (columns->kind[i] <= REPORT_PERIOD)
		return set_numbers(columns->kind[i], field, out);
	if (columns->separator == 0 && is_tree(field))
		return false;
	if (i + 1 == columns->count && columns->kind[i] != REPORT_SYMBOL)
		field = without_remark(field);
	set_text(columns->kind[i], columns->label[i], field, out);
	return true;
}

static void row_init(struct report_row *out)
{
	*out = (struct report_row){ .members = 0 };
	for (size_t i = 0; i < REPORT_MEMBERS_MAX; i++) {
		out->percent[i] = out->children[i] = RECORD_NO_NUMBER;
		out->samples[i] = out->period[i] = RECORD_NO_COUNT;
	}
}

/* ---- rows below a header ---- */

/* "+" and "-" of the browser, in place of a blank; those of perf diff stand at their numbers. */
static struct slice without_sign(struct slice line)
{
	bool has_sign = line.n > 1 && (line.p[0] == '+' || line.p[0] == '-') && line.p[1] == ' ';

	return has_sign ? slice_skip(line, 1) : line;
}

/*
 * The field of column i, which stands where the dots are, *shift further right when a longer one
 * before it has pushed it there. False when what stands before it is not blank.
 */
static bool field_at(const struct report_columns *columns, size_t i, struct slice line,
		     size_t *shift, struct slice *field)
{
	size_t before = i > 0 ? columns->end[i - 1] + *shift : 0;
	size_t start = columns->start[i] + *shift, end = columns->end[i] + *shift;

	if (slice_trim(slice_skip(slice_head(line, start), before)).n > 0)
		return false;
	if (i + 1 == columns->count)
		end = line.n;
	for (; end < line.n && line.p[end] != ' '; end++)
		(*shift)++;
	*field = slice_trim(slice_skip(slice_head(line, end), start));
	return true;
}

static bool read_by_places(const struct report_columns *columns, struct slice line,
			   struct report_row *out)
{
	struct slice field;
	size_t shift = 0;

	for (size_t i = 0; i < columns->count; i++)
		if (!field_at(columns, i, line, &shift, &field) ||
		    !set_field(columns, i, field, out))
			return false;
	return shift <= SHIFT_MAX;
}

/* The next field: up to the separator, or to two blanks; the last one takes the rest. */
static bool next_field(struct slice *rest, char separator, bool is_last, struct slice *field)
{
	size_t end = rest->n;

	if (separator != 0) {
		bool found = slice_split(rest, separator, field);

		*field = slice_trim(*field);
		return found;
	}
	*rest = slice_trim(*rest);
	if (!is_last)
		end = slice_find(*rest, "  ");
	*field = slice_head(*rest, end);
	*rest = slice_skip(*rest, end);
	return field->n > 0;
}

static bool read_by_order(const struct report_columns *columns, struct slice line,
			  struct report_row *out)
{
	struct slice field;

	for (size_t i = 0; i < columns->count; i++)
		if (!next_field(&line, columns->separator, i + 1 == columns->count, &field) ||
		    !set_field(columns, i, field, out))
			return false;
	return true;
}

bool report_row_read(const struct report_columns *columns, struct slice line,
		     struct report_row *out)
{
	line = slice_trim_end(line);
	row_init(out);
	if (columns->has_places && read_by_places(columns, line, out))
		return out->members > 0;
	row_init(out);
	return read_by_order(columns, without_sign(line), out) && out->members > 0;
}

/* ---- hierarchy ---- */

bool report_row_hierarchy(const struct report_columns *columns, struct slice line, size_t *place,
			  struct slice *text, struct report_row *out)
{
	struct slice rest = slice_trim_end(line);

	row_init(out);
	*place = slice_find_char(line, '%');
	for (size_t i = 0; i < columns->numbers; i++)
		if (!set_numbers(columns->kind[i], slice_field(&rest), out))
			return false;
	*text = slice_trim(rest);
	return text->n > 0 && !is_tree(*text) && *place < line.n;
}

void report_row_level(const struct report_columns *columns, size_t level, struct slice text,
		      struct report_row *out)
{
	size_t i = columns->numbers + level;

	if (i < columns->count)
		set_text(columns->kind[i], columns->label[i], text, out);
}

/* ---- rows without a header ---- */

/* One name is the object, of two the first is the task. */
static void set_names(struct slice *names, size_t count, struct report_row *out)
{
	size_t blank;

	if (count == 0)
		return;
	out->dso = names[count - 1];
	if (count > 1) {
		out->comm = names[0];
		return;
	}
	blank = slice_rfind_char(out->dso, ' '); /* a paste with single blanks */
	if (blank < out->dso.n && strchr("[/", out->dso.p[blank + 1]) != NULL) {
		out->comm = slice_trim(slice_head(names[0], blank));
		out->dso = slice_skip(names[0], blank + 1);
	}
}

/* What stands between the percentages and the tag: "[SAMPLES]  [PERIOD]  [COMM]  [DSO]". */
static bool set_middle(struct slice middle, struct report_row *out)
{
	struct slice names[GUESS_FIELDS_MAX], field;
	size_t count = 0;

	while (next_field(&middle, 0, false, &field)) {
		if (count == GUESS_FIELDS_MAX || slice_ends(field, "%"))
			return false; /* a difference of perf diff */
		if (count > 0 ||
		    !num_int(field, out->samples[0] == RECORD_NO_COUNT ? &out->samples[0]
								       : &out->period[0]))
			names[count++] = field;
	}
	set_names(names, count, out);
	return true;
}

bool report_row_guess(struct slice line, struct report_row *out)
{
	struct slice rest = slice_trim(without_sign(slice_trim(line))), before, word;
	double percents[GUESS_PERCENTS_MAX];
	size_t count = 0, tag;

	row_init(out);
	for (before = rest; count < GUESS_PERCENTS_MAX; before = rest) {
		word = slice_field(&rest);
		if (word.n == 0 || !read_percent(word, &percents[count]))
			break;
		count++;
	}
	tag = find_tag(before);
	if (count == 0 || tag == before.n || (tag > 0 && before.p[tag - 1] != ' '))
		return false;
	out->members = 1;
	out->percent[0] = percents[count > 1];
	if (count > 1)
		out->children[0] = percents[0];
	set_symbol(slice_skip(before, tag), out);
	return set_middle(slice_head(before, tag), out);
}
