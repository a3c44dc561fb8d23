/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/json_lines.h"

#include "lib/arena.h"

/* A list as a table under way: cells[row * column_count + column] once all columns are known. */
struct table {
	struct arena arena;
	struct slice *columns; /* paths of members, in the order in which they come */
	size_t column_count, capacity;
	struct slice *cells;
};

static bool is_scalar(const json_t *value)
{
	return !json_is_object(value) && !json_is_array(value);
}

static bool is_empty(const json_t *value)
{
	return json_is_null(value) || (json_is_array(value) && json_array_size(value) == 0) ||
	       (json_is_string(value) && json_string_length(value) == 0);
}

static bool is_plain_list(const json_t *value)
{
	if (!json_is_array(value))
		return false;
	for (size_t i = 0; i < json_array_size(value); i++)
		if (!is_scalar(json_array_get(value, i)))
			return false;
	return true;
}

/* Whether an object fits into one line of a table. */
static bool is_flat(const json_t *value)
{
	const char *key;
	json_t *member;

	if (!json_is_object(value))
		return false;
	json_object_foreach((json_t *)(uintptr_t)value, key, member) /* it only reads */
		if (!is_scalar(member) && !is_plain_list(member) && !is_flat(member)) return false;
	return true;
}

static bool is_table(const json_t *list)
{
	for (size_t i = 0; i < json_array_size(list); i++)
		if (!is_flat(json_array_get(list, i)))
			return false;
	return true;
}

static void add_text(struct buf *buf, const json_t *string)
{
	const char *text = json_string_value(string);

	for (size_t i = 0; i < json_string_length(string); i++)
		buf_addc(buf, (unsigned char)text[i] < ' ' || text[i] == 0x7f ? ' ' : text[i]);
}

/* A scalar, or a list of them with ", " between. */
static void add_value(struct buf *buf, const json_t *value)
{
	if (json_is_array(value)) {
		for (size_t i = 0; i < json_array_size(value); i++) {
			buf_adds(buf, i > 0 ? ", " : "");
			add_value(buf, json_array_get(value, i));
		}
	} else if (json_is_string(value)) {
		add_text(buf, value);
	} else if (!json_is_null(value)) {
		json_print(buf, value);
	}
}

static size_t column_of(struct table *table, struct slice path)
{
	for (size_t i = 0; i < table->column_count; i++)
		if (slice_eq(table->columns[i], path))
			return i;
	ARENA_PUSH(&table->arena, table->columns, table->column_count, table->capacity, path);
	return table->column_count - 1;
}

typedef void visit_cell(struct table *table, size_t row, struct slice path, const json_t *value);

static void each_cell(struct table *table, size_t row, const char *prefix, const json_t *object,
		      visit_cell *visit)
{
	const char *key;
	json_t *member;

	json_object_foreach((json_t *)(uintptr_t)object, key, member) /* it only reads */
	{
		struct slice path = arena_printf(&table->arena, "%s%s", prefix, key);

		if (json_is_object(member))
			each_cell(table, row, arena_printf(&table->arena, "%s.", path.p).p, member,
				  visit);
		else
			visit(table, row, path, member);
	}
}

static void find_column(struct table *table, size_t row, struct slice path, const json_t *value)
{
	(void)row;
	(void)value;
	(void)column_of(table, path);
}

static void fill_cell(struct table *table, size_t row, struct slice path, const json_t *value)
{
	struct buf buf;

	buf_init(&buf);
	add_value(&buf, value);
	table->cells[row * table->column_count + column_of(table, path)] =
		arena_slice(&table->arena, buf_slice(&buf));
	buf_release(&buf);
}

/* Characters of UTF-8. */
static size_t width_of(struct slice text)
{
	size_t width = 0;

	for (size_t i = 0; i < text.n; i++)
		width += ((unsigned char)text.p[i] & 0xc0) != 0x80;
	return width;
}

static void add_line(struct buf *buf, const struct slice *cells, const size_t *widths, size_t count)
{
	size_t last = count;

	while (last > 0 && cells[last - 1].n == 0)
		last--;
	for (size_t i = 0; i < last; i++) {
		buf_adds(buf, "  ");
		buf_add(buf, cells[i]);
		if (i + 1 < last)
			buf_fill(buf, ' ', widths[i] - width_of(cells[i]));
	}
	buf_addc(buf, '\n');
}

static void print_table(struct buf *buf, struct table *table, size_t rows)
{
	size_t columns = table->column_count;
	size_t *widths = ARENA_ARRAY(&table->arena, columns, size_t);

	for (size_t c = 0; c < columns; c++) {
		widths[c] = width_of(table->columns[c]);
		for (size_t r = 0; r < rows; r++)
			if (width_of(table->cells[r * columns + c]) > widths[c])
				widths[c] = width_of(table->cells[r * columns + c]);
	}
	add_line(buf, table->columns, widths, columns);
	for (size_t r = 0; r < rows; r++)
		add_line(buf, &table->cells[r * columns], widths, columns);
}

static void add_table(struct buf *buf, const json_t *list)
{
	size_t rows = json_array_size(list);
	struct table table = { 0 };

	arena_init(&table.arena);
	for (size_t i = 0; i < rows; i++)
		each_cell(&table, i, "", json_array_get(list, i), find_column);
	table.cells = ARENA_ARRAY(&table.arena, rows * table.column_count, struct slice);
	for (size_t i = 0; i < rows; i++)
		each_cell(&table, i, "", json_array_get(list, i), fill_cell);
	print_table(buf, &table, rows);
	arena_release(&table.arena);
}

static void add_members(struct buf *buf, struct arena *arena, const char *prefix,
			const json_t *object);

/* A member by the path to it. */
static void add_member(struct buf *buf, struct arena *arena, const char *path, const json_t *value)
{
	if (is_scalar(value) || is_plain_list(value)) {
		buf_addf(buf, "%s:", path);
		if (!is_empty(value))
			buf_addc(buf, ' ');
		add_value(buf, value);
		buf_addc(buf, '\n');
	} else if (json_is_object(value)) {
		add_members(buf, arena, arena_printf(arena, "%s.", path).p, value);
	} else if (is_table(value)) {
		buf_addf(buf, "%s:\n", path);
		add_table(buf, value);
	} else {
		for (size_t i = 0; i < json_array_size(value); i++)
			add_member(buf, arena, arena_printf(arena, "%s.%zu", path, i).p,
				   json_array_get(value, i));
	}
}

static void add_members(struct buf *buf, struct arena *arena, const char *prefix,
			const json_t *object)
{
	const char *key;
	json_t *member;

	json_object_foreach((json_t *)(uintptr_t)object, key, member) /* it only reads */
		add_member(buf, arena, arena_printf(arena, "%s%s", prefix, key).p, member);
}

void json_lines(struct buf *buf, const json_t *object)
{
	struct arena arena;

	arena_init(&arena);
	add_members(buf, &arena, "", object);
	arena_release(&arena);
}
