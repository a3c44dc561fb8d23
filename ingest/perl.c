/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/perl.h"

#include <math.h>
#include <strings.h>

#include "lib/num.h"

static bool is_blank(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

static struct slice trim(struct slice text)
{
	while (text.n > 0 && is_blank(text.p[0]))
		text = slice_skip(text, 1);
	while (text.n > 0 && is_blank(text.p[text.n - 1]))
		text.n--;
	return text;
}

static bool is_word(struct slice text, const char *word)
{
	return text.n > 0 && text.n == slice_str(word).n && strncasecmp(text.p, word, text.n) == 0;
}

bool perl_number(struct slice text, double *out)
{
	struct slice word = trim(text);
	bool minus = slice_starts(word, "-");

	if (num_double(word, out))
		return true;
	if (minus || slice_starts(word, "+"))
		word = slice_skip(word, 1);
	if (is_word(word, "inf") || is_word(word, "infinity"))
		*out = minus ? -HUGE_VAL : HUGE_VAL;
	else if (is_word(word, "nan"))
		*out = NAN;
	else
		return false;
	return true;
}

static size_t count_digits(struct slice text, size_t from)
{
	size_t n = from;

	while (n < text.n && text.p[n] >= '0' && text.p[n] <= '9')
		n++;
	return n - from;
}

/* Length of the decimal number that text begins with. */
static size_t number_length(struct slice text)
{
	size_t n = text.n > 0 && (text.p[0] == '-' || text.p[0] == '+');
	size_t whole = count_digits(text, n), part = 0, exponent;

	n += whole;
	if (n < text.n && text.p[n] == '.')
		part = count_digits(text, n + 1);
	if (whole + part == 0)
		return 0;
	if (n < text.n && text.p[n] == '.')
		n += 1 + part;
	if (n < text.n && (text.p[n] == 'e' || text.p[n] == 'E')) {
		exponent = n + 1;
		if (exponent < text.n && (text.p[exponent] == '-' || text.p[exponent] == '+'))
			exponent++;
		if (count_digits(text, exponent) > 0)
			n = exponent + count_digits(text, exponent);
	}
	return n;
}

double perl_value(struct slice text)
{
	double value;

	text = trim(text);
	return num_double(slice_head(text, number_length(text)), &value) ? value : 0;
}

static double rounded(double value, int digits)
{
	char text[64];
	int n = snprintf(text, sizeof(text), "%.*g", digits, value);
	double out;

	return num_double((struct slice){ text, (size_t)n }, &out) ? out : value;
}

double perl_print(double value)
{
	return rounded(value, 15);
}

double awk_print(double value)
{
	return fabs(value) < 1e16 && trunc(value) == value ? value : rounded(value, 6);
}

void perl_split(struct slice line, struct perl_words *words)
{
	size_t i = 0, start;

	words->count = 0;
	while (i < line.n && words->count < PERL_WORDS_MAX) {
		for (start = i; i < line.n && !is_blank(line.p[i]);)
			i++;
		words->word[words->count++] = (struct slice){ line.p + start, i - start };
		while (i < line.n && is_blank(line.p[i]))
			i++;
	}
}

struct slice perl_word(const struct perl_words *words, size_t n)
{
	return n < words->count ? words->word[n] : SLICE_NONE;
}

struct slice perl_last(const struct perl_words *words, size_t n)
{
	return n < words->count ? words->word[words->count - 1 - n] : SLICE_NONE;
}

struct slice awk_word(struct slice line, int n)
{
	struct slice rest = line, word;
	int count = 0;

	if (n < 0) {
		while (slice_field(&rest).n > 0)
			count++;
		n += count + 1;
		rest = line;
	}
	do
		word = slice_field(&rest);
	while (--n > 0);
	return word;
}
