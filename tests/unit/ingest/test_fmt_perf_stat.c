/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/unit/ingest/told.h"

static struct slice told(void **state, const char *text)
{
	return told_prose(*state, "perf-stat", slice_str(text));
}

#define HEAD " Performance counter stats for 'x':\n\n"
#define FOOT "\n       1.500000000 seconds time elapsed\n"

static void names_and_derived_rates(void **state)
{
	check_text(told(state, HEAD "     1,000      cs          #    0.500 K/sec\n"
				    "       500      cycles:u    #    1.2 GHz   (75.01%)\n" FOOT),
		   "3 context-switches =1000 none\n3 context-switches./sec =500 /sec none\n"
		   "4 cycles[mode=u] =500 lower\n4 cycles.GHz[mode=u] =1.2 GHz none\n"
		   "6 time elapsed =1.5 s lower\n");
}

static void repeated_runs_are_means(void **state)
{
	check_text(told(state, " Performance counter stats for 'x' (5 runs):\n\n"
			       "  12.50 msec task-clock   ( +-  1.50% )\n\n"
			       "  0.5000 +- 0.0010 seconds time elapsed  ( +-  0.20% )\n"),
		   "3 task-clock mean=12.5 msec lower\n5 time elapsed mean=0.5 s lower\n");
}

static void continued_metrics(void **state)
{
	check_text(told(state, HEAD "  100  instructions  #  0.50  insns per cycle\n"
				    "                     #  1.48  stalled cycles per insn\n" FOOT),
		   "3 instructions =100 none\n3 instructions.insn per cycle =0.5 higher\n"
		   "3 instructions.stalled cycles per insn =1.48 lower\n"
		   "6 time elapsed =1.5 s lower\n");
}

static void cgroups_and_remarks(void **state)
{
	check_text(told(state, HEAD "  <not counted> msec cpu-clock  a/b\n"
				    "              7      page-faults  /\n" FOOT),
		   "3 cpu-clock[cgroup=a/b] ='not counted msec lower\n"
		   "4 page-faults[cgroup=/] =7\n6 time elapsed =1.5 s lower\n");
	check_text(told(state, HEAD "  7  page-faults  wow\n  8  minor-faults\n" FOOT),
		   "3 page-faults =7\n4 minor-faults =8\n6 time elapsed =1.5 s lower\n");
}

static void places(void **state)
{
	check_text(told(state, HEAD "S0-D0-C1   2   1.50 msec cpu-clock\n"
				    "N0   2   <not supported>      cycles\n"
				    "a b-12-34   5      page-faults\n" FOOT),
		   "3 cpu-clock[core=S0-D0-C1] =1.5 msec none\n"
		   "4 cycles[node=N0] ='not supported lower\n"
		   "5 page-faults[comm=a b-12,tid=34] =5\n7 time elapsed =1.5 s lower\n");
}

static void decimal_comma(void **state)
{
	check_text(told(state, HEAD "  163.898      page-faults  #  558,156 K/sec\n"
				    "   293,64 msec cpu-clock\n\n  1,5 seconds time elapsed\n"),
		   "3 page-faults =163898\n3 page-faults./sec =558156 /sec none\n"
		   "4 cpu-clock =293.64 msec lower\n6 time elapsed =1.5 s lower\n");
	check_text(told(state, HEAD "  163 898      page-faults\n  1 293,64 msec cpu-clock\n"),
		   "3 page-faults =163898\n4 cpu-clock =1293.64 msec lower\n");
}

static void csv_from_both_ends(void **state)
{
	check_text(told(state, "5,,cpu/event=0x3c,umask=0x0/,grp,1.50%,100,50.00,,\n"
			       "CPU1,<not supported>,,cycles,0,100.00,,\n"),
		   "1 cpu/event=0x3c,umask=0x0/[cgroup=grp] mean=5 none\n"
		   "2 cycles[cpu=1] ='not supported lower\n");
	check_text(told(state, "5,,cycles,100,100.00,0.5,insn per cycle\n"
			       ",,,,,,1.48,stalled cycles per insn\n6,,cs,100,100.00,,\n"),
		   "1 cycles =5 lower\n1 cycles.insn per cycle =0.5 higher\n"
		   "2 cycles.stalled cycles per insn =1.48 lower\n"
		   "3 context-switches =6 none\n");
}

static void metrics_only(void **state)
{
	check_text(told(state, "cpu,GHz,branch-misses of all branches,\nCPU0,2.5,0.5,\n"),
		   "2 GHz[cpu=0] =2.5 GHz none\n2 branch-misses.of all branches[cpu=0] =0.5 % "
		   "lower\n");
}

static void json_lines(void **state)
{
	check_text(told(state,
			"[{\"counter-value\" : \"5,000000\", \"unit\" : \"\", \"event\" : \"cs\", "
			"\"pcnt-running\" : 100,00, \"metric-value\" : 0,5, "
			"\"metric-unit\" : \"M/sec\"},\n"
			"{\"counter-value\" : \"<not counted>\", \"event\" : \"cycles\"}]\n"),
		   "1 context-switches =5 none\n1 context-switches./sec =500000 /sec none\n"
		   "2 cycles ='not counted lower\n");
	check_text(told(state, "{\"counter-value\" : }\n"),
		   "1 ! no JSON: unexpected token near '}'\n");
}

static void prose_is_none(void **state)
{
	check_text(told(state, "  12 patches\n  13 page-faults\n  14 more\n\n1,2,foo,4,5.00\n"
			       "GHz, of all things, per cycle\n"),
		   "");
}

/* Event logs of opensnoop -T, tcplife and shmsnoop have a number, a name and more. */
static void event_logs_are_none(void **state)
{
	check_text(told(state, "TIME(s)       PID    COMM               FD ERR PATH\n"
			       "0.000000000   24491  cat                 3   0 /etc/ld.so.cache\n"
			       "0.000289999   24491  cat                 3   0 /etc/passwd\n"),
		   "");
	check_text(told(state,
			"PID   COMM       LADDR     LPORT RADDR      RPORT TX_KB RX_KB MS\n"
			"24967 python3    127.0.0.1 55725 127.0.0.1  46844     0     0 0.25\n"
			"24967 python3    127.0.0.1 46844 127.0.0.1  55725     0     0 0.30\n"),
		   "");
	check_text(told(state, "PID    COMM                SYS              RET ARGs\n"
			       "19816  client            SHMDT                0 shmaddr: 0x0\n"
			       "19816  client            SHMAT                0 shmaddr: 0x0\n"),
		   "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TOLD_TEST(names_and_derived_rates),
		TOLD_TEST(repeated_runs_are_means),
		TOLD_TEST(continued_metrics),
		TOLD_TEST(cgroups_and_remarks),
		TOLD_TEST(places),
		TOLD_TEST(decimal_comma),
		TOLD_TEST(csv_from_both_ends),
		TOLD_TEST(metrics_only),
		TOLD_TEST(json_lines),
		TOLD_TEST(prose_is_none),
		TOLD_TEST(event_logs_are_none),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
