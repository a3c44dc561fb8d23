/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The header of perf report's table. */
#include "ingest/report_row.h"

struct known {
	const char *name;
	enum report_column kind;
	const char *label;
};

static const struct known known[] = {
	{ "Overhead", REPORT_OVERHEAD },
	{ "Self", REPORT_OVERHEAD },
	{ "Children", REPORT_CHILDREN },
	{ "sys", REPORT_PERCENT },
	{ "usr", REPORT_PERCENT },
	{ "us", REPORT_PERCENT },
	{ "guest sys", REPORT_PERCENT },
	{ "guest usr", REPORT_PERCENT },
	{ "Samples", REPORT_SAMPLES },
	{ "Period", REPORT_PERIOD },
	{ "Command", REPORT_COMM },
	{ "Pid:Command", REPORT_PID_COMM },
	{ "Shared Object", REPORT_DSO },
	{ "Source Shared Object", REPORT_DSO },
	{ "Symbol", REPORT_SYMBOL },
	{ "Source Symbol", REPORT_SYMBOL },
	{ "Source File", REPORT_FILE },
	{ "Source:Line", REPORT_FILE },
	{ "CPU", REPORT_LABEL, "cpu" },
	{ "Socket", REPORT_LABEL, "socket" },
	{ "Tid", REPORT_LABEL, "tid" },
	{ "cgroup", REPORT_LABEL, "cgroup" },
	{ "Cgroup", REPORT_LABEL, "cgroup" },
	{ "cgroup id (dev/inode)", REPORT_LABEL, "cgroup" },
};

static const struct known *find_known(struct slice name)
{
	static const struct known other = { "", REPORT_OTHER, NULL };

	for (size_t i = 0; i < ARRAY_SIZE(known); i++)
		if (slice_is(name, known[i].name))
			return &known[i];
	return &other;
}

static struct slice without_mark(struct slice line)
{
	line = slice_trim_end(line);
	return line.n > 0 && line.p[0] == '#' ? slice_skip(line, 1) : line;
}

/* -t: what stands right behind the first name, where without it there is a blank. */
static char separator_of(struct slice header)
{
	struct slice names = slice_trim(header);
	static const char *const first[] = { "Overhead", "Children", "Samples", "Period",
					     "Command" };

	for (size_t i = 0; i < ARRAY_SIZE(first); i++) {
		struct slice rest = names;

		if (slice_take(&rest, first[i]) && rest.n > 0 && rest.p[0] != ' ' &&
		    rest.p[0] != '/')
			return rest.p[0];
	}
	return 0;
}

/* The next name: up to the separator, or to two blanks. */
static bool next_name(struct slice *rest, char separator, struct slice *name)
{
	size_t end;

	if (separator != 0) {
		bool found = slice_split(rest, separator, name);

		*name = slice_trim(*name);
		return found;
	}
	*rest = slice_trim(*rest);
	end = slice_find(*rest, "  ");
	*name = slice_head(*rest, end);
	*rest = slice_skip(*rest, end);
	return name->n > 0;
}

static bool add_column(struct report_columns *columns, struct slice name)
{
	if (columns->count == REPORT_COLUMNS_MAX)
		return false;
	columns->kind[columns->count] = find_known(name)->kind;
	columns->label[columns->count++] = slice_str(find_known(name)->label);
	return true;
}

/* "Command / Shared Object / Symbol" */
static bool add_levels(struct report_columns *columns, struct slice names)
{
	bool fits = true;

	columns->is_hierarchy = true;
	columns->numbers = columns->count;
	while (fits && names.n > 0) {
		size_t end = slice_find(names, " / ");

		fits = add_column(columns, slice_trim(slice_head(names, end)));
		names = slice_skip(names, end + 3);
	}
	return fits;
}

/* A table has a percentage, or what stands for it, and something that it is a share of. */
static bool is_table(const struct report_columns *columns)
{
	bool has_number = false, has_place = false;

	for (size_t i = 0; i < columns->count; i++) {
		has_number |= columns->kind[i] <= REPORT_PERIOD;
		has_place |= columns->kind[i] > REPORT_PERIOD && columns->kind[i] < REPORT_OTHER;
	}
	return has_number && has_place;
}

bool report_columns_read(struct slice header, struct report_columns *out)
{
	struct slice rest = without_mark(header), name;
	char separator = separator_of(rest);

	*out = (struct report_columns){ .separator = separator };
	while (next_name(&rest, separator, &name)) {
		if (slice_find(name, " / ") < name.n ? !add_levels(out, name)
						     : !add_column(out, name))
			return false;
	}
	return is_table(out);
}

bool report_columns_place(struct slice dots, struct slice header, struct report_columns *columns)
{
	struct slice line = slice_trim_end(dots);
	size_t count = 0, i = line.n > 0 && line.p[0] == '#';
	size_t start[REPORT_COLUMNS_MAX], end[REPORT_COLUMNS_MAX];

	while (i < line.n && count < REPORT_COLUMNS_MAX) {
		while (i < line.n && line.p[i] == ' ')
			i++;
		start[count] = i;
		while (i < line.n && line.p[i] == '.')
			i++;
		end[count] = i;
		if (start[count] == i)
			return false;
		count++;
	}
	if (count == 0 || i < line.n)
		return false;
	if (columns->is_hierarchy)
		return true; /* one dotted field stands for all numbers */
	*columns = (struct report_columns){ .has_places = true };
	for (i = 0; i < count; i++) {
		size_t to = i + 1 < count ? end[i] : header.n;
		struct slice name = slice_skip(slice_head(header, to), start[i]);

		(void)add_column(columns, slice_trim(name)); /* they fit: count is checked */
		columns->start[i] = start[i];
		columns->end[i] = end[i];
	}
	return true;
}
