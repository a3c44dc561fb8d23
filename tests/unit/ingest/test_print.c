/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/print.h"

#include <math.h>

#include "tests/unit/check.h"

static void check_line(const struct record *record, const char *wanted)
{
	struct buf buf;

	buf_init(&buf);
	print_record(&buf, record);
	check_text(buf_slice(&buf), wanted);
	buf_release(&buf);
}

static void sample(void **state)
{
	const struct label labels[] = { { SLICE("comm"), SLICE("a\"b") },
					{ SLICE("tid"), SLICE("7") } };
	struct record r = record_init(RECORD_SAMPLE);

	(void)state;
	r.source = SLICE("x");
	r.file = SLICE("d/f");
	r.line = 3;
	r.run = SLICE("v6.1");
	r.benchmark = SLICE("pft");
	r.iteration = 2;
	r.metric = SLICE("m");
	r.labels = labels;
	r.label_count = 2;
	r.value = 1530574.6033;
	r.unit = SLICE("s");
	r.better = BETTER_LOWER;
	r.statistic = SLICE("mean");
	r.n = 4;
	r.print = 1;
	r.time_s = 0.25;
	check_line(&r, "{\"type\":\"sample\",\"source\":\"x\",\"file\":\"d/f\",\"line\":3,"
		       "\"run\":\"v6.1\",\"benchmark\":\"pft\",\"iteration\":2,\"metric\":\"m\","
		       "\"labels\":{\"comm\":\"a\\\"b\",\"tid\":\"7\"},\"value\":1530574.6033,"
		       "\"unit\":\"s\",\"better\":\"lower\",\"statistic\":\"mean\",\"n\":4,"
		       "\"time\":0.25,\"print\":1}\n");
}

static void text_or_status(void **state)
{
	struct record r = record_init(RECORD_SAMPLE);

	(void)state;
	r.metric = SLICE("@a");
	r.text = SLICE("b\xff");
	check_line(&r, "{\"type\":\"sample\",\"metric\":\"@a\",\"text\":\"b\xef\xbf\xbd\"}\n");
	r.text = SLICE_NONE;
	r.status = SLICE("failed");
	check_line(&r, "{\"type\":\"sample\",\"metric\":\"@a\",\"status\":\"failed\"}\n");
}

static void meta_and_diagnostic(void **state)
{
	struct record r = record_init(RECORD_META);

	(void)state;
	r.key = SLICE("kernel.cmdline");
	check_line(&r, "{\"type\":\"meta\",\"key\":\"kernel.cmdline\",\"value\":\"\"}\n");
	r = record_init(RECORD_DIAGNOSTIC);
	r.line = 9;
	r.message = SLICE("odd");
	check_line(&r, "{\"type\":\"diagnostic\",\"line\":9,\"message\":\"odd\"}\n");
}

static void symbol(void **state)
{
	struct record r = record_init(RECORD_SYMBOL);

	(void)state;
	r.file = SLICE("mail.txt");
	r.source_file = SLICE("mm/memcontrol.c");
	r.symbol = SLICE("f");
	r.percent = 0.5;
	r.samples = 7;
	check_line(&r, "{\"type\":\"symbol\",\"path\":\"mail.txt\",\"file\":\"mm/memcontrol.c\","
		       "\"symbol\":\"f\",\"percent\":0.5,\"samples\":7}\n");
}

static void histogram_and_stack(void **state)
{
	const struct bucket buckets[] = { { -INFINITY, 0, 1 }, { 0, INFINITY, 2 } };
	const struct slice frames[] = { SLICE("a"), SLICE("b") };
	struct record r = record_init(RECORD_HISTOGRAM);

	(void)state;
	r.metric = SLICE("h");
	r.buckets = buckets;
	r.bucket_count = 2;
	check_line(&r, "{\"type\":\"histogram\",\"metric\":\"h\","
		       "\"buckets\":[[null,0,1],[0,null,2]]}\n");
	r = record_init(RECORD_STACK);
	r.frames = frames;
	r.frame_count = 2;
	r.count = 5;
	check_line(&r, "{\"type\":\"stack\",\"count\":5,\"frames\":[\"a\",\"b\"]}\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sample),
		cmocka_unit_test(text_or_status),
		cmocka_unit_test(meta_and_diagnostic),
		cmocka_unit_test(symbol),
		cmocka_unit_test(histogram_and_stack),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
