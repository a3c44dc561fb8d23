/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/report.h"

#include "lib/report_json.h"
#include "lib/report_parts.h"

static const char *const style_names[] = {
	[REPORT_TEXT] = "text",
	[REPORT_MARKDOWN] = "markdown",
	[REPORT_CSV] = "csv",
	[REPORT_JSON] = "json",
};

bool report_style_parse(struct slice name, enum report_style *out)
{
	for (size_t i = 0; i < ARRAY_SIZE(style_names); i++)
		if (slice_is(name, style_names[i])) {
			*out = (enum report_style)i;
			return true;
		}
	return false;
}

void report_compare(struct buf *buf, const struct comparison *comparison,
		    const struct report_options *options)
{
	switch (options->style) {
	case REPORT_TEXT:
		report_compare_text(buf, comparison, options);
		break;
	case REPORT_MARKDOWN:
		report_compare_markdown(buf, comparison, options);
		break;
	case REPORT_CSV:
		report_compare_csv(buf, comparison);
		break;
	case REPORT_JSON:
		report_json_print(buf, report_compare_json(comparison));
		break;
	case REPORT_LKP:
		report_compare_lkp(buf, comparison, options);
		break;
	}
}

void report_overhead(struct buf *buf, const struct overhead *overhead,
		     const struct report_filter *filter, const struct report_options *options)
{
	switch (options->style) {
	case REPORT_MARKDOWN:
		report_overhead_markdown(buf, overhead, filter, options);
		break;
	case REPORT_CSV:
		report_overhead_csv(buf, overhead, filter);
		break;
	case REPORT_JSON:
		report_json_print(buf, report_overhead_json(overhead, filter->metric));
		break;
	default:
		report_overhead_text(buf, overhead, filter, options);
		break;
	}
}
