/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <string.h>

#include "ingest/monitor.h"
#include "tests/unit/check.h"

struct memory_file {
	const char *name, *text;
};

struct memory_files {
	struct monitor_files files;
	struct memory_file file;
};

static const struct memory_file topology = { "cpu-topology-mmtests.txt",
					     "node 0 socket 0 core 0 thread 0 cpu 0 llc 0-1\n"
					     "node 0 socket 0 core 1 thread 0 cpu 1 llc 0-1\n"
					     "node 1 socket 0 core 0 thread 0 cpu 2 llc 2\n" };

static enum err read_memory(struct monitor_files *files, const char *name, bool of_benchmark,
			    struct monitor_take *take, struct error *err)
{
	struct memory_files *memory = CONTAINER_OF(files, struct memory_files, files);
	bool is_topology = strcmp(name, topology.name) == 0;
	struct memory_stream stream;
	struct input input;
	enum err e;

	(void)of_benchmark;
	if (!is_topology && strcmp(name, memory->file.name) != 0)
		return OK;
	memory_stream_init(&stream, slice_str(is_topology ? topology.text : memory->file.text));
	input_init(&input, &stream.stream);
	e = take->take(take, &input, err);
	input_release(&input);
	return e;
}

static struct arena arena;
static struct peer_run run;

/* Reads text as so many iterations. */
static enum err read_monitor(const char *name, const char *heading, const char *file,
			     const char *text, int iterations)
{
	struct memory_files memory = { { read_memory }, { file, text } };
	void *shared = NULL;
	struct monitor_reading reading = {
		.arena = &arena,
		.monitor = monitor_find(slice_str(name)),
		.benchmark = SLICE("pft"),
		.heading = slice_str(heading),
		.run = &run,
		.files = &memory.files,
		.shared = &shared,
	};
	struct error err;
	enum err e = OK;

	assert_non_null(reading.monitor);
	peer_run_init(&run, &arena, SLICE("6.18-vanilla"));
	for (int i = 0; e == OK && i < iterations; i++) {
		e = reading.monitor->read(&reading, &err);
		peer_run_next_iteration(&run);
	}
	return e;
}

/* The samples of an operation, blanks between them; "-" = there is no such operation. */
static const char *samples(const char *label)
{
	const struct peer_operation *operation = peer_run_find(&run, slice_str(label));
	static char text[256];
	size_t n = 0;

	if (operation == NULL)
		return "-";
	text[0] = '\0';
	for (size_t i = 0; i < operation->count && n < sizeof(text) - 32; i++)
		n += (size_t)snprintf(text + n, sizeof(text) - n, "%s%g", i > 0 ? " " : "",
				      operation->samples[i].value);
	return text;
}

static void finds_monitors_by_either_name(void **state)
{
	(void)state;
	assert_string_equal(monitor_find(SLICE("mmtests-vmstat"))->name, "mmtests-vmstat");
	assert_string_equal(monitor_find(SLICE("mmtestsvmstat"))->name, "mmtests-vmstat");
	assert_null(monitor_find(SLICE("vm")));
	assert_null(monitor_find(SLICE("")));
}

static void duration_is_of_its_benchmark(void **state)
{
	static const char text[] = "time :: pft-more 9.00 user 9.00 system 9.00 elapsed\n"
				   "time :: pft 41.45 user 410.19 system 130.33 elapsed\n"
				   "time :: pft broken\n";

	(void)state;
	assert_int_equal(read_monitor("duration", NULL, "tests-timestamp", text, 1), OK);
	assert_string_equal(samples("User"), "41.45");
	assert_string_equal(samples("System"), "410.19");
	assert_string_equal(samples("Elapsed"), "130.33");
}

static const char snapshots[] =
	"test begin :: pft 1\n"
	"file start :: /proc/vmstat\npgfault 100\npgmajfault 10\nallocstall_dma 1\n"
	"allocstall_normal 5\npgscan_kswapd 0\npgsteal_kswapd 0\nthp_split_page 3\n"
	"file start :: /proc/zoneinfo\npgfault 7\nfile start :: /proc/schedstat\nversion 16\n"
	"cpu0 0 0 0 0 10 5 0 0 0 100 50 200 10\ncpu1 0 0 0 0 10 5 0 0 0 0 0 0 0\n"
	"file start :: /proc/diskstats\n"
	"file end :: /proc/vmstat\npgfault 400\npgmajfault 12\nallocstall_dma 2\n"
	"allocstall_normal 8\npgscan_kswapd 400\npgsteal_kswapd 300\nthp_split_page 3\n"
	"file end :: /proc/zoneinfo\nfile end :: /proc/schedstat\nversion 16\n"
	"cpu0 0 0 0 0 30 15 0 0 0 300 150 800 30\ncpu1 0 0 0 0 10 5 0 0 0 0 0 0 0\n"
	"file end :: /proc/diskstats\ntest end :: pft 2 0\ntest begin :: aim9 2\n"
	"file start :: /proc/vmstat\npgfault 0\nfile start :: /proc/zoneinfo\n"
	"file end :: /proc/schedstat\ncpu0 0 0 0 0 7 0 0 0 0 0 0 0 0\nfile end :: /proc/diskstats\n"
	"test end :: aim9 3 0\n"
	"time :: pft 1.00 user 1.00 system 4.00 elapsed\n";

static void counters_are_taken_around_the_test(void **state)
{
	(void)state;
	assert_int_equal(read_monitor("mmtests-vmstat", NULL, "tests-sysstate", snapshots, 2), OK);
	assert_string_equal(samples("Minor Faults"), "298 298");
	assert_string_equal(samples("Allocation stalls"), "3 3"); /* the last of its kind */
	assert_string_equal(samples("Kswapd efficiency %"), "75 75");
	assert_string_equal(samples("Kswapd velocity"), "100 100");
	assert_string_equal(samples("Compaction efficiency"), ""); /* known, without a value */
	assert_string_equal(samples("THP split"), "0 0");
	assert_int_equal(run.count, 62);
}

static void schedstat_counts_by_its_version(void **state)
{
	(void)state;
	assert_int_equal(read_monitor("mmtests-schedstat", NULL, "tests-sysstate", snapshots, 1),
			 OK);
	assert_string_equal(samples("TTWU Count"), "27"); /* with the test that follows */
	assert_string_equal(samples("SIS Search"), "200");
	assert_string_equal(samples("SIS Fast Success Rate"), "50");
	assert_string_equal(samples("SIS Core Search"), "0"); /* since version 18 */
}

static void mpstat_keeps_the_node_of_the_first_file(void **state)
{
	static const char text[] =
		"time: 100\nLinux 6.18 (vm)\n\n"
		"time: 100\n04:30:09 AM  CPU  %usr  %idle\n04:30:10 AM  all  0.00  80.00\n"
		"04:30:10 AM    0  0.00  90.00\n04:30:10 AM    1  0.00  70.00\n"
		"04:30:10 AM    2  0.00  10.00\n\n"
		"time: 102\n04:30:11 AM    0  0.00  50.00\n04:30:11 AM    2  0.00  10.00\n\n"
		"time: 104\n04:30:12 AM    0  0.00  95.00\n04:30:12 AM    1  0.00  98.00\n";

	(void)state;
	assert_int_equal(read_monitor("mpstat", "node-0", "mpstat", text, 2), OK);
	assert_string_equal(samples("node-0"), "40 50 7 7"); /* a processor was skipped */
	assert_int_equal(read_monitor("mpstat", "node-1", "mpstat", text, 1), OK);
	assert_string_equal(samples("node-1"), "0 0"); /* alone in its node */
	assert_int_equal(read_monitor("mpstat", "node-2", "mpstat", text, 1), ERR_INPUT);
	assert_int_equal(read_monitor("mpstat", "", "mpstat", text, 1), ERR_INPUT);
}

static void vmstat_headings_count_in_formulas_alone(void **state)
{
	static const char text[] =
		" 1.5 0.1 0.1 -- procs ---memory---\n"
		" 1.6 0.1 0.0 --  r  b   swpd   free\n"
		" 1.7 0.1 0.0 --  7  0 0 2048 1 1 0 0 1 1 611 1841 35 116 48 0 1\n";

	(void)state;
	assert_int_equal(read_monitor("vmstat", "free", "vmstat", text, 1), OK);
	assert_string_equal(samples("free"), "0 0 2");
	assert_int_equal(read_monitor("vmstat", "r", "vmstat", text, 1), OK);
	assert_string_equal(samples("r"), "7");
	assert_int_equal(read_monitor("vmstat", NULL, "vmstat", text, 1), OK);
	assert_string_equal(samples("sy"), "100"); /* no more than all */
	assert_int_equal(read_monitor("vmstat", "nothing", "vmstat", text, 1), ERR_INPUT);
}

static void proc_vmstat_gives_deltas_and_levels(void **state)
{
	static const char text[] = "time: 10\npgfault 100\npgmajfault 0\nnr_free_pages 5\n"
				   "time: 12\npgfault 150\npgmajfault 10\nnr_free_pages 6\n"
				   "time: 14\npgfault 999\n";

	(void)state;
	assert_int_equal(read_monitor("proc-vmstat", "pgfault", "proc-vmstat", text, 2), OK);
	assert_string_equal(samples("pgfault"), "0 50 -50 50"); /* on from the run before */
	assert_int_equal(read_monitor("proc-vmstat", "nr_free_pages", "proc-vmstat", text, 1), OK);
	assert_string_equal(samples("nr_free_pages"), "5 6");
	assert_int_equal(
		read_monitor("proc-vmstat", "mmtests_minor_faults", "proc-vmstat", text, 1), OK);
	assert_string_equal(samples("mmtests_minor_faults"), "0 40");
}

static void perf_stat_takes_counts_with_names(void **state)
{
	static const char text[] =
		"      1      nothing\ntime: 1\n\n Performance counter stats for 'system wide':\n\n"
		"      1,234,567      page-faults   #  1.2 K/sec\n   <not supported>  cycles\n"
		"       4,010.23 msec cpu-clock\n\n       2.01 seconds time elapsed\n";

	(void)state;
	assert_int_equal(read_monitor("perf-time-stat", NULL, "perf-time-stat", text, 1), OK);
	assert_string_equal(samples("page-faults"), "1.23457e+06");
	assert_string_equal(samples("msec"), "4010.23");
	assert_string_equal(samples("cycles"), "-");
	assert_int_equal(run.count, 2);
}

static void iostat_leaves_out_idle_disks(void **state)
{
	static const char text[] =
		" 1.0 0.1 0.1 -- Device: rrqm/s wrqm/s r/s w/s rkB/s wkB/s avgrq-sz avgqu-sz await "
		"r_await w_await svctm %util\n"
		" 1.0 0.1 0.1 -- sda 1 2 3 4 5 6 7 8 9 10 11 12 13\n"
		" 1.0 0.1 0.1 -- sdb 0 0 0 0 0 0 0 0 0 0 0 0 0\n"
		" 1.0 0.1 0.1 -- \n"
		" 3.0 0.1 0.1 -- Device: rrqm/s\n"
		" 3.0 0.1 0.1 -- sda 1 2 3 4 5 6 7 8.5 9.5 10 11 12 13\n";

	(void)state;
	assert_int_equal(read_monitor("iostat", NULL, "iostat", text, 1), OK);
	assert_string_equal(samples("sda-await"), "9.5"); /* the first is since the boot */
	assert_string_equal(samples("sda-avgqusz"), "8.5");
	assert_string_equal(samples("sdb-await"), "-");
}

static void stalls_are_between_two_events(void **state)
{
	static const char text[] =
		"   kswapd0-97 [001] d..1 100.000100: mm_vmscan_direct_reclaim_begin: order=0\n"
		"   kswapd0-97 [001] d..1 100.002600: mm_vmscan_direct_reclaim_end: "
		"nr_reclaimed=1\n"
		"   other-5 [001] d..1 100.002600: mm_vmscan_direct_reclaim_end: nr_reclaimed=1\n"
		"no event\n[\n[0]\n[0] x\n";

	(void)state;
	assert_int_equal(read_monitor("ftraceallocstall", NULL, "ftrace", text, 1), OK);
	assert_string_equal(samples("delay"), "2.5");
}

/* Whatever a file holds, a reader ends and takes no more than is there. */
static void any_text_is_survived(void **state)
{
	static const char *const texts[] = {
		"",
		"\n",
		"--",
		"-- --",
		"time: ",
		"test begin :: pft",
		"[",
		"Core CPU\n-\n",
		"Performance counter stats for\n 1 a\n , ,\n",
		"time :: pft 1 user",
		" 1 2 3 -- Device:\n 1 2 3 -- sda\n",
		"total kmallocs",
		"Node 0 MemUsed:",
	};

	(void)state;
	for (size_t i = 0; i < monitor_count; i++)
		for (size_t k = 0; k < ARRAY_SIZE(texts); k++)
			(void)read_monitor(monitors[i].name, NULL, monitors[i].file, texts[k], 2);
}

static int set_up(void **state)
{
	(void)state;
	arena_init(&arena);
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	arena_release(&arena);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(finds_monitors_by_either_name),
		cmocka_unit_test(duration_is_of_its_benchmark),
		cmocka_unit_test(counters_are_taken_around_the_test),
		cmocka_unit_test(schedstat_counts_by_its_version),
		cmocka_unit_test(mpstat_keeps_the_node_of_the_first_file),
		cmocka_unit_test(vmstat_headings_count_in_formulas_alone),
		cmocka_unit_test(proc_vmstat_gives_deltas_and_levels),
		cmocka_unit_test(perf_stat_takes_counts_with_names),
		cmocka_unit_test(iostat_leaves_out_idle_disks),
		cmocka_unit_test(stalls_are_between_two_events),
		cmocka_unit_test(any_text_is_survived),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
