/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "server/framing.h"

#include <string.h>

static bool is_called(struct slice name, const char *field)
{
	return name.n == strlen(field) && strncasecmp(name.p, field, name.n) == 0;
}

static bool is_token_char(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
	       (c != '\0' && strchr("!#$%&'*+-.^_`|~", c) != NULL);
}

static bool is_token(struct slice name)
{
	size_t i = 0;

	while (i < name.n && is_token_char(name.p[i]))
		i++;
	return i > 0 && i == name.n;
}

static bool has_control(struct slice value)
{
	for (size_t i = 0; i < value.n; i++) {
		unsigned char c = (unsigned char)value.p[i];

		if ((c < ' ' && c != '\t') || c == 0x7f)
			return true;
	}
	return false;
}

void framing_field(struct framing *framing, struct slice name, struct slice value)
{
	if (!is_token(name))
		framing->bad_name = true;
	if (has_control(value))
		framing->bad_value = true;
	if (is_called(name, "Host"))
		framing->hosts++;
	else if (is_called(name, "Content-Length"))
		framing->lengths++;
	else if (is_called(name, "Transfer-Encoding")) {
		framing->codings++;
		if (!is_called(slice_trim(value), "chunked"))
			framing->other_coding = true;
	}
}

const char *framing_fault(const struct framing *framing, struct slice version)
{
	bool is_old = slice_is(version, "HTTP/1.0");

	if (framing->bad_name)
		return "a header's name is no word";
	if (framing->bad_value)
		return "a header holds a control character";
	if (framing->hosts > 1 || (framing->hosts == 0 && !is_old))
		return "a request has one header Host";
	if (framing->lengths > 1)
		return "Content-Length is given twice";
	if (framing->lengths > 0 && framing->codings > 0)
		return "Content-Length and Transfer-Encoding contradict each other";
	if (framing->codings > 1 || framing->other_coding)
		return "the only Transfer-Encoding is chunked";
	if (framing->codings > 0 && is_old)
		return "HTTP/1.0 has no Transfer-Encoding";
	return NULL;
}
