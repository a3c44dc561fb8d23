/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/mmtests.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "ingest/unpack.h"
#include "lib/buf.h"
#include "lib/num.h"

/* Records as text, a line each: "12 sample pft faults/cpu-1 72767.487 faults/s higher". */
struct seen {
	struct sink sink;
	struct unpack_visitor visitor;
	struct buf text;
	size_t samples;
};

static enum err take_record(struct sink *sink, const struct record *r, struct error *err)
{
	struct seen *seen = CONTAINER_OF(sink, struct seen, sink);

	assert_int_equal(record_check(r, err), OK);
	buf_addf(&seen->text, "%zu ", r->line);
	if (r->kind == RECORD_META) {
		buf_addf(&seen->text, "%.*s=%.*s\n", SLICE_FMT(r->key), SLICE_FMT(r->value_text));
	} else if (r->kind == RECORD_DIAGNOSTIC) {
		buf_addf(&seen->text, "! %.*s\n", SLICE_FMT(r->message));
	} else {
		assert_int_equal(r->kind, RECORD_SAMPLE);
		seen->samples++;
		if (r->benchmark.n > 0)
			buf_addf(&seen->text, "[%.*s] ", SLICE_FMT(r->benchmark));
		buf_addf(&seen->text, "%.*s ", SLICE_FMT(r->metric));
		num_print(&seen->text, r->value);
		buf_addf(&seen->text, " %.*s %s\n", SLICE_FMT(r->unit), better_name(r->better));
	}
	return OK;
}

static void seen_init(struct seen *seen)
{
	*seen = (struct seen){ .sink = { take_record } };
	buf_init(&seen->text);
}

static enum err parse_stream(struct slice path, struct slice outer, struct stream *stream,
			     struct sink *sink, struct error *err)
{
	struct mmtests_member member;
	struct input input;
	struct arena arena;
	bool is_result;
	enum err e;

	assert_true(mmtests_member(path, outer, &member));
	arena_init(&arena);
	input_init(&input, stream);
	input.path = member.path;
	input.run = member.run;
	input.benchmark = member.benchmark;
	input.iteration = member.iteration;
	e = mmtests_parse(&arena, &member, &input, sink, &is_result, err);
	input_release(&input);
	arena_release(&arena);
	return e;
}

/* Reads text as the file at path; the records must be want, line by line. */
static void expect(const char *path, const char *text, const char *want)
{
	struct memory_stream memory;
	struct seen seen;
	struct error err;

	seen_init(&seen);
	memory_stream_init(&memory, slice_str(text));
	if (parse_stream(slice_str(path), SLICE("run"), &memory.stream, &seen.sink, &err) != OK)
		fail_msg("%s", err.text);
	assert_string_equal(buf_slice(&seen.text).n > 0 ? seen.text.data : "", want);
	buf_release(&seen.text);
}

/* ---- paths ---- */

static void expect_member(const char *path, const char *outer, const char *run, const char *within,
			  const char *benchmark, int iteration)
{
	struct mmtests_member member;

	assert_true(mmtests_member(slice_str(path), slice_str(outer), &member));
	assert_true(slice_is(member.run, run));
	assert_true(slice_is(member.path, within));
	assert_true(slice_is(member.benchmark, benchmark));
	assert_int_equal(member.iteration, iteration);
}

static void paths_in_trees(void **state)
{
	struct mmtests_member member;

	(void)state;
	expect_member("work/log/6.1-child/iter-0/pft/logs/pft-1.log", "x", "6.1-child",
		      "iter-0/pft/logs/pft-1.log", "pft", 1);
	expect_member("6.1-child/iter-12/kernel.version", "log", "6.1-child",
		      "iter-12/kernel.version", "", 13);
	expect_member("iter-2/pft/noprofile/pft-1.log.gz", "work/log/6.1-child", "6.1-child",
		      "iter-2/pft/noprofile/pft-1.log.gz", "pft", 3);
	expect_member("6.1-child/mmtests-activity", "log", "6.1-child", "mmtests-activity", "", 0);
	expect_member("mmtests-activity", "6.1-child", "6.1-child", "mmtests-activity", "", 0);
	assert_false(mmtests_member(SLICE("mail.txt"), SLICE("x"), &member));
	assert_false(mmtests_member(SLICE("a/iter-x/pft"), SLICE("x"), &member));
	assert_false(mmtests_member(SLICE("a/iter-99999999999/pft"), SLICE("x"), &member));
	assert_false(mmtests_member(SLICE("a/iter-1"), SLICE("x"), &member));
	assert_false(mmtests_member(SLICE("mmtests-table.txt"), SLICE("x"), &member));
}

/* ---- benchmarks ---- */

static void pft(void **state)
{
	(void)state;
	expect("r/iter-0/pft/logs/pft-4.log.gz",
	       "clipping nr_tests to nr_cpus_allowed [2]\n"
	       "   0    4   1     0.02s     0.43s     0.45s   72767.487  72691.034\n"
	       "\n"
	       "   0    4   1     0.02s     0.43s     0.45s   nan  72691.034\n"
	       "   0    4   1     0.02s     0.43s     0.45s   72767.487\n"
	       "   0    4   1     0.02s     0.43s     0.45s   1  2 3\n",
	       "2 faults/cpu-4 72767.487 faults/s higher\n"
	       "2 faults/sec-4 72691.034 faults/s higher\n"
	       "4 ! expected 8 numbers\n"
	       "5 ! expected 8 numbers\n"
	       "6 ! expected 8 numbers\n");
}

static void hackbench(void **state)
{
	(void)state;
	expect("r/iter-0/hackbench-thread-sockets/logs/hackbench-16",
	       "# Running 'sched/messaging' benchmark:\n\n     Total time: 0.164438 [sec]\n"
	       "     Total time: 1e999 [sec]\n     Total time: -1.5 [sec]\n     Total time:\n",
	       "3 time-16 0.164438 s lower\n"
	       "4 ! expected a number as word 3 of a line with 'Total time:'\n"
	       "5 time-16 -1.5 s lower\n"
	       "6 ! expected a number as word 3 of a line with 'Total time:'\n");
	expect("r/iter-0/hackbench-process-pipes/logs/hackbench-1-3", "Total time: 2 [sec]\n",
	       "1 time-1 2 s lower\n");
	expect("r/iter-0/hackbench-process-pipes/logs/hackbench-1", "killed\n",
	       "1 ! no measurement in it\n");
}

static void gnu_time(void **state)
{
	(void)state;
	expect("r/iter-0/kernbench/logs/time-2-3",
	       "0.52user 0.05system 1:02:03.50elapsed 49%CPU (0avgtext+0avgdata 1maxresident)k\n"
	       "0inputs+0outputs (0major+51minor)pagefaults 0swaps\n",
	       "1 Elapsed-2 3723.5 s lower\n1 System-2 0.05 s lower\n1 User-2 0.52 s lower\n");
	expect("r/iter-0/nas-mpi-bt/logs/time-bt.C-1", "1.00user 2.00system 0:03.00elapsed\n",
	       "1 Elapsed-bt.C 3 s lower\n1 System-bt.C 2 s lower\n1 User-bt.C 1 s lower\n");
	expect("r/iter-0/gitsource/logs/time-_-1", "1.00user 2.00system 0:03.00elapsed\n",
	       "1 Elapsed 3 s lower\n1 System 2 s lower\n1 User 1 s lower\n");
	expect("r/iter-0/memcgcat/logs/time-24M-10",
	       "Command exited with non-zero status 137\n0.00user 0.30system 0:00.60elapsed\n",
	       "1 ! the measured command failed\n"
	       "2 Elapsed-24M 0.6 s lower\n2 System-24M 0.3 s lower\n");
	expect("r/iter-0/usemem/logs/time-2-1", "0.52user 0:01.15elapsed\n",
	       "1 ! expected user, system and elapsed times\n1 ! no measurement in it\n");
}

static void lines_and_fields(void **state)
{
	(void)state;
	expect("r/iter-0/perfpipe/logs/benchlog-_-_-3",
	       "     Total time: 0.219400 [sec]\n\n      54.850105 usecs/op\n 18231 ops/sec\n",
	       "3 usecs-op 54.850105 usec lower\n");
	expect("r/iter-0/perfsyscall/logs/benchlog-_-_-1", "1.369761 usecs/op\n",
	       "1 usecs/syscall 1.369761 usec lower\n");
	expect("r/iter-0/unixsock/logs/benchlog-64-_", "81.17 usecs/op\n82.5 usecs/op\n",
	       "1 usecs-op-64 81.17 usec lower\n2 usecs-op-64 82.5 usec lower\n");
	expect("r/iter-0/wis-pf/logs/benchlog-page_fault1_processes-2",
	       "measurement\nmin:0 max:51467 total:51468\naverage:46924\n",
	       "2 ops-page_fault1_processes-2 51468 ops higher\n");
	expect("r/iter-0/sysbenchcpu/logs/benchlog-4-_-1", "    events per second: 16810.40\n",
	       "1 events/sec-4 16810.4 events/s higher\n");
	expect("r/iter-0/sysbenchmutex/logs/benchlog-4-_-1",
	       "         95th percentile:         0.77\n", "1 latency-4 0.77 msec lower\n");
	expect("r/iter-0/xsbench/logs/benchlog-4-_-1", "Lookups/s:   1,234,567\n Lookups/s: 1\n",
	       "1 lookups/sec-4 1234567 lookups/s higher\n");
	expect("r/iter-0/pedsort/logs/benchlog-4-_-1", "a b 77.5 jobs/hour/core\n",
	       "1 jobs/core-4 77.5 jobs/hour/core higher\n");
	expect("r/iter-0/pedsort/logs/benchlog-4-_-1", "jobs/hour/core\n",
	       "1 ! expected a number as word -2 of a line with 'jobs/hour/core'\n"
	       "1 ! no measurement in it\n");
}

static void files_that_tell_nothing(void **state)
{
	(void)state;
	expect("r/iter-0/pft/logs/mmtests.log.gz", "1 2 3 4 5 6 7 8\n", "");
	expect("r/iter-0/pft/logs/pft-", "1 2 3 4 5 6 7 8\n", "");
	expect("r/iter-0/pft/other/pft-1.log", "1 2 3 4 5 6 7 8\n", "");
	expect("r/iter-0/nothing/logs/pft-1.log", "1 2 3 4 5 6 7 8\n", "");
	expect("r/iter-0/proc-vmstat-pft.gz", "start :: 17\n", "");
	expect("r/mmtests-activity", "17 status :: 0\n", "");
}

/* ---- facts ---- */

static void timestamps(void **state)
{
	(void)state;
	expect("r/iter-0/tests-timestamp",
	       "start :: 100\ntest begin :: pft 101\ntest end :: pft 110 0\n"
	       "time :: pft 0.17 user 7.38 system 7.57 elapsed\n"
	       "test begin :: novelty 111\ntest end :: novelty 112 3\n"
	       "time :: novelty 0.17 user 7.38 sys\nfinish :: 120\nstart :: x\n\nwhat\n",
	       "1 run.start=100\n3 test.status.pft=0\n"
	       "4 [pft] Duration User 0.17 s lower\n4 [pft] Duration System 7.38 s lower\n"
	       "4 [pft] Duration Elapsed 7.57 s lower\n"
	       "6 test.status.novelty=3\n"
	       "7 ! expected user, system and elapsed seconds of a test\n"
	       "8 run.end=120\n"
	       "11 ! expected start, end or time of a test\n");
	expect("r/iter-1/tests-timestamp", "start :: x\ntest begin :: novelty 1\ntest end :: a\n",
	       "1 ! expected a number\n3 ! expected name, time and exit status of a test\n");
}

static void kernel_names(void **state)
{
	(void)state;
	expect("r/iter-0/kernel.version",
	       "Linux host 5.14.21-default #1 SMP PREEMPT (3c5) x86_64 x86_64 x86_64 GNU/Linux\n",
	       "1 kernel.release=5.14.21-default\n1 machine.hostname=host\n"
	       "1 kernel.arch=x86_64\n1 kernel.version=#1 SMP PREEMPT (3c5)\n");
	expect("r/iter-0/kernel.version", "Linux host 6.1 #9 SMP aarch64 unknown GNU/Linux\n",
	       "1 kernel.release=6.1\n1 machine.hostname=host\n"
	       "1 kernel.arch=aarch64\n1 kernel.version=#9 SMP\n");
	expect("r/iter-0/kernel.version", "Linux host 6.1\n",
	       "1 ! expected what uname -a prints\n");
	expect("r/iter-0/kernel.version", "Linux host 6.1 #9\n",
	       "1 kernel.release=6.1\n1 machine.hostname=host\n");
	expect("r/iter-0/proc-version.txt", "Linux version 6.1 (a@b (c)) (gcc (D) 12, ld) #1 SMP\n",
	       "1 kernel.release=6.1\n1 kernel.compiler=gcc (D) 12, ld\n"
	       "1 kernel.version=#1 SMP\n");
	expect("r/iter-0/proc-version.txt", "Linux version 6.1 (a@b (c\n",
	       "1 kernel.release=6.1\n1 ! expected a compiler in parentheses\n");
	expect("r/iter-0/proc-cmdline.txt", "quiet cgroup.memory=nokmem \n",
	       "1 kernel.cmdline=quiet cgroup.memory=nokmem\n");
	expect("r/iter-0/kconfig-6.1.txt.gz",
	       "CONFIG_HZ=250\n# CONFIG_MEMCG_V1 is not set\nCONFIG_MEMCG=y\nCONFIG_FOO=y\n"
	       "CONFIG_NUMA\n",
	       "1 kernel.option.HZ=250\n2 kernel.option.MEMCG_V1=n\n3 kernel.option.MEMCG=y\n"
	       "5 ! expected CONFIG_NAME=value\n");
}

static void kernel_logs(void **state)
{
	(void)state;
	expect("r/iter-0/dmesg.gz",
	       "[    0.000000] Command line: quiet\n[    0.010000] Kernel command line: quiet a\n"
	       "[    2.161392] rtc_cmos 00:05: setting system clock to x UTC (1796069910)\n"
	       "[   99.000000] user: Command line: no\n[   99.0] Command line: later\n",
	       "1 kernel.cmdline=quiet\n2 kernel.cmdline=quiet a\n3 boot.time=1796069908\n");
	expect("r/iter-0/dmesg", "[ 2.1] rtc0: setting system clock to x (1\n[ 3\n",
	       "1 ! expected seconds since 1970 in parentheses\n");
	expect("r/iter-0/dmesg",
	       "[ 9e99] rtc0: setting system clock to x (1796069910)\n"
	       "rtc0: setting system clock to x (1796069910)\n",
	       "");
	expect("r/iter-0/dmesg",
	       "[ 0.1] Lock dependency validator: Copyright (c) 2006 Red Hat, Inc.\n"
	       "[ 0.2] kasan: KernelAddressSanitizer initialized (generic)\n",
	       "1 kernel.option.LOCKDEP=y\n2 kernel.option.KASAN=y\n");
	expect("r/iter-0/journalctl-kernel.gz",
	       "Nov 30 20:18:30 host kernel: Command line: quiet\n", "1 kernel.cmdline=quiet\n");
}

static void cgroups(void **state)
{
	(void)state;
	expect("r/iter-0/memcg-setup.txt",
	       "thp: always madvise [never]\nlru_gen: \nclocksource: tsc\n"
	       "cgroup of the workloads: /sys/fs/cgroup/memory/bench\ncontrollers: \n",
	       "1 thp.enabled=never\n3 clocksource=tsc\n4 cgroup.hierarchy=v1\n"
	       "4 cgroup.path=/bench\n");
	expect("r/iter-0/memcg-setup.txt", "cgroup of the workloads: /sys/fs/cgroup (top)\n",
	       "1 cgroup.hierarchy=v2\n1 cgroup.path=/\n");
	expect("r/iter-0/memcg-setup.txt", "cgroup of the workloads: /cgroups/a\nthp: never\n",
	       "1 ! expected a group below /sys/fs/cgroup\n"
	       "2 ! expected a chosen one in brackets\n");
	expect("r/iter-0/cgroup-tasks-v2.txt",
	       "o inactive nr:1 controllers:memory : /sys/fs/cgroup/user.slice/x/cgroup.procs\n"
	       "o  ACTIVE  nr:3 controllers:memory pids : /sys/fs/cgroup/user.slice/cgroup.procs\n",
	       "2 cgroup.hierarchy=v2\n2 cgroup.path=/user.slice\n");
	expect("r/iter-0/cgroup-tasks-v1.txt",
	       "/sys/fs/cgroup/pids/user.slice/tasks:77\n"
	       "/sys/fs/cgroup/memory/user.slice/user-0.slice/tasks:77\n",
	       "2 cgroup.hierarchy=v1\n2 cgroup.path=/user.slice/user-0.slice\n");
	expect("r/iter-0/proc-cgroups.txt", "#subsys_name\thierarchy\nmemory\t0\t2\t0\n",
	       "2 cgroup.memory.enabled=0\n");
	expect("r/iter-0/proc-cgroups.txt", "memory\t0\n", "1 ! expected a number\n");
	expect("r/iter-0/tests-sysstate.gz",
	       "version :: abc\ncgroup2 on /sys/fs/cgroup/unified type cgroup2 (rw)\n"
	       "cgroup on /sys/fs/cgroup/pids type cgroup (rw,pids)\n"
	       "cgroup on /sys/fs/cgroup/memory type cgroup (rw,relatime,memory)\n"
	       "MemTotal:  2 kB\nMemTotal:  3 kB\n",
	       "1 mmtests.version=abc\n4 cgroup.hierarchy=v1\n5 machine.memory_bytes=2048\n");
	expect("r/iter-0/tests-sysstate.gz",
	       "arch :: x86_64\n"
	       "cgroup2 on /sys/fs/cgroup type cgroup2 (rw,memory_recursiveprot)\nSwapTotal: 1 "
	       "kB\n",
	       "1 kernel.arch=x86_64\n2 cgroup.hierarchy=v2\n"
	       "2 cgroup.mount_options=rw,memory_recursiveprot\n3 machine.swap_bytes=1024\n");
}

static void machines(void **state)
{
	(void)state;
	expect("r/iter-0/lscpu.txt.gz",
	       "CPU(s):              64\nOn-line CPU(s) list: 0-63\n"
	       "  Model name:        Some CPU\nThread(s) per core:  2\n"
	       "Core(s) per socket:  16\nSocket(s):           2\nNUMA node(s):        2\n",
	       "1 machine.threads=64\n3 machine.cpu=Some CPU\n"
	       "4 machine.threads_per_core=2\n6 machine.sockets=2\n"
	       "6 machine.cores=32\n7 machine.nodes=2\n");
	expect("r/iter-0/lscpu.txt", "Core(s) per cluster: 4\nSocket(s): -\n", "");
	expect("r/iter-0/numactl.txt.gz",
	       "available: 2 nodes (0-1)\nnode 0 cpus: 0 1\nnode 0 size: 31956 MB\n"
	       "node distances:\nnode   0   1 \n  0:  10  21 \n  1:  21  10 \n",
	       "1 machine.nodes=2\n6 machine.numa_distance.0=10  21\n"
	       "7 machine.numa_distance.1=21  10\n");
	expect("r/iter-0/proc-cpuinfo.txt",
	       "processor\t: 0\nmodel name\t: Some CPU\nprocessor\t: 1\nmodel name\t: Some CPU\n",
	       "2 machine.cpu=Some CPU\n4 machine.threads=2\n");
	expect("r/iter-0/cpu-vulnerabilities.txt",
	       "/sys/devices/system/cpu/vulnerabilities/meltdown:Mitigation: PTI\n",
	       "1 machine.vulnerability.meltdown=Mitigation: PTI\n");
	expect("r/iter-0/os-release", "NAME=x\nPRETTY_NAME=\"A B\"\n", "2 os.name=A B\n");
	expect("r/iter-0/preempt-dynamic", "none voluntary (full) lazy\n", "1 preempt=full\n");
	expect("r/iter-0/security-lsm", "lockdown,capability\n",
	       "1 security.lsm=lockdown,capability\n");
	expect("r/iter-0/proc-meminfo.txt", "MemTotal: x kB\n",
	       "1 ! expected an amount of memory in kB\n");
}

static void tuning(void **state)
{
	(void)state;
	expect("r/iter-0/vm-tuning.txt.gz",
	       "/proc/sys/vm/swappiness:60\n/proc/sys/vm/lowmem_reserve_ratio:256\t256\t32\n"
	       "/proc/sys/vm/odd\n",
	       "1 sysctl.vm.swappiness=60\n2 sysctl.vm.lowmem_reserve_ratio=256\t256\t32\n"
	       "3 ! expected NAME:value\n");
	expect("r/iter-0/kernel-tuning.txt.gz",
	       "/proc/sys/kernel/random/uuid:1-2\n/proc/sys/kernel/numa_balancing:1\n",
	       "2 sysctl.kernel.numa_balancing=1\n");
	expect("r/iter-0/cpupower.txt.gz",
	       "analyzing CPU 0:\n  driver: intel_pstate\n"
	       "                  The governor \"powersave\" may decide which speed to use\n"
	       "  boost state support:\n    Supported: yes\n    Active: no\n",
	       "2 cpu.driver=intel_pstate\n3 cpu.governor=powersave\n6 cpu.boost=no\n");
	expect("r/iter-0/cpupower.txt", "The governor powersave\n",
	       "1 ! expected a name in quotes\n");
	expect("r/iter-0/cpuidle.txt.gz", "CPUidle driver: none\nCPUidle governor: menu\n",
	       "1 cpu.idle_driver=none\n2 cpu.idle_governor=menu\n");
	expect("r/iter-0/tuned-active-profile.txt", "Current active profile: balanced\n",
	       "1 tuned.profile=balanced\n");
	expect("r/iter-0/fail.log", "1796068486 run-mmtests: no room\n",
	       "1 test.failure=run-mmtests: no room\n");
}

static void bytes_that_are_no_text(void **state)
{
	(void)state;
	expect("r/iter-0/proc-cmdline.txt", "quiet \xff\xfe\n", "1 ! expected UTF-8\n");
	expect("r/iter-0/tests-timestamp", "test begin :: \xff 1\n", "1 ! expected UTF-8\n");
	expect("r/iter-0/perfpipe/logs/benchlog-_-_-1", "\xff\xfe usecs/op\n",
	       "1 ! expected a number as word 1 of a line with 'usecs/op'\n"
	       "1 ! no measurement in it\n");
}

/* ---- a whole tree ---- */

static enum err see_member(struct unpack_visitor *visitor, struct slice path, struct stream *stream,
			   struct error *err)
{
	struct seen *seen = CONTAINER_OF(visitor, struct seen, visitor);
	struct mmtests_member member;

	if (!mmtests_member(path, SLICE("mmtests"), &member))
		return OK;
	buf_addf(&seen->text, "= %.*s\n", SLICE_FMT(member.path));
	return parse_stream(path, SLICE("mmtests"), stream, &seen->sink, err);
}

static void real_tree(void **state)
{
	static const char *const wants[] = {
		/* The first samples of expected-samples.csv of the data set for this run. */
		"= iter-0/pft/logs/pft-1.log\n1 faults/cpu-1 72767.487 faults/s higher\n",
		"= iter-0/hackbench-process-pipes/logs/hackbench-1\n5 time-1 0.164438 s lower\n",
		"= iter-0/perfpipe/logs/benchlog-_-_-2\n6 usecs-op 54.876781 usec lower\n",
		"= iter-0/kmemops/logs/benchlog-mmap-_\n6 usecs-op-mmap 105.858495 usec lower\n",
		"= iter-0/memcgcat/logs/time-24M-2\n1 Elapsed-24M 0.61 s lower\n"
		"1 System-24M 0.3 s lower\n"
		"= iter-0/memcgcat/logs/time-24M-10\n1 Elapsed-24M 0.6 s lower\n",
		" [memcgcat] Duration Elapsed 8.95 s lower\n",
		" boot.time=1796069908\n",
		" cgroup.memory.enabled=1\n",
		" cgroup.path=/bench\n",
		" kernel.option.MEMCG=y\n",
		" kernel.release=6.1.0-57-cloud-amd64\n",
		" kernel.version=#1 SMP PREEMPT_DYNAMIC Debian 6.1.192-3 (2026-11-26)\n",
		" machine.memory_bytes=2075934720\n",
		" mmtests.version=memcg-kvm generator\n",
		" run.start=1796069914\n",
	};
	struct seen seen;
	struct error err;

	(void)state;
	seen_init(&seen);
	seen.visitor.member = see_member;
	if (unpack_walk("tests/data/mmtests", &unpack_limits_default, &seen.visitor, &err) != OK)
		fail_msg("%s", err.text);
	for (size_t i = 0; i < ARRAY_SIZE(wants); i++)
		if (strstr(seen.text.data, wants[i]) == NULL)
			fail_msg("not found: %s", wants[i]);
	assert_null(strstr(seen.text.data, "!"));
	assert_int_equal(seen.samples, 12 + 6 + 2 + 1 + 3 * 6 + 4 * 2 + 9 * 3);
	buf_release(&seen.text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(paths_in_trees),   cmocka_unit_test(pft),
		cmocka_unit_test(hackbench),        cmocka_unit_test(gnu_time),
		cmocka_unit_test(lines_and_fields), cmocka_unit_test(files_that_tell_nothing),
		cmocka_unit_test(timestamps),       cmocka_unit_test(kernel_names),
		cmocka_unit_test(kernel_logs),      cmocka_unit_test(cgroups),
		cmocka_unit_test(machines),         cmocka_unit_test(bytes_that_are_no_text),
		cmocka_unit_test(tuning),           cmocka_unit_test(real_tree),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
