/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "server/request.h"

#include <stdio.h>
#include <stdlib.h>

#include "lib/buf.h"
#include "lib/num.h"

enum { REQUEST_TYPE_MAX = 64 };

static bool is_param_char(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
	       c == '.' || c == '_' || c == '~' || c == '-';
}

static bool is_param_text(struct slice s)
{
	for (size_t i = 0; i < s.n; i++)
		if (!is_param_char(s.p[i]))
			return false;
	return s.n > 0;
}

struct slice request_origin_form(struct slice target)
{
	struct slice rest = target;

	if (!slice_take(&rest, "http://") && !slice_take(&rest, "https://"))
		return target;
	rest = slice_skip(rest, slice_find_char(rest, '/'));
	return rest.n > 0 ? rest : slice_str("/");
}

/* Takes ":verb" off the end of part. */
static bool cut_verb(struct slice *part, struct slice verb)
{
	if (part->n <= verb.n + 1 || part->p[part->n - verb.n - 1] != ':' ||
	    !slice_eq(slice_skip(*part, part->n - verb.n), verb))
		return false;
	part->n -= verb.n + 1;
	return true;
}

static bool match_part(struct slice want, struct slice part, struct param **next)
{
	struct slice name;

	if (!slice_take(&want, ":"))
		return slice_eq(want, part);
	(void)slice_split(&want, ':', &name); /* a name is never empty */
	if (want.p != NULL && !cut_verb(&part, want))
		return false;
	if (!is_param_text(part))
		return false;
	*(*next)++ = (struct param){ name, part };
	return true;
}

bool request_match(const char *pattern, struct slice path,
		   struct param params[REQUEST_PATH_PARAMS_MAX])
{
	struct slice rest = slice_str(pattern), want, part;
	struct param *next = params;

	while (slice_split(&rest, '/', &want)) {
		if (slice_is(want, "*") && path.n > 0)
			return true;
		if (!slice_split(&path, '/', &part) || !match_part(want, part, &next))
			return false;
	}
	return path.p == NULL;
}

bool request_suffix(struct slice *path, enum format *out)
{
	static const struct {
		const char *text;
		enum format format;
	} suffixes[] = {
		{ ".txt", FORMAT_TEXT },    { ".json", FORMAT_JSON }, { ".csv", FORMAT_CSV },
		{ ".md", FORMAT_MARKDOWN }, { ".svg", FORMAT_SVG },
	};

	for (size_t i = 0; i < ARRAY_SIZE(suffixes); i++) {
		if (!slice_ends(*path, suffixes[i].text))
			continue;
		path->n -= slice_str(suffixes[i].text).n;
		*out = suffixes[i].format;
		return true;
	}
	return false;
}

/* The q of one element's parameters, ";q=0.5"; 1 when there is none, 0 when it is no number. */
static double quality(struct slice params)
{
	struct slice param;
	double q = 1;

	while (slice_split(&params, ';', &param)) {
		param = slice_trim(param);
		if (!slice_take(&param, "q=") && !slice_take(&param, "Q="))
			continue;
		if (!num_double(param, &q) || q < 0 || q > 1)
			q = 0;
	}
	return q;
}

double request_accepts(struct slice accept, const char *type)
{
	struct slice element, name;

	while (slice_split(&accept, ',', &element)) {
		if (!slice_split(&element, ';', &name) || !slice_is(slice_trim(name), type))
			continue;
		return quality(element);
	}
	return -1;
}

double request_takes(struct slice accept, const char *type)
{
	double q = request_accepts(accept, type);
	char range[REQUEST_TYPE_MAX];
	size_t major = slice_find_char(slice_str(type), '/');

	if (accept.n == 0)
		return 1;
	(void)snprintf(range, sizeof(range), "%.*s/*", (int)major, type); /* types are ours */
	if (q < 0)
		q = request_accepts(accept, range);
	if (q < 0)
		q = request_accepts(accept, "*/*");
	return q < 0 ? 0 : q;
}

enum format request_api_format(struct slice accept)
{
	double text = request_accepts(accept, "text/plain");

	if (text > 0 && text > request_accepts(accept, "application/json"))
		return FORMAT_TEXT;
	return request_takes(accept, "application/json") == 0 &&
			       request_takes(accept, "text/plain") > 0
		       ? FORMAT_TEXT
		       : FORMAT_JSON;
}

enum format request_page_format(struct slice accept)
{
	double html = request_accepts(accept, "text/html");

	return html > 0 && html >= request_accepts(accept, "text/plain") ? FORMAT_HTML
									 : FORMAT_TEXT;
}

bool request_tag_listed(struct slice if_none_match, struct slice tag)
{
	struct slice element;

	while (slice_split(&if_none_match, ',', &element)) {
		element = slice_trim(element);
		if (slice_is(element, "*"))
			return true;
		(void)slice_take(&element, "W/"); /* weak or strong, the same for this header */
		if (slice_take(&element, "\"") && slice_ends(element, "\"") &&
		    slice_eq(slice_head(element, element.n - 1), tag))
			return true;
	}
	return false;
}

/* True when known is "config.*", and name "config.lru_gen" or the like. */
static bool is_in_group(struct slice known, struct slice name)
{
	struct slice group = slice_head(known, known.n - 1);

	return slice_ends(known, ".*") && name.n > group.n &&
	       slice_eq(slice_head(name, group.n), group);
}

/* Finds name in "kernel limit new* config.*"; *repeats tells whether it may come twice. */
static bool is_known(struct slice names, struct slice name, bool *repeats)
{
	struct slice known;

	for (known = slice_field(&names); known.n > 0; known = slice_field(&names)) {
		*repeats = false;
		if (is_in_group(known, name))
			return true;
		*repeats = slice_ends(known, "*");
		if (slice_eq(slice_head(known, known.n - *repeats), name))
			return true;
	}
	return false;
}

bool request_is_clean(struct slice s)
{
	for (size_t i = 0; i < s.n; i++)
		if ((unsigned char)s.p[i] < ' ' || s.p[i] == 0x7f)
			return false;
	return slice_is_utf8(s);
}

static size_t count_name(const struct request *request, struct slice name)
{
	size_t n = 0;

	for (size_t i = 0; i < request->query_count; i++)
		n += slice_eq(request->query[i].name, name);
	return n;
}

static enum err check_param(const struct request *request, const struct param *param,
			    struct slice names, bool lenient, struct error *err)
{
	struct slice name = slice_head(param->name, 64);
	bool repeats;

	if (!request_is_clean(param->name) || !request_is_clean(param->value))
		return error_set(err, ERR_INPUT, "the query is not clean UTF-8 text");
	if (param->value.n > REQUEST_VALUE_MAX)
		return error_set(err, ERR_LIMIT, "parameter '%.*s' is longer than %d bytes",
				 SLICE_FMT(name), REQUEST_VALUE_MAX);
	if (!is_known(names, param->name, &repeats)) {
		if (lenient)
			return OK;
		return error_set(err, ERR_INPUT, "unknown parameter '%.*s'; known here: %.*s",
				 SLICE_FMT(name), SLICE_FMT(names.n > 0 ? names : SLICE("none")));
	}
	if (!repeats && count_name(request, param->name) > 1)
		return error_set(err, ERR_INPUT, "parameter '%.*s' is given twice",
				 SLICE_FMT(name));
	return OK;
}

enum err request_check_query(const struct request *request, struct slice names, bool lenient,
			     struct error *err)
{
	if (request->query_is_cut)
		return error_set(err, ERR_LIMIT, "more than %d parameters", REQUEST_PARAMS_MAX);
	for (size_t i = 0; i < request->query_count; i++) {
		enum err e = check_param(request, &request->query[i], names, lenient, err);

		if (e != OK)
			return e;
	}
	return OK;
}

static int param_cmp(const void *a, const void *b)
{
	const struct param *x = *(const struct param *const *)a;
	const struct param *y = *(const struct param *const *)b;
	int order = slice_cmp(x->name, y->name);

	return order != 0 ? order : (x > y) - (x < y); /* repeated ones keep their order */
}

struct slice request_canonical_query(const struct request *request, struct slice names)
{
	return request_query_without(request, names, "");
}

struct slice request_query_without(const struct request *request, struct slice names,
				   const char *without)
{
	const struct param *known[REQUEST_PARAMS_MAX];
	struct slice out;
	struct buf buf;
	size_t n = 0;
	bool repeats;

	for (size_t i = 0; i < request->query_count; i++)
		if (is_known(names, request->query[i].name, &repeats) &&
		    request->query[i].value.n > 0 && !slice_is(request->query[i].name, without))
			known[n++] = &request->query[i];
	if (n == 0)
		return SLICE_NONE;
	qsort(known, n, sizeof(known[0]), param_cmp);
	buf_init(&buf);
	for (size_t i = 0; i < n; i++) {
		buf_adds(&buf, i > 0 ? "&" : "");
		buf_add(&buf, known[i]->name);
		buf_addc(&buf, '=');
		buf_add_url(&buf, known[i]->value);
	}
	out = arena_slice(request->arena, buf_slice(&buf));
	buf_release(&buf);
	return out;
}

struct slice request_path_param(const struct request *request, const char *name)
{
	for (size_t i = 0; i < REQUEST_PATH_PARAMS_MAX; i++)
		if (slice_is(request->path_params[i].name, name))
			return request->path_params[i].value;
	return SLICE_NONE;
}

struct slice request_param(const struct request *request, const char *name)
{
	for (size_t i = 0; i < request->query_count; i++)
		if (slice_is(request->query[i].name, name))
			return request->query[i].value;
	return SLICE_NONE;
}

enum err request_param_int(const struct request *request, const char *name, int min, int max,
			   int fallback, int *out, struct error *err)
{
	struct slice text = request_param(request, name);
	int64_t value = fallback;

	if (text.n > 0 && (!num_int(text, &value) || value < min || value > max))
		return error_set(err, ERR_INPUT, "%s must be a number from %d to %d", name, min,
				 max);
	*out = (int)value;
	return OK;
}

enum err request_param_list(const struct request *request, const char *name, struct slice *out,
			    size_t max, size_t *count, struct error *err)
{
	size_t n = 0;

	for (size_t i = 0; i < request->query_count; i++) {
		struct slice rest = request->query[i].value, part;

		if (!slice_is(request->query[i].name, name))
			continue;
		while (slice_split(&rest, ',', &part)) {
			if (part.n == 0)
				continue;
			if (n == max)
				return error_set(err, ERR_LIMIT, "more than %zu values of '%s'",
						 max, name);
			out[n++] = part;
		}
	}
	*count = n;
	return OK;
}
