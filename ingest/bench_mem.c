/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Parsers of the benchmarks of memory: page faults, allocations. */
#include "ingest/bench.h"

#include <math.h>

#include "ingest/perl.h"
#include "lib/num.h"

/* ---- pft ---- */

enum { PFT_USER = 4, PFT_SYSTEM, PFT_ELAPSED, PFT_CPU_RATE, PFT_RATE, PFT_WORDS };

static bool has_letters(struct slice line)
{
	for (size_t i = 0; i < line.n; i++) {
		char c = (char)(line.p[i] | 0x20);

		if (c >= 'a' && c <= 'z' && c != 's')
			return true;
		if (line.p[i] == 'S')
			return true;
	}
	return false;
}

/* The times have an 's' behind them, which the peer deletes everywhere. */
static struct slice without_s(struct slice word)
{
	while (word.n > 0 && word.p[word.n - 1] == 's')
		word.n--;
	return word;
}

/* Eight numbers; a line that begins with something else is a heading or a warning. */
static bool is_pft_row(const struct perl_words *words)
{
	double value;

	for (size_t i = 1; i < PFT_WORDS; i++)
		if (!num_double(without_s(perl_word(words, i)), &value))
			return false;
	return perl_word(words, 0).n == 0 &&
	       (words->count == PFT_WORDS ||
		(words->count == PFT_WORDS + 1 && perl_word(words, PFT_WORDS).n == 0));
}

static bool begins_with_digit(struct slice line)
{
	line = slice_trim(line);
	return line.n > 0 && line.p[0] >= '0' && line.p[0] <= '9';
}

struct pft_report {
	const char *first, *second; /* metrics */
	size_t first_word, second_word;
};

static enum err pft_line(struct bench_file *file, struct slice line, double number,
			 const struct pft_report *report, struct error *err)
{
	struct perl_words words;
	enum err e;

	perl_split(line, &words);
	if (!file->as_peer && !is_pft_row(&words))
		return bench_odd(file, err, "expected 8 numbers");
	e = bench_put(file, report->first, number, without_s(perl_word(&words, report->first_word)),
		      err);
	if (e == OK)
		e = bench_put(file, report->second, number,
			      without_s(perl_word(&words, report->second_word)), err);
	return e;
}

/*
 *    0    1   1     0.02s     0.43s     0.45s   72767.487  72691.034
 * gran, clients, cacheline, user, system, elapsed, faults per CPU second and per second.
 */
static enum err parse_pft_report(struct bench_file *file, const struct pft_report *report,
				 struct error *err)
{
	struct slice line;
	enum err e = bench_declare(file, report->first, err);

	if (e == OK)
		e = bench_declare(file, report->second, err);
	while (e == OK && input_line(file->input, &line)) {
		if (file->as_peer ? has_letters(line) : !begins_with_digit(line))
			continue;
		e = pft_line(file, line, ++*file->count, report, err);
	}
	return e;
}

static enum err parse_pft(struct bench_file *file, struct error *err)
{
	static const struct pft_report rates = {
		"faults/cpu",
		"faults/sec",
		PFT_CPU_RATE,
		PFT_RATE,
	};

	return parse_pft_report(file, &rates, err);
}

static enum err parse_pft_times(struct bench_file *file, struct error *err)
{
	static const struct pft_report times = { "system", "elapsed", PFT_SYSTEM, PFT_ELAPSED };

	return parse_pft_report(file, &times, err);
}

const struct bench_parser bench_pft = { "pft", parse_pft };
const struct bench_parser bench_pft_times = { "pft-times", parse_pft_times };

/* ---- stutter: "count ns", as many faults took so long ---- */

enum { STUTTER_MAX = 4 * 1000 * 1000 }; /* samples of a file */

static enum err parse_stutter(struct bench_file *file, struct error *err)
{
	struct slice line;
	enum err e = OK;

	while (e == OK && input_line(file->input, &line)) {
		double count = perl_value(slice_field(&line));
		/* The peer's shell divides whole numbers. */
		double latency = trunc(perl_value(slice_field(&line)) / 1000);

		if (*file->count + count > STUTTER_MAX)
			return error_set(err, ERR_LIMIT, "more than %d samples in a file",
					 STUTTER_MAX);
		for (; e == OK && count > 0; count--)
			e = bench_put_value(file, "mmap", ++*file->count, latency, err);
	}
	return e;
}

const struct bench_parser bench_stutter = { "stutter", parse_stutter };

/* ---- thpchallenge: "fault 12 huge 345 0 1": thread, size, us, ?, whether the memory is local ----
 */

enum { THP_SIZE = 2, THP_LATENCY, THP_LOCAL = 5 };

static enum err thp_fault(struct bench_file *file, const struct perl_words *words, double number,
			  struct error *err)
{
	struct slice latency = words->count > THP_LATENCY ? words->word[THP_LATENCY] : SLICE("");
	struct bench_tuple tuple = {
		.metric = arena_printf(file->arena, "fault-%.*s",
				       SLICE_FMT(perl_word(words, THP_SIZE))),
		.a = file->of.a,
		.number = number,
		.text = latency,
	};
	enum err e = bench_put_tuple(file, &tuple, err);

	return e == OK ? bench_put(file, "fault-both", number, latency, err) : e;
}

static enum err parse_thp(struct bench_file *file, struct error *err)
{
	bool seen_base = false, seen_huge = false;
	struct perl_words words;
	struct slice line;
	double number = 0;
	enum err e = OK;

	if ((file->row->flags & ROW_FIXED) != 0)
		for (const struct benchmark_metric *m = file->row->metrics;
		     e == OK && m->label != NULL; m++)
			e = bench_declare(file, m->label, err);
	while (e == OK && input_line(file->input, &line)) {
		if (!slice_starts(line, "fault"))
			continue;
		perl_split(line, &words);
		seen_base = seen_base || slice_is(perl_word(&words, THP_SIZE), "base");
		seen_huge = seen_huge || slice_is(perl_word(&words, THP_SIZE), "huge");
		e = thp_fault(file, &words, ++number, err);
	}
	if (e == OK && !seen_base && file->as_peer)
		e = bench_put_value(file, "fault-base", 1, 0, err);
	if (e == OK && !seen_huge && file->as_peer)
		e = bench_put_value(file, "fault-huge", 1, 0, err);
	return e;
}

const struct bench_parser bench_thp = { "thp", parse_thp };

struct thp_counts {
	double faults[2], local[2], remote[2]; /* of base pages, of huge ones */
};

static void count_faults(struct bench_file *file, struct thp_counts *counts)
{
	struct perl_words words;
	struct slice line;

	while (input_line(file->input, &line)) {
		size_t size;

		if (!slice_starts(line, "fault"))
			continue;
		perl_split(line, &words);
		size = !slice_is(perl_word(&words, THP_SIZE), "base");
		counts->faults[size]++;
		counts->local[size] += perl_value(perl_word(&words, THP_LOCAL)) == 1;
		counts->remote[size] += perl_value(perl_word(&words, THP_LOCAL)) == 0;
	}
}

static double percent(double part, double whole)
{
	return whole == 0 ? 0 : perl_print(part * 100 / whole);
}

static enum err parse_thp_counts(struct bench_file *file, struct error *err)
{
	struct thp_counts counts = { 0 };
	double all;

	count_faults(file, &counts);
	all = counts.faults[0] + counts.faults[1];
	return bench_put_value(file, "huge", 1, all > 0 ? percent(counts.faults[1], all) : -1, err);
}

const struct bench_parser bench_thp_counts = { "thp-counts", parse_thp_counts };

/* The peer prints all on one line, of which its reader takes the first number. */
static enum err parse_thp_locality(struct bench_file *file, struct error *err)
{
	struct thp_counts counts = { 0 };

	count_faults(file, &counts);
	*file->is_over = counts.faults[0] + counts.faults[1] > 0;
	if (!*file->is_over)
		return OK;
	return bench_put_value(file, "local-base", 1, percent(counts.local[0], counts.faults[0]),
			       err);
}

const struct bench_parser bench_thp_locality = { "thp-locality", parse_thp_locality };
