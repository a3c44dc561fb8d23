/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/format.h"
#include "tests/unit/ingest/told.h"

extern const struct format fmt_fio;

static struct slice told(void **state, const char *text)
{
	return told_whole(*state, &fmt_fio, NULL, slice_str(text));
}

#define JOB(name, ios, bw, clat)                                                     \
	"{\"jobname\": \"" name "\", \"job options\": {\"bs\": \"4k\"}, \"read\": {" \
	"\"total_ios\": " ios ", \"bw\": " bw ", \"clat_ns\": {\"mean\": " clat      \
	", \"min\": 1, \"max\": 99, \"N\": " ios "}}, \"write\": {\"total_ios\": 0}}"
#define FIO(jobs) "{\"fio version\": \"fio-3.33\", \"jobs\": [" jobs "]}\n"
#define LABELS    "[iodepth=1,numjobs=1,bs=4096,job=a,side=read]"

static void one_job(void **state)
{
	check_text(told(state, "note: x\n" FIO(JOB("a", "8", "5", "7"))),
		   "2 tool.version=fio-3.33\n"
		   "2 bw" LABELS " =5 KiB/s higher (fio)\n"
		   "2 total_ios" LABELS " =8 none (fio)\n"
		   "2 clat" LABELS " mean=7 nsec lower (fio)\n"
		   "2 clat" LABELS " min=1 nsec lower (fio)\n"
		   "2 clat" LABELS " max=99 nsec lower (fio)\n");
}

static void the_whole_of_jobs(void **state)
{
	struct slice out = told(state, FIO(JOB("a", "1", "5", "10") ", " JOB("b", "3", "6", "50")));
	size_t at = slice_find(out, "1 bw[job=all");

	/* latency over all I/O: (1 * 10 + 3 * 50) / 4 */
	check_text(slice_skip(out, at), "1 bw[job=all,side=read] =11 KiB/s higher (fio)\n"
					"1 iops[job=all,side=read] =0 higher (fio)\n"
					"1 total_ios[job=all,side=read] =4 none (fio)\n"
					"1 clat[job=all,side=read] mean=40 nsec lower (fio)\n"
					"1 clat[job=all,side=read] min=1 nsec lower (fio)\n"
					"1 clat[job=all,side=read] max=99 nsec lower (fio)\n");
}

static void the_last_of_status_intervals(void **state)
{
	struct slice out = told(state, FIO(JOB("a", "8", "5", "7")) FIO(JOB("a", "9", "6", "8")));

	assert_true(slice_find(out, "=5 KiB/s") == out.n);
	assert_true(slice_find(out, "2 bw" LABELS " =6 KiB/s") < out.n);
}

static void before_version_3(void **state)
{
	struct slice out = told(state, FIO("{\"jobname\": \"a\", \"write\": {\"total_ios\": 1, "
					   "\"clat\": {\"mean\": 3.5, \"max\": 4, \"percentile\": "
					   "{\"99.900000\": 4, \">=100\": 5}}}}"));

	check_text(out, "1 tool.version=fio-3.33\n1 total_ios[job=a,side=write] =1 none (fio)\n"
			"1 clat[job=a,side=write] mean=3.5 usec lower (fio)\n"
			"1 clat[job=a,side=write] max=4 usec lower (fio)\n"
			"1 clat[job=a,side=write] p99.9=4 usec lower (fio)\n");
}

static void a_job_that_failed(void **state)
{
	check_text(told(state, FIO("{\"jobname\": \"a\", \"error\": 28}")),
		   "1 tool.version=fio-3.33\n1 ! job a failed: error 28\n");
}

static void wrong_shapes(void **state)
{
	check_text(told(state, "{}"), "0 !! expected a document with \"fio version\"\n");
	check_text(told(state, "{\"fio version\": 3}"), "1 !! /jobs: expected a list\n");
	check_text(told(state, FIO("")), "1 !! /jobs: expected a list\n");
	check_text(told(state, FIO("1, [], \"x\"")), "1 tool.version=fio-3.33\n");
}

static void detected(void **state)
{
	(void)state;
	assert_int_equal(fmt_fio.detect(SLICE("note: {\n{ \"fio version\" : \"fio-3.33\"")), 100);
	assert_int_equal(fmt_fio.detect(SLICE("{\"a\": 1, \"fio version\" : \"fio-3.33\"")), 0);
	assert_int_equal(fmt_fio.detect(SLICE("{\"jobs\": []}")), 0);
}

/* Broken off anywhere: an error, and nothing else can fail. */
static void broken_off(void **state)
{
	struct slice whole = SLICE("x\n" FIO(JOB("a", "8", "5", "7") ", " JOB("a", "1", "2", "3")));

	for (size_t n = 0; n + 2 < whole.n; n++) {
		struct slice out = told_whole(*state, &fmt_fio, NULL, slice_head(whole, n));

		assert_true(slice_find(out, "!! ") < out.n);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TOLD_TEST(one_job),
		TOLD_TEST(the_whole_of_jobs),
		TOLD_TEST(the_last_of_status_intervals),
		TOLD_TEST(before_version_3),
		TOLD_TEST(a_job_that_failed),
		TOLD_TEST(wrong_shapes),
		TOLD_TEST(detected),
		TOLD_TEST(broken_off),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
