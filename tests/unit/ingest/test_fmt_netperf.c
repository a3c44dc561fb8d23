/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/unit/ingest/told.h"

static struct slice told(void **state, const char *text)
{
	return told_prose(*state, NULL, slice_str(text));
}

static void one_row_below_its_name(void **state)
{
	check_text(told(state, "With netperf:\n 87380  16384  16384    10.00    9412.32\n"),
		   "2 ! rows without headings: the unit is assumed to be netperf's default\n2 "
		   "throughput[size=16384] =9412.32 10^6bits/s higher @With netperf (netperf)\n");
}

static void the_command_names_the_test(void **state)
{
	check_text(told(state, "# netperf -H a -t TCP_MAERTS -- -m 10K\n 87380  16384  10240    "
			       "10.00    9412.32\n"),
		   "2 ! rows without headings: the unit is assumed to be netperf's default\n2 "
		   "throughput[test=TCP_MAERTS,size=10240] =9412.32 10^6bits/s higher (netperf)\n");
}

static void other_units(void **state)
{
	check_text(told(state,
			"TCP STREAM TEST from 0.0.0.0 to 127.0.0.1\nRecv   Send    Send\nSize  "
			" Size    Size     Time     Throughput\nbytes  bytes   bytes    secs.  "
			"  KBytes/sec\n\n 87380  16384  16384    10.00    9412.32\n"),
		   "6 throughput[test=TCP_STREAM,size=16384] =9412.32 KBytes/s higher (netperf)\n");
}

static void columns_of_numbers_are_none(void **state)
{
	check_text(told(state, " 87380  16384  16384    10.00    9412.32\n"), "");
	check_text(told(state, "1 2 3 4.00 5.00\n2 3 4 5.00 6.00\n"), "");
	check_text(told(state, "87380 16384 16384 10 9412\n87380 16384 16384 10 9412\n"), "");
	check_text(told(state, "2048 4096 8192 1.00 2.00 3.00\n2048 4096 8192 1.00 2.00 3.00\n"),
		   "");
}

static void hostile(void **state)
{
	told_survives(*state, NULL, "540000 262144  10240    60.00    54613.89");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TOLD_TEST(one_row_below_its_name),
		TOLD_TEST(the_command_names_the_test),
		TOLD_TEST(other_units),
		TOLD_TEST(columns_of_numbers_are_none),
		TOLD_TEST(hostile),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
