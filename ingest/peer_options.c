/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/peer_options.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum option {
	STYLE,
	DIRECTORY,
	NAMES,
	BENCHMARK,
	ALTERNATIVE,
	HEADING,
	MONITOR,
	FORMAT,
	FROM_JSON,
	RATIO,
	SIGNIFICANCE,
	NO_COMPARE,
	JSON_EXPORT,
	HELP,
	BASELINE,
	COMPARED,
	EXCLUDE,
	TITLE,
	OUTPUT_DIRECTORY,
	OUTPUT_FILE,
	SORT_VERSION,
	IGNORED,
};

struct name {
	const char *name;
	enum option option;
	bool has_value;
};

static const struct name names[] = {
	{ "style", STYLE, true },
	{ "directory", DIRECTORY, true },
	{ "d", DIRECTORY, true },
	{ "names", NAMES, true },
	{ "n", NAMES, true },
	{ "benchmark", BENCHMARK, true },
	{ "b", BENCHMARK, true },
	{ "altreport", ALTERNATIVE, true },
	{ "a", ALTERNATIVE, true },
	{ "sub-heading", HEADING, true },
	{ "print-monitor", MONITOR, true },
	{ "format", FORMAT, true },
	{ "from-json", FROM_JSON, true },
	{ "print-ratio", RATIO, false },
	{ "print-significance", SIGNIFICANCE, false },
	{ "no-compare", NO_COMPARE, false },
	{ "json-export", JSON_EXPORT, false },
	{ "help", HELP, false },
	{ "h", HELP, false },
	{ "manual", HELP, false },
	{ "C", DIRECTORY, true },
	{ "baseline", BASELINE, true },
	{ "compare", COMPARED, true },
	{ "exclude", EXCLUDE, true },
	{ "report-title", TITLE, true },
	{ "output-dir", OUTPUT_DIRECTORY, true },
	{ "output-directory", OUTPUT_DIRECTORY, true },
	{ "output-file", OUTPUT_FILE, true },
	{ "sort-version", SORT_VERSION, false },
	{ "auto-detect", SIGNIFICANCE, false },
	{ "ignore-fingerprint", IGNORED, false }, /* nothing is left undone here */
	{ "print-header", IGNORED, false },       /* without effect there, too */
	{ "verbose", IGNORED, false },
	{ "v", IGNORED, false },
};

/* The name that text is, or is the beginning of; several names of one option are no question. */
static enum err find_name(const char *text, size_t n, const struct name **out, struct error *err)
{
	const struct name *found = NULL;

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		const struct name *name = &names[i];

		if (n == 0 || strncasecmp(text, name->name, n) != 0)
			continue;
		if (strlen(name->name) == n) {
			*out = name;
			return OK;
		}
		if (found != NULL && found->option != name->option)
			return error_set(err, ERR_INPUT, "option '--%.*s' may be --%s or --%s",
					 (int)n, text, found->name, name->name);
		found = name;
	}
	if (found == NULL)
		return error_set(err, ERR_INPUT, "unknown option '--%.*s' of compare-mmtests.pl",
				 (int)n, text);
	*out = found;
	return OK;
}

/* --NAME, -NAME, --NAME=VALUE. */
static bool is_option(const char *word)
{
	return word[0] == '-' && word[1] != '\0';
}

struct words {
	int argc, at; /* of the next word */
	char **argv;
};

/* Takes an option and its value off the words. */
static enum err next_option(struct words *words, const struct name **name, const char **value,
			    struct error *err)
{
	const char *word = words->argv[words->at++];
	const char *text = word + (strncmp(word, "--", 2) == 0 ? 2 : 1);
	size_t n = strcspn(text, "=");
	enum err e = find_name(text, n, name, err);

	if (e != OK)
		return e;
	assert(*name != NULL);
	*value = text[n] == '=' ? &text[n + 1] : NULL;
	if ((*name)->has_value && *value == NULL) {
		if (words->at == words->argc)
			return error_set(err, ERR_INPUT, "option '%s' needs a value", word);
		*value = words->argv[words->at++];
	} else if (!(*name)->has_value && *value != NULL) {
		return error_set(err, ERR_INPUT, "option '--%s' has no value", (*name)->name);
	}
	return OK;
}

static enum err parse_format(struct slice value, enum peer_format *out, struct error *err)
{
	static const struct {
		const char *name;
		enum peer_format format;
	} formats[] = {
		{ "text", PEER_TEXT },
		{ "generic", PEER_TEXT },
		{ "html", PEER_HTML },
		{ "docbook", PEER_DOCBOOK },
	};

	for (size_t i = 0; i < ARRAY_SIZE(formats); i++)
		if (slice_is(value, formats[i].name)) {
			*out = formats[i].format;
			return OK;
		}
	return error_set(err, ERR_INPUT, "--format is text, html or docbook, not '%.*s'",
			 SLICE_FMT(value));
}

static enum err add_word(const char **list, size_t *count, const char *value, struct error *err)
{
	if (*count == PEER_WORDS_MAX)
		return error_set(err, ERR_LIMIT, "more than %d runs", PEER_WORDS_MAX);
	list[(*count)++] = value;
	return OK;
}

static enum err set_option(struct peer_options *out, const struct name *name, const char *value,
			   struct error *err)
{
	const char **const texts[] = {
		[DIRECTORY] = &out->directory,
		[NAMES] = &out->names,
		[BENCHMARK] = &out->benchmark,
		[ALTERNATIVE] = &out->alternative,
		[HEADING] = &out->heading,
		[MONITOR] = &out->monitor,
		[FROM_JSON] = &out->from_json,
		[BASELINE] = &out->baseline,
		[EXCLUDE] = &out->exclude,
		[TITLE] = &out->title,
		[OUTPUT_DIRECTORY] = &out->output_directory,
		[OUTPUT_FILE] = &out->output_file,
	};
	bool *const flags[] = {
		[RATIO] = &out->ratio,
		[SIGNIFICANCE] = &out->significance,
		[NO_COMPARE] = &out->no_compare,
		[JSON_EXPORT] = &out->json_export,
		[HELP] = &out->help,
		[SORT_VERSION] = &out->sort_version,
	};

	if (name->option == STYLE)
		return peer_revision_parse(slice_str(value), &out->revision)
			       ? OK
			       : error_set(err, ERR_INPUT, "--style '%s' does not go with others",
					   value);
	if (name->option == FORMAT)
		return parse_format(slice_str(value), &out->format, err);
	if (name->option == COMPARED)
		return add_word(out->compared, &out->compared_count, value, err);
	if (name->has_value)
		*texts[name->option] = value;
	else if (name->option != IGNORED)
		*flags[name->option] = true;
	return OK;
}

enum err peer_options_parse(int argc, char **argv, struct peer_options *out, struct error *err)
{
	struct words words = { .argc = argc, .at = 1, .argv = argv };
	const struct name *name = NULL;
	const char *value = NULL;
	enum err e;

	*out = (struct peer_options){ 0 };
	while (words.at < words.argc) {
		if (is_option(words.argv[words.at])) {
			e = next_option(&words, &name, &value, err);
			if (e == OK)
				e = set_option(out, name, value, err);
		} else {
			e = add_word(out->words, &out->word_count, words.argv[words.at++], err);
		}
		if (e != OK)
			return e;
	}
	return OK;
}

bool peer_options_meant(int argc, char **argv)
{
	enum peer_revision revision;

	for (int i = 1; i < argc; i++) {
		struct slice word = slice_str(argv[i]);

		if (slice_is(word, "--style") && i + 1 < argc)
			word = slice_str(argv[i + 1]);
		else if (!slice_take(&word, "--style="))
			continue;
		if (peer_revision_parse(word, &revision))
			return true;
	}
	return false;
}
