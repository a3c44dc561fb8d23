/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A flame graph's tree as SVG. */
#include <math.h>

#include "lib/embed.h"
#include "lib/flame.h"

extern const struct embedded flame_css[];

enum { WIDTH = 1200, ROW = 18, TOP = 26, CHAR_TENTHS = 73, LABEL_PAD = 4 };

struct drawing {
	struct arena *arena;
	struct buf *buf;
	const struct flame *flame;
	const struct flame_options *options;
	double *weight; /* by node: share of its whole that its width stands for */
	double scale;   /* units of width for a weight of 1 */
	size_t rows;    /* drawn so far: the deepest */
	size_t left_out;
};

/* Text of XML, which has no control characters and two code points less than UTF-8. */
static void add_text(struct buf *buf, struct slice text)
{
	size_t start = 0, i = 0;

	while (i < text.n) {
		unsigned char c = (unsigned char)text.p[i];
		bool none = c == 0xef && i + 2 < text.n && (unsigned char)text.p[i + 1] == 0xbf &&
			    (unsigned char)text.p[i + 2] >= 0xbe;
		size_t n = none ? 3 : 1;

		if (none || c < ' ' || c == 0x7f) {
			buf_add_html(buf, (struct slice){ text.p + start, i - start });
			buf_addc(buf, '?');
			start = i + n;
		}
		i += n;
	}
	buf_add_html(buf, (struct slice){ text.p + start, text.n - start });
}

static double share_of_node(const struct flame *flame, uint32_t node, int side)
{
	double whole = flame->sums[side]->whole;

	return whole > 0 ? flame->nodes[node].total[side] / whole : 0;
}

static double weight_of(const struct drawing *d, uint32_t node)
{
	double a = share_of_node(d->flame, node, FLAME_A), b;

	if (d->flame->sides == 1)
		return a;
	b = share_of_node(d->flame, node, FLAME_B);
	switch (d->options->width) {
	case FLAME_WIDTH_A:
		return a;
	case FLAME_WIDTH_BOTH:
		return (a + b) / 2;
	default:
		return b;
	}
}

static struct share change_of(const struct flame *flame, const struct flame_node *node)
{
	return share_difference(profile_share(flame->sums[FLAME_A], node->total[FLAME_A]),
				profile_share(flame->sums[FLAME_B], node->total[FLAME_B]));
}

/* How much a change stands out, from 1 to 3: 0.1, 0.5 and 2 points. */
static int strength(double part)
{
	return fabs(part) >= 0.02 ? 3 : fabs(part) >= 0.005 ? 2 : 1;
}

static struct slice class_of(const struct drawing *d, const struct flame_node *node)
{
	static const char *const kinds[] = { "all", "user", "kernel", "shared", "memcg" };
	const char *own = node->kind == FLAME_MEMCG ? " own" : "";
	struct share change;

	if (d->flame->sides == 1)
		return slice_str(kinds[node->kind]);
	change = change_of(d->flame, node);
	if (!share_moved(change, node->total[FLAME_A], node->total[FLAME_B]))
		return arena_printf(d->arena, "still%s", own);
	return arena_printf(d->arena, "%s%d%s", change.part < 0 ? "less" : "more",
			    strength(change.part), own);
}

static void add_count(struct buf *buf, const struct profile_sum *sum, double weight)
{
	if (sum->counted)
		buf_addf(buf, ", %.0f of %.0f samples", weight, sum->whole);
}

/* "try_charge_memcg: 3.21 %, 123 of 4567 samples" */
static void add_title(const struct drawing *d, const struct flame_node *node, uint32_t index)
{
	struct share change;

	buf_adds(d->buf, "<title>");
	add_text(d->buf, node->name);
	buf_addf(d->buf, ": %.2f %%", 100 * share_of_node(d->flame, index, FLAME_A));
	if (d->flame->sides == 1) {
		add_count(d->buf, d->flame->sums[FLAME_A], node->total[FLAME_A]);
	} else {
		change = change_of(d->flame, node);
		buf_addf(d->buf, " to %.2f %%, %+.2f points",
			 100 * share_of_node(d->flame, index, FLAME_B), 100 * change.part);
		if (!isnan(change.lo))
			buf_addf(d->buf, " (95 %%: %+.2f to %+.2f)", 100 * change.lo,
				 100 * change.hi);
		if (!share_moved(change, node->total[FLAME_A], node->total[FLAME_B]))
			buf_adds(d->buf, ", not sure");
	}
	if (node->kind == FLAME_MEMCG || node->kind == FLAME_SHARED)
		buf_adds(d->buf, node->kind == FLAME_MEMCG ? "; memcg" : "; shared with memcg");
	buf_adds(d->buf, "</title>");
}

/* As many bytes as begin no character that would be cut. */
static size_t whole_characters(struct slice name, size_t n)
{
	while (n > 0 && n < name.n && ((unsigned char)name.p[n] & 0xc0) == 0x80)
		n--;
	return n;
}

static void add_label(const struct drawing *d, struct slice name, double x, double y, double width)
{
	size_t room = width > LABEL_PAD ? (size_t)((width - LABEL_PAD) * 10 / CHAR_TENTHS) : 0;

	if (room < 3)
		return;
	buf_addf(d->buf, "<text x=\"%.1f\" y=\"%.0f\">", x + LABEL_PAD / 2.0, y + ROW - 5);
	if (name.n <= room) {
		add_text(d->buf, name);
	} else {
		add_text(d->buf, slice_head(name, whole_characters(name, room - 2)));
		buf_adds(d->buf, "..");
	}
	buf_adds(d->buf, "</text>");
}

static void add_frame(struct drawing *d, uint32_t index, double x, double width, size_t row,
		      bool above)
{
	const struct flame_node *node = &d->flame->nodes[index];
	double y = (double)(TOP + row * ROW);
	bool linked = d->options->link.n > 0;

	if (linked) {
		buf_adds(d->buf, "<a href=\"");
		buf_add_html(d->buf, d->options->link);
		if (index > 0) {
			buf_adds(d->buf, slice_find_char(d->options->link, '?') < d->options->link.n
						 ? "&amp;root="
						 : "?root=");
			buf_add(d->buf, flame_path(d->arena, d->flame, index));
		}
		buf_adds(d->buf, "\" target=\"_top\">");
	}
	buf_addf(d->buf, "<g class=\"f %.*s%s\">", SLICE_FMT(class_of(d, node)),
		 above ? " above" : "");
	add_title(d, node, index);
	buf_addf(d->buf, "<rect x=\"%.1f\" y=\"%.0f\" width=\"%.1f\" height=\"%d\"/>", x, y, width,
		 ROW);
	add_label(d, node->name, x, y, width);
	buf_adds(d->buf, linked ? "</g></a>\n" : "</g>\n");
	if (row + 1 > d->rows)
		d->rows = row + 1;
}

/* The way to the frame that is the whole; returns its row. */
static size_t add_above(struct drawing *d)
{
	const struct flame_node *nodes = d->flame->nodes;
	size_t depth = 0;
	uint32_t *way;

	for (uint32_t i = d->options->root; i != 0; i = nodes[i].parent)
		depth++;
	way = ARENA_ARRAY(d->arena, depth + 1, uint32_t);
	way[depth] = d->options->root;
	for (size_t row = depth; row > 0; row--)
		way[row - 1] = nodes[way[row]].parent;
	for (size_t row = 0; row < depth; row++)
		add_frame(d, way[row], 0, WIDTH, row, true);
	return depth;
}

struct cursor {
	uint32_t next; /* callee to draw */
	double x;      /* where */
};

static bool fits(struct drawing *d, uint32_t node)
{
	if (d->weight[node] * d->scale >= FLAME_SHARE_MIN * WIDTH)
		return true;
	d->left_out += d->weight[node] > 0;
	return false;
}

/* All below and with the root, callers first, without recursion. */
static void add_below(struct drawing *d, size_t row)
{
	const struct flame *flame = d->flame;
	struct cursor *stack = NULL;
	size_t depth = 0, capacity = 0;
	uint32_t root = d->options->root;

	add_frame(d, root, 0, d->weight[root] > 0 ? WIDTH : 0, row, false);
	ARENA_PUSH(d->arena, stack, depth, capacity,
		   ((struct cursor){ flame->nodes[root].first, 0 }));
	while (depth > 0) {
		struct cursor *top = &stack[depth - 1];
		uint32_t node = top->next;
		double x = top->x;

		if (node == PROFILE_NONE) {
			depth--;
			continue;
		}
		top->next = flame->nodes[node].next;
		top->x += d->weight[node] * d->scale;
		if (!fits(d, node))
			continue;
		add_frame(d, node, x, d->weight[node] * d->scale, row + depth, false);
		ARENA_PUSH(d->arena, stack, depth, capacity,
			   ((struct cursor){ flame->nodes[node].first, x }));
	}
}

static void add_legend(struct drawing *d)
{
	double y = (double)(TOP + d->rows * ROW + ROW);
	struct buf *buf = d->buf;

	buf_addf(buf, "<text class=\"legend\" x=\"2\" y=\"%.0f\">", y);
	for (size_t side = 0; side < d->flame->sides; side++) {
		const struct profile_sum *sum = d->flame->sums[side];

		buf_adds(buf, d->flame->sides == 1 ? "" : side == 0 ? "before: " : "; after: ");
		if (sum->counted)
			buf_addf(buf, "%.0f samples, ", sum->whole);
		buf_addf(buf, "memcg %.2f %%", 100 * sum->strict / sum->whole);
		buf_addf(buf, ", with what it calls %.2f %%", 100 * sum->total / sum->whole);
	}
	if (d->left_out > 0)
		buf_addf(buf, "; %zu frame%s too narrow to draw", d->left_out,
			 d->left_out == 1 ? "" : "s");
	buf_adds(buf, "</text>\n");
}

static void add_head(struct buf *buf, const struct flame_options *options, size_t height)
{
	if (options->style == FLAME_LINKED)
		buf_adds(buf, "<?xml-stylesheet type=\"text/css\" href=\"/flame.css\"?>\n");
	buf_addf(buf,
		 "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"flame\" width=\"%d\" "
		 "height=\"%zu\" viewBox=\"0 0 %d %zu\">\n",
		 WIDTH, height, WIDTH, height);
	if (options->style == FLAME_ALONE) {
		buf_adds(buf, "<style>\n");
		buf_add_html(buf, embedded_bytes(&flame_css[0]));
		buf_adds(buf, "</style>\n");
	}
	buf_adds(buf, "<title>");
	add_text(buf, options->title);
	buf_adds(buf, "</title>\n<text x=\"2\" y=\"16\">");
	add_text(buf, options->title);
	buf_adds(buf, "</text>\n");
}

void flame_svg(struct arena *arena, struct buf *buf, const struct flame *flame,
	       const struct flame_options *options)
{
	struct drawing d = { .arena = arena, .flame = flame, .options = options };
	struct buf frames;

	d.weight = ARENA_ARRAY(arena, flame->count, double);
	for (uint32_t i = 0; i < flame->count; i++)
		d.weight[i] = weight_of(&d, i);
	if (d.weight[options->root] > 0)
		d.scale = WIDTH / d.weight[options->root];
	buf_init(&frames);
	d.buf = &frames;
	add_below(&d, add_above(&d));
	add_legend(&d);
	add_head(buf, options, TOP + d.rows * ROW + ROW + 10);
	buf_add(buf, buf_slice(&frames));
	buf_adds(buf, "</svg>\n");
	buf_release(&frames);
}
