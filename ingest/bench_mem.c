/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Parsers of the benchmarks of memory: page faults, allocations. */
#include "ingest/bench.h"
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
