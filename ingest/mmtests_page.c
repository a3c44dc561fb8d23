/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The report's sections, as text or as one page of HTML: no script, nothing from elsewhere, tables
 * that scroll by themselves on a narrow screen, dark where the reader's system is, fit for paper.
 */
#include "ingest/mmtests_report_parts.h"

static const char style[] =
	":root{color-scheme:light dark;--ink:#1c1f23;--paper:#fff;--line:#d5d9de;--soft:#f4f5f7;"
	"--faint:#5b636d;--better:#dbe9ff;--worse:#ffe0d3;--better-ink:#0b4a9e;--worse-ink:#8f3208}"
	"@media (prefers-color-scheme:dark){:root{--ink:#d8dce2;--paper:#15181c;--line:#343a42;"
	"--soft:#1d2126;--faint:#98a1ad;--better:#16304f;--worse:#4a2413;--better-ink:#9cc4ff;"
	"--worse-ink:#ffb08a}}"
	"*{box-sizing:border-box}"
	"body{margin:0 auto;padding:1rem;max-width:80rem;background:var(--paper);color:var(--ink);"
	"font:15px/1.45 system-ui,sans-serif}"
	"h1{font-size:1.4rem;margin:.2rem 0 .6rem}"
	"h2{font-size:1.15rem;margin:2rem 0 .5rem;padding-top:.6rem;border-top:1px solid "
	"var(--line)}"
	"h3{font-size:.95rem;margin:1rem 0 .3rem;color:var(--faint);font-weight:600}"
	"nav a{margin-right:1rem;color:inherit}"
	"pre,table{font:13px/1.35 ui-monospace,monospace}"
	"pre{white-space:pre-wrap;overflow-wrap:anywhere;margin:.3rem 0;padding:.5rem .7rem;"
	"background:var(--soft)}"
	".table{overflow-x:auto;margin:.3rem 0 1rem}"
	"table{border-collapse:collapse;font-variant-numeric:tabular-nums}"
	"th,td{padding:.1rem .5rem;text-align:right;white-space:nowrap}"
	"th{color:var(--faint);font-weight:600}"
	"td:first-child,td:nth-child(2){text-align:left;font-weight:600}"
	"tr:nth-child(odd) td{background:var(--soft)}"
	"td[bgcolor]{font-weight:700}"
	"tr td[bgcolor=\"#A0FFA0\"]{background:var(--better);color:var(--better-ink)}"
	"tr td[bgcolor=\"#FFA0A0\"]{background:var(--worse);color:var(--worse-ink)}"
	"@media print{body{max-width:none;padding:0;font-size:10px}pre,table{font-size:8px}"
	"nav{display:none}.table{overflow:visible}h2{break-after:avoid}tr{break-inside:avoid}}";

static void add_names(const struct mmtests_report *report, struct buf *out)
{
	for (size_t i = 0; i < report->run_count; i++) {
		buf_adds(out, i > 0 ? ", " : "");
		buf_add_html(out, report->runs[i]);
	}
}

void report_page_begin(const struct mmtests_report *report, struct buf *out)
{
	if (!report->html)
		return;
	buf_adds(out, "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
		      "<meta name=\"viewport\" content=\"width=device-width\">\n<title>");
	if (report->title.n > 0)
		buf_add_html(out, report->title);
	else
		add_names(report, out);
	buf_addf(out, "</title>\n<style>%s</style>\n</head>\n<body>\n<main>\n<h1>", style);
	if (report->title.n > 0)
		buf_add_html(out, report->title);
	else
		buf_adds(out, "Comparison of runs");
	buf_adds(out, "</h1>\n<p>Baseline first: ");
	add_names(report, out);
	buf_adds(out, ". Percent are of the baseline; above 0 is better.</p>\n");
}

void report_page_end(const struct mmtests_report *report, struct buf *out)
{
	if (report->html)
		buf_adds(out, "</main>\n</body>\n</html>\n");
}

void report_lines(const struct mmtests_report *report, struct buf *out, const char *heading,
		  struct slice lines)
{
	if (!report->html) {
		buf_addf(out, "%s\n%.*s", heading, SLICE_FMT(lines));
		return;
	}
	buf_adds(out, "<h3>");
	buf_add_html(out, slice_str(heading));
	buf_adds(out, "</h3>\n<pre>");
	buf_add_html(out, lines);
	buf_adds(out, "</pre>\n");
}

void report_title(const struct mmtests_report *report, struct buf *out, struct slice title)
{
	if (!report->html) {
		buf_addf(out, "%.*s\n", SLICE_FMT(title));
		return;
	}
	buf_adds(out, "<h3>");
	buf_add_html(out, title);
	buf_adds(out, "</h3>\n");
}

void report_table(const struct mmtests_report *report, struct buf *out, struct slice table)
{
	buf_adds(out, report->html ? "<div class=\"table\" tabindex=\"0\">\n" : "");
	buf_add(out, table);
	buf_adds(out, report->html ? "</div>\n" : "");
}

void report_section(const struct mmtests_report *report, struct buf *out, struct slice name)
{
	if (!report->html)
		return;
	buf_adds(out, "<h2 id=\"");
	buf_add_html(out, name);
	buf_adds(out, "\">");
	buf_add_html(out, name);
	buf_adds(out, "</h2>\n");
}

void report_gap(const struct mmtests_report *report, struct buf *out)
{
	if (!report->html)
		buf_addc(out, '\n');
}
