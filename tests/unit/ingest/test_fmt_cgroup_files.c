/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/kernel_files.h"
#include "tests/unit/ingest/told.h"

static struct slice told(void **state, const char *text)
{
	return told_prose(*state, "cgroup-files", slice_str(text));
}

static void by_what_they_hold(void **state)
{
	check_text(
		told(state,
		     "anon 12\nfile 34\npgfault 5\n\ncache 1\nrss 2\ntotal_pgfault 3\n\n"
		     "low      5399469   (unchanged)\nhigh 1\nmax 2\noom 0\n\n"
		     "nr_descendants 3\nnr_dying_descendants 4\n\nnr_free_pages 7\npgfault 9\n"),
		"1 memory.stat.anon =12 bytes #1\n2 memory.stat.file =34 bytes #1\n"
		"3 memory.stat.pgfault =5 #1\n5 memory.stat.cache =1 bytes #2\n"
		"6 memory.stat.rss =2 bytes #2\n7 memory.stat.total_pgfault =3 #2\n"
		"9 memory.events.low =5399469 #1\n10 memory.events.high =1 #1\n"
		"11 memory.events.max =2 #1\n12 memory.events.oom =0 #1\n"
		"14 cgroup.stat.nr_descendants =3 #1\n15 cgroup.stat.nr_dying_descendants =4 #1\n"
		"17 vmstat.nr_free_pages =7 #1\n18 vmstat.pgfault =9 #1\n");
}

static void by_heading(void **state)
{
	check_text(told(state,
			"/sys/fs/cgroup/a b/memory.max\nmax\n"
			"# cat /sys/fs/cgroup/x/memory.current\n4096\n"
			"==> x/memory.events.local <==\nlow 0\nhigh 3\n\nmemory.max:\n8192\n"),
		   "4 memory.current[cgroup=/sys/fs/cgroup/x] =4096 bytes #1\n"
		   "6 memory.events.local.low[cgroup=x] =0 #1\n"
		   "7 memory.events.local.high[cgroup=x] =3 #1\n10 memory.max =8192 bytes #1\n");
}

static void as_grep_prints(void **state)
{
	check_text(told(state,
			"> > memory.current:2147225600\n> > foo/memory.events:low 1\n"
			"> > memory.max:max\n> > memory.oom.group:0\n"
			"> > memory.pressure:some avg10=90.42 avg60=72.59 avg300=78.30 total=29\n"),
		   "1 memory.current =2147225600 bytes\n2 memory.events.low[cgroup=foo] =1\n"
		   "4 memory.oom.group =0\n5 memory.pressure.avg10[kind=some] =90.42 %\n"
		   "5 memory.pressure.avg60[kind=some] =72.59 %\n"
		   "5 memory.pressure.avg300[kind=some] =78.3 %\n"
		   "5 memory.pressure.total[kind=some] =29 usec\n");
}

static void nodes(void **state)
{
	check_text(told(state, "total=7689 N0=7689\nanon N0=1052672 N1=0\n"),
		   "1 memory.numa_stat.total[node=all] =7689 pages #1\n"
		   "1 memory.numa_stat.total[node=0] =7689 pages #1\n"
		   "2 memory.numa_stat.anon[node=0] =1052672 bytes #1\n"
		   "2 memory.numa_stat.anon[node=1] =0 bytes #1\n");
}

static void slabs(void **state)
{
	check_text(told(state,
			"slabinfo - version: 2.1\n# name            <active_objs> ...\n"
			"ext2 xattr  12  13 320 12 1 : tunables 0 0 0 : slabdata 4 5 0\nend\n"),
		   "3 slabinfo.active_objs[cache=ext2 xattr] =12 #1\n"
		   "3 slabinfo.num_objs[cache=ext2 xattr] =13 #1\n"
		   "3 slabinfo.objsize[cache=ext2 xattr] =320 bytes #1\n"
		   "3 slabinfo.objperslab[cache=ext2 xattr] =12 #1\n"
		   "3 slabinfo.pagesperslab[cache=ext2 xattr] =1 #1\n"
		   "3 slabinfo.active_slabs[cache=ext2 xattr] =4 #1\n"
		   "3 slabinfo.num_slabs[cache=ext2 xattr] =5 #1\n");
}

static void by_path(void **state)
{
	struct arena *arena = *state;
	struct slice paths[] = { SLICE("grp/memory.peak"), SLICE("io.pressure") };
	const char *inputs[] = { "123\n", "some avg10=1.00 avg60=0.00 avg300=0.00 total=5\n" };
	const char *wanted[] = {
		"1 memory.peak[cgroup=grp] =123 bytes #1\n",
		"1 io.pressure.avg10[kind=some] =1 % #1\n1 io.pressure.avg60[kind=some] =0 % #1\n"
		"1 io.pressure.avg300[kind=some] =0 % #1\n1 io.pressure.total[kind=some] =5 usec "
		"#1\n",
	};

	for (size_t i = 0; i < ARRAY_SIZE(paths); i++) {
		struct told told;
		struct text text;
		struct error err;
		bool recognised;

		told_init(&told);
		assert_int_equal(text_from_bytes(arena, slice_str(inputs[i]), &text, &err), OK);
		text.path = paths[i];
		assert_int_equal(prose_parse(arena, &text, NULL, &told.sink, &recognised, &err),
				 OK);
		check_text(buf_slice(&told.buf), wanted[i]);
		buf_release(&told.buf);
	}
}

static void names(void **state)
{
	(void)state;
	assert_int_equal(kernel_file(SLICE("memory.swap.max")), KERNEL_FILE_ONE);
	assert_int_equal(kernel_file(SLICE("memory.txt")), KERNEL_FILE_NONE);
	assert_int_equal(kernel_file(SLICE("notes")), KERNEL_FILE_NONE);
	assert_true(kernel_is_counter(SLICE("vmstat"), SLICE("pgfault")));
	assert_false(kernel_is_counter(SLICE("vmstat"), SLICE("nr_dirty")));
	assert_true(kernel_is_counter(SLICE("memory.stat"), SLICE("total_pgfault")));
	assert_false(kernel_is_counter(SLICE("memory.stat"), SLICE("anon")));
}

static void prose_is_none(void **state)
{
	check_text(told(state, "high 5\nlow 3\n\nanon 12\n\nsee memory.max\n1234 pages\n12\n"), "");
}

static void hostile(void **state)
{
	told_survives(*state, "cgroup-files", "anon 12\nfile 34\nmemory.max:1\n");
	told_survives(*state, "cgroup-files", "total=1 N0=1 N1=\nx/memory.stat\nanon N0=5\n");
	told_survives(*state, "cgroup-files",
		      "slabinfo - version: 2.1\na 1 2 3 4 5 : tunables 0 0 0 : slabdata 1 2 3\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TOLD_TEST(by_what_they_hold),
		TOLD_TEST(by_heading),
		TOLD_TEST(as_grep_prints),
		TOLD_TEST(nodes),
		TOLD_TEST(slabs),
		TOLD_TEST(by_path),
		TOLD_TEST(names),
		TOLD_TEST(prose_is_none),
		TOLD_TEST(hostile),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
