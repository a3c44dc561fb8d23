/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/prose.h"

#include <stdlib.h>
#include <string.h>

#include "ingest/patch.h"

/* A record that waits for its turn. */
struct kept {
	struct record record;
	size_t order;                 /* in which formats gave it */
	size_t passage;               /* stretch of text of one quoting depth; 0 = not quoted */
	const struct mail_head *mail; /* where it stands; NULL = none that has an id */
};

/* A mail that holds numbers of a run. */
struct mention {
	const struct mail_head *mail; /* NULL = free */
	struct slice run;
};

struct collector {
	struct sink sink;
	struct arena *arena;
	const struct text *text;
	const size_t *passages; /* of each line of the text */
	struct slice source;
	struct kept **list;
	size_t count, capacity;
};

static void keep_lists(struct arena *arena, struct record *r)
{
	struct slice *frames = ARENA_ARRAY(arena, r->frame_count, struct slice);
	struct bucket *buckets = ARENA_ARRAY(arena, r->bucket_count, struct bucket);

	for (size_t i = 0; i < r->frame_count; i++)
		frames[i] = arena_slice(arena, r->frames[i]);
	for (size_t i = 0; i < r->bucket_count; i++)
		buckets[i] = r->buckets[i];
	r->frames = frames;
	r->buckets = buckets;
}

/* Makes what the record borrows live as long as the arena. */
static void keep_record(struct arena *arena, struct record *r)
{
	struct slice *texts[] = {
		&r->file,    &r->run,      &r->benchmark, &r->key,         &r->value_text,
		&r->metric,  &r->unit,     &r->status,    &r->text,        &r->statistic,
		&r->event,   &r->comm,     &r->dso,       &r->source_file, &r->symbol,
		&r->address, &r->assembly, &r->mail_id,   &r->subject,     &r->author,
		&r->message,
	};
	struct label *labels = ARENA_ARRAY(arena, r->label_count, struct label);

	for (size_t i = 0; i < ARRAY_SIZE(texts); i++)
		if (texts[i]->n > 0)
			*texts[i] = arena_slice(arena, *texts[i]);
	for (size_t i = 0; i < r->label_count; i++) {
		labels[i].key = arena_slice(arena, r->labels[i].key);
		labels[i].value = arena_slice(arena, r->labels[i].value);
	}
	r->labels = labels;
	keep_lists(arena, r);
}

static size_t line_index(const struct text *text, size_t line_no)
{
	size_t lo = 0, hi = text->count;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (text->lines[mid].line_no < line_no)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

/* The mail that a line stands in; NULL = none that has an id. */
static const struct mail_head *mail_of(const struct text *text, size_t line)
{
	size_t lo = 0, hi = text->mail_count;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (text->mails[mid].first <= line)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo > 0 && text->mails[lo - 1].id.n > 0 ? &text->mails[lo - 1] : NULL;
}

static enum err collect(struct sink *sink, const struct record *record, struct error *err)
{
	struct collector *c = CONTAINER_OF(sink, struct collector, sink);
	size_t line = line_index(c->text, record->line);
	struct kept *kept = ARENA_NEW(c->arena, struct kept);

	(void)err; /* cannot fail */
	kept->record = *record;
	kept->record.source = c->source;
	kept->order = c->count;
	kept->passage = line < c->text->count ? c->passages[line] : 0;
	kept->mail = line < c->text->count ? mail_of(c->text, line) : NULL;
	keep_record(c->arena, &kept->record);
	ARENA_PUSH(c->arena, c->list, c->count, c->capacity, kept);
	return OK;
}

/*
 * Numbers the stretches of equal depth, from 1; blank lines belong to what stands before. A mail
 * begins a new one.
 */
static size_t *passages_of(struct arena *arena, const struct text *text)
{
	size_t *passages = ARENA_ARRAY(arena, text->count, size_t);
	size_t current = 1, mail = 0;
	unsigned depth = text->count > 0 ? text->lines[0].depth : 0;

	for (size_t i = 0; i < text->count; i++) {
		const struct text_line *line = &text->lines[i];
		bool begins = mail < text->mail_count && text->mails[mail].first <= i;

		mail += begins;
		if (begins || (slice_trim(line->s).n > 0 && line->depth != depth)) {
			depth = line->depth;
			current++;
		}
		passages[i] = depth > 0 ? current : 0;
	}
	return passages;
}

static int by_line(const void *a, const void *b)
{
	const struct kept *x = *(struct kept *const *)a, *y = *(struct kept *const *)b;

	if (x->record.line != y->record.line)
		return x->record.line < y->record.line ? -1 : 1;
	return x->order < y->order ? -1 : x->order > y->order;
}

static bool same_number(double a, double b)
{
	return a == b || (a != a && b != b);
}

static bool same_labels(const struct record *a, const struct record *b)
{
	if (a->label_count != b->label_count)
		return false;
	for (size_t i = 0; i < a->label_count; i++)
		if (!slice_eq(a->labels[i].key, b->labels[i].key) ||
		    !slice_eq(a->labels[i].value, b->labels[i].value))
			return false;
	return true;
}

static bool same_texts(const struct record *a, const struct record *b)
{
	return slice_eq(a->source, b->source) && slice_eq(a->run, b->run) &&
	       slice_eq(a->benchmark, b->benchmark) && slice_eq(a->key, b->key) &&
	       slice_eq(a->value_text, b->value_text) && slice_eq(a->metric, b->metric) &&
	       slice_eq(a->unit, b->unit) && slice_eq(a->statistic, b->statistic) &&
	       slice_eq(a->text, b->text) && slice_eq(a->status, b->status) &&
	       slice_eq(a->symbol, b->symbol) && slice_eq(a->source_file, b->source_file) &&
	       slice_eq(a->dso, b->dso) && slice_eq(a->comm, b->comm) &&
	       slice_eq(a->event, b->event);
}

static bool same_frames(const struct record *a, const struct record *b)
{
	if (a->frame_count != b->frame_count)
		return false;
	for (size_t i = 0; i < a->frame_count; i++)
		if (!slice_eq(a->frames[i], b->frames[i]))
			return false;
	return true;
}

/* What they say is the same; where they stand is not looked at. */
static bool same_measurement(const struct record *x, const struct record *y)
{
	if (x->kind != y->kind || x->iteration != y->iteration)
		return false;
	if (!same_number(x->value, y->value) || !same_number(x->percent, y->percent) ||
	    x->samples != y->samples || !same_number(x->time_s, y->time_s) || x->count != y->count)
		return false;
	return same_texts(x, y) && same_labels(x, y) && same_frames(x, y);
}

/*
 * A quote repeats what stands in another passage, and a column of a table what stands in another
 * table; of other formats, what one passage holds twice is two results.
 */
static bool is_quoted_again(const struct kept *first, const struct kept *again)
{
	if (slice_is(again->record.source, "mmtests-table"))
		return true;
	return again->passage != 0 && again->passage != first->passage;
}

static uint64_t mix(uint64_t hash, uint64_t more)
{
	hash = (hash ^ more) * 0x9e3779b97f4a7c15u;
	return hash ^ hash >> 32;
}

static uint64_t mix_number(uint64_t hash, double number)
{
	uint64_t bits;

	if (number != number)
		return mix(hash, 1); /* any that is none is the same */
	number += 0.0;               /* so is a zero of either sign */
	memcpy(&bits, &number, sizeof(bits));
	return mix(hash, bits);
}

/* Of all that same_measurement compares and that tells records of one input apart. */
static uint64_t hash_record(const struct record *r)
{
	const struct slice texts[] = {
		r->run,  r->benchmark, r->key,    r->value_text,  r->metric, r->unit, r->statistic,
		r->text, r->status,    r->symbol, r->source_file, r->dso,    r->comm, r->event,
	};
	uint64_t hash = (uint64_t)r->kind;

	for (size_t i = 0; i < ARRAY_SIZE(texts); i++)
		if (texts[i].n > 0)
			hash = mix(hash, slice_hash_wide(texts[i]) + i);
	hash = mix_number(mix_number(mix_number(hash, r->value), r->percent), r->time_s);
	hash = mix(mix(mix(hash, (uint64_t)r->samples), (uint64_t)r->count),
		   (uint64_t)r->iteration);
	for (size_t i = 0; i < r->label_count; i++)
		hash = mix(mix(hash, slice_hash_wide(r->labels[i].key)),
			   slice_hash_wide(r->labels[i].value));
	for (size_t i = 0; i < r->frame_count; i++)
		hash = mix(hash, slice_hash_wide(r->frames[i]));
	return hash;
}

static struct mention *find_mention(struct mention *table, size_t size, const struct kept *kept)
{
	size_t at = (slice_hash(kept->record.run) + kept->mail->first * 0x9e3779b97f4a7c15u) &
		    (size - 1);

	while (table[at].mail != NULL &&
	       (table[at].mail != kept->mail || !slice_eq(table[at].run, kept->record.run)))
		at = (at + 1) & (size - 1);
	return &table[at];
}

/* Tells once of each run which mails hold numbers of it, quoted ones too. */
static enum err pass_mail(struct mention *table, size_t size, const struct kept *kept,
			  struct sink *sink, struct error *err)
{
	struct record r = record_init(RECORD_MAIL);
	struct mention *mention;

	if (kept->mail == NULL || kept->record.kind == RECORD_META ||
	    kept->record.kind == RECORD_DIAGNOSTIC)
		return OK;
	mention = find_mention(table, size, kept);
	if (mention->mail != NULL)
		return OK;
	*mention = (struct mention){ kept->mail, kept->record.run };
	r.line = kept->mail->line_no;
	r.run = kept->record.run;
	r.mail_id = kept->mail->id;
	r.subject = kept->mail->subject;
	r.author = kept->mail->author;
	r.date_s = kept->mail->date_s;
	return sink_emit(sink, &r, err);
}

/* Passes records on in the order of lines, without what a quote repeats. */
static enum err pass_on(struct collector *c, struct sink *sink, struct error *err)
{
	size_t size = 16;
	const struct kept **table;
	struct mention *mentions;
	enum err e = OK;

	if (c->count > 0)
		qsort(c->list, c->count, sizeof(*c->list), by_line);
	while (size < c->count * 2)
		size *= 2;
	table = ARENA_ARRAY(c->arena, size, const struct kept *);
	mentions = ARENA_ARRAY(c->arena, size, struct mention);
	for (size_t i = 0; e == OK && i < c->count; i++) {
		const struct kept *kept = c->list[i];
		size_t at = hash_record(&kept->record) & (size - 1);

		e = pass_mail(mentions, size, kept, sink, err);
		if (e != OK)
			break;
		if (kept->record.kind == RECORD_DIAGNOSTIC || kept->record.bucket_count > 0) {
			e = sink_emit(sink, &kept->record, err);
			continue;
		}
		while (table[at] != NULL && !same_measurement(&table[at]->record, &kept->record))
			at = (at + 1) & (size - 1);
		if (table[at] == NULL)
			table[at] = kept;
		else if (is_quoted_again(table[at], kept))
			continue;
		e = sink_emit(sink, &kept->record, err);
	}
	return e;
}

static size_t count_taken(const struct text *text)
{
	size_t n = 0;

	for (size_t i = 0; i < text->count; i++)
		n += text->lines[i].taken;
	return n;
}

enum err prose_parse(struct arena *arena, struct text *text, const char *format, struct sink *sink,
		     bool *recognised, struct error *err)
{
	struct collector c = { .sink = { collect }, .arena = arena, .text = text };
	size_t patches;
	enum err e;

	c.passages = passages_of(arena, text);
	text->chosen = format != NULL;
	patch_take(text);
	patches = count_taken(text);
	for (size_t i = 0; formats[i] != NULL; i++) {
		if (formats[i]->prose == NULL ||
		    (format != NULL && strcmp(format, formats[i]->name) != 0))
			continue;
		c.source = slice_str(formats[i]->name);
		e = formats[i]->prose(arena, text, &c.sink, err);
		if (e != OK)
			return e;
	}
	*recognised = c.count > 0 || count_taken(text) > patches;
	return pass_on(&c, sink, err);
}
