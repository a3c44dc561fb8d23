/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The three formats of bcc: bcc-histogram, bcc-table and bcc-stack. */
#include "tests/unit/ingest/told.h"

static struct slice told(void **state, const char *text)
{
	return told_prose(*state, NULL, slice_str(text));
}

static void histogram_and_average(void **state)
{
	check_text(told(state, "# ./funclatency do_sys_open\n"
			       "Tracing 1 functions for \"do_sys_open\"... Hit Ctrl-C to end.\n"
			       "^C\n00:12:55\n     nsecs           : count     distribution\n"
			       "       0 -> 1        : 0        |      |\n"
			       "       2 -> 3        : 124      |***  +|\n      |\n"
			       "\navg = 3 nsecs, total: 372 nsecs, count: 124\n"),
		   "5 funclatency[function=do_sys_open] 0:2=0 2:4=124 nsec #1 at 775\n"
		   "10 funclatency[function=do_sys_open] mean=3 nsec #1 at 775\n");
}

static void labels_of_histograms(void **state)
{
	check_text(told(state, "Tracing block device I/O... Hit Ctrl-C to end.\n\n"
			       "disk = vda\tflags = Write\n     usecs : count    distribution\n"
			       "         0 -> 1 : 1 |*|\n\nBucket disk = 'xvdb'\n"
			       "     msecs : count    distribution\n         2 -> 3 : 5 |*|\n\n"
			       "pid = 9043 ping pong\n     size : count    distribution\n"
			       "         2 -> 3 : 5 |*|\n\nFunction = b'f' [65]\n"
			       "     usecs : count    distribution\n         2 -> 3 : 5 |*|\n"),
		   "4 biolatency[disk=vda,flags=Write] 0:2=1 usec #1\n"
		   "8 biolatency[disk=xvdb] 2:4=5 msec #1\n"
		   "12 biolatency[pid=9043,comm=ping pong] 2:4=5 size #1\n"
		   "16 biolatency[function=f,pid=65] 2:4=5 usec #1\n");
}

static void linear_histograms(void **state)
{
	check_text(told(state,
			"     runqlen       : count     distribution\n"
			"        0          : 12       |****|\n        2          : 3        |*|\n"
			"        8          : 1        |*|\n"),
		   "1 ! buckets of 2: guessed from their distances\n"
		   "1 0:2=12 2:4=3 8:10=1 runqlen #1\n");
}

static void argdist(void **state)
{
	check_text(
		told(state, "[01:50:00]\np::__kmalloc(size_t size):size_t:size\n"
			    "     size                : count     distribution\n"
			    "         8 -> 15         : 6        |***|\n[01:50:03]\n"
			    "p::__kmalloc(size_t size):size_t:size\n\tCOUNT      EVENT\n"
			    "\t2          size = 10\n"),
		"3 argdist[probe=p::__kmalloc(size_t size):size_t:size] 8:16=6 size #1 at 6600\n"
		"8 argdist[probe=p::__kmalloc(size_t size):size_t:size,event=size = 10] =2 #1 at "
		"6603\n");
}

static void tables(void **state)
{
	check_text(told(state,
			"[09:41:32]\nSYSCALL                   COUNT        TIME (us)\n"
			"[unknown: 321]               32            4.965\n\n"
			"SOFTIRQ          TOTAL_nsecs\ntimer  7\n\nSOFTIRQ TOTAL_nsecs\ntimer 8\n"
			"\nPID      NAME             CPU     REFERENCE         MISS   HIT%\n"
			"0        swap er/15       15        3515000       640000  81.79%\n[...]\n"
			"Total References: 5 Total Misses: 2 Hit Rate: 60.00%\n"),
		   "3 syscount.count[syscall=[unknown: 321]] =32 #1 at 34892\n"
		   "3 syscount.time[syscall=[unknown: 321]] =4.965 usec #1 at 34892\n"
		   "6 softirqs.total[softirq=timer] =7 nsec #1 at 34892\n"
		   "9 softirqs.total[softirq=timer] =8 nsec #2 at 34892\n"
		   "12 llcstat.reference[pid=0,name=swap er/15,cpu=15] =3515000 #1 at 34892\n"
		   "12 llcstat.miss[pid=0,name=swap er/15,cpu=15] =640000 #1 at 34892\n"
		   "12 llcstat.hit[pid=0,name=swap er/15,cpu=15] =81.79 % #1 at 34892\n"
		   "14 llcstat.total_references =5 at 34892\n14 llcstat.total_misses =2 at 34892\n"
		   "14 llcstat.hit_rate =60 % at 34892\n");
}

static void rows_are_printings(void **state)
{
	check_text(
		told(state,
		     "    HITS   MISSES  DIRTIES HITRATIO   BUFFERS_MB  CACHED_MB\n"
		     "     161        0       36  100.00%          277       4372\n"
		     "^C     0      -19        1    0.00%          277       4423\nDetaching...\n"),
		"2 cachestat.hits =161 #1\n2 cachestat.misses =0 #1\n2 cachestat.dirties =36 #1\n"
		"2 cachestat.hitratio =100 % #1\n2 cachestat.buffers =277 MB #1\n"
		"2 cachestat.cached =4372 MB #1\n3 cachestat.hits =0 #2\n"
		"3 cachestat.misses =-19 #2\n3 cachestat.dirties =1 #2\n"
		"3 cachestat.hitratio =0 % #2\n3 cachestat.buffers =277 MB #2\n"
		"3 cachestat.cached =4423 MB #2\n");
}

static void event_logs(void **state)
{
	check_text(told(state,
			"TIME(s)  COMM           PID     LAT(ms) PAGES\n"
			"1.5      a b            17678      0.19   143\n\n"
			"COMM           PID    LAT(us)             RVAL FUNC        ARGS\n"
			"ba sh          11527    78.97         ffffffea vfs_read    0x1 0x2\n\n"
			"COMM           PID    LAT(us)             RVAL FUNC\n"
			"bash           11527    18446744073709551.62   1 vfs_read\n\n"
			"21:03:39 Triggered by PID 32 (\"ntpd\"), OOM kill of PID 22 (\"per l\"), "
			"3850642 pages, loadavg: 0.99 0.39\n"),
		   "2 drsnoop.lat[comm=a b,pid=17678] =0.19 msec at 2\n"
		   "2 drsnoop.pages[comm=a b,pid=17678] =143 pages at 2\n"
		   "5 funcslower.lat[comm=ba sh,pid=11527,func=vfs_read] =78.97 usec\n"
		   "8 ! 1 values from a subtraction that went below 0 are left out\n"
		   "10 oomkill.pages[trigger_pid=32,trigger_comm=ntpd,pid=22,comm=per l] =3850642 "
		   "pages at 75819\n");
}

static void logs_without_numbers(void **state)
{
	check_text(told(state, "PID    COMM                SYS              RET ARGs\n"
			       "19813  ser ver           SHMGET            10000 key: 0x78020001\n"
			       "19816  client            SHMAT     7f4fd8ee7000 shmid: 0x10000\n"
			       "19816  client            SHMAT     7f4fd8ee7000 shmid: 0x10000\n\n"
			       "PID     TID     COMM         FUNC             -\n"
			       "1       1       bash         sys_execve       argv = ls\n"),
		   "1 shmsnoop.calls[sys=SHMGET] =1\n1 shmsnoop.calls[sys=SHMAT] =2\n"
		   "6 ! trace: 1 lines of free text hold no measurement\n");
}

static void stacks(void **state)
{
	check_text(told(state,
			"    bpf_trace_run4\n    __schedule\n    -                ping pong (18)\n"
			"        47863\n\n    bpf_trace_run4\n    __schedule\n"
			"    -                ping pong (18)\n        7\n\n"
			"Tracing off-CPU time (us) of all threads by kernel stack... Hit\n"
			"    schedule\n    do_wait\n    chmod\n        13\n\n"
			"Tracing 2 functions for \"submit_*\"... Hit Ctrl-C to end.\n^C\n"
			"  submit_bio\n  kthread\n    38\n"),
		   "1[pid=18] ping pong __schedule;bpf_trace_run4 47870\n"
		   "12 offcputime chmod do_wait;schedule 13\n"
		   "19 stackcount kthread;submit_bio 38\n");
}

static void leaks(void **state)
{
	check_text(
		told(state, "Attaching to kernel allocators, Ctrl+C to quit.\n"
			    "[11:16:33] Top 10 stacks with outstanding allocations:\n"
			    "        addr = ffff size = 32\n"
			    "        248 bytes in 4 allocations from stack\n"
			    "                 bpf_prog_load [kernel]\n                 sys_bpf "
			    "[kernel]\n\n"
			    "        8 bytes in 1 allocations from stack\n"
			    "                0 [<ffffffff81000000>] f+0x1\n"),
		"4 memleak.bytes sys_bpf [kernel];bpf_prog_load [kernel] 248 #1 at 40593\n"
		"4 memleak.allocations sys_bpf [kernel];bpf_prog_load [kernel] 4 #1 at 40593\n"
		"8 memleak.bytes f+0x1 8 #1 at 40593\n8 memleak.allocations f+0x1 1 #1 at 40593\n");
}

static void who_woke_whom(void **state)
{
	check_text(
		told(state,
		     "Tracing blocked time (us) by kernel stack... Hit Ctrl-C to end.\n^C\n"
		     "    target:          vmstat\n    ffffffff810df082 hrtimer_wakeup\n"
		     "    ffffffff810df494 run\n    waker:           swapper/1\n        4000415\n"),
		"3 wakeuptime[target=vmstat,waker=swapper/1] run;hrtimer_wakeup 4000415\n");
}

static void tools_by_sentences(void **state)
{
	check_text(told(state, "Tracing NFS operation latency... Hit Ctrl-C to end.\n\n"
			       "operation = read\n     usecs : count    distribution\n"
			       "         0 -> 1 : 1 |*|\n# ./funcinterval malloc\n"
			       "Tracing 1 functions for \"malloc\"... Hit Ctrl-C to end.\n"
			       "     usecs : count    distribution\n         0 -> 1 : 1 |*|\n"),
		   "4 nfsdist[operation=read] 0:2=1 usec #1\n"
		   "8 funcinterval[function=malloc] 0:2=1 usec #1\n");
}

static void prose_is_none(void **state)
{
	check_text(told(state,
			"FUNC and COUNT are columns\nPID COMM\n  a list\n  of words\n    12\n"
			"avg = 5 apples\nTracing the bug took 3 days\n"),
		   "");
}

static void hostile(void **state)
{
	static const char *const names[] = { "bcc-histogram", "bcc-table", "bcc-stack" };

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		told_survives(*state, names[i],
			      "     usecs : count    distribution\n0 -> 1 : 1 |*|\n");
		told_survives(*state, names[i],
			      "FUNC COUNT\nvfs_read 12\nComm PID LAT(ms) PAGES\n");
		told_survives(*state, names[i],
			      "    f\n    -   a (1)\n        5\n\n8 bytes in 1 "
			      "allocations from stack\n         g\n");
		told_survives(*state, names[i],
			      "Triggered by PID 3 (\"a\"), OOM kill of PID 2 (\"b\"), "
			      "3 pages, loadavg\n");
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TOLD_TEST(histogram_and_average),
		TOLD_TEST(labels_of_histograms),
		TOLD_TEST(linear_histograms),
		TOLD_TEST(argdist),
		TOLD_TEST(tables),
		TOLD_TEST(rows_are_printings),
		TOLD_TEST(event_logs),
		TOLD_TEST(logs_without_numbers),
		TOLD_TEST(stacks),
		TOLD_TEST(leaks),
		TOLD_TEST(who_woke_whom),
		TOLD_TEST(tools_by_sentences),
		TOLD_TEST(prose_is_none),
		TOLD_TEST(hostile),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
