/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/snapshots.h"

#include "tests/unit/ingest/told.h"

struct reader {
	struct snapshots snapshots;
	struct told told;
};

static void read_one(struct reader *reader, const char *metric, const char *file, double value,
		     double time_s)
{
	struct record r = record_init(RECORD_SAMPLE);
	struct error err;

	r.source = SLICE("cgroup-files");
	r.metric = slice_str(metric);
	r.file = slice_str(file);
	r.value = value;
	r.time_s = time_s;
	assert_int_equal(snapshots_take(&reader->snapshots, &r, &reader->told.sink, &err), OK);
}

static void differences(void **state)
{
	struct reader reader;

	snapshots_init(&reader.snapshots, *state);
	told_init(&reader.told);
	read_one(&reader, "vmstat.pgfault", "a", 10, 100);
	read_one(&reader, "vmstat.nr_dirty", "a", 1, 100);
	read_one(&reader, "slabinfo.num_objs", "a", 9, NAN);
	read_one(&reader, "funccount.count", "a", 9, NAN);
	read_one(&reader, "vmstat.pgfault", "a", 30, 104);
	read_one(&reader, "vmstat.nr_dirty", "a", 5, 104);
	read_one(&reader, "slabinfo.num_objs", "a", 4, NAN);
	read_one(&reader, "funccount.count", "a", 12, NAN);
	check_text(buf_slice(&reader.told.buf),
		   "0 vmstat.pgfault.difference =20 at 104\n0 vmstat.pgfault.rate =5 /s at 104\n"
		   "0 slabinfo.num_objs.difference =-5\n");
	buf_release(&reader.told.buf);
}

static void the_earlier_one_has_less(void **state)
{
	struct reader reader;

	snapshots_init(&reader.snapshots, *state);
	told_init(&reader.told);
	/* in the order of their names */
	read_one(&reader, "memory.stat.pgfault", "x.after", 50, NAN);
	read_one(&reader, "memory.stat.pgfault", "x.before", 20, NAN);
	read_one(&reader, "memory.events.high", "y", 5, NAN);
	read_one(&reader, "memory.events.high", "y", 0, NAN); /* made anew */
	check_text(buf_slice(&reader.told.buf), "0 memory.stat.pgfault.difference =30\n");
	buf_release(&reader.told.buf);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TOLD_TEST(differences),
		TOLD_TEST(the_earlier_one_has_less),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
