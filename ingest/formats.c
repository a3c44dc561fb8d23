/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/format.h"

#include <string.h>

extern const struct format fmt_bcc_histogram;
extern const struct format fmt_bcc_stack;
extern const struct format fmt_bcc_table;
extern const struct format fmt_bpftool;
extern const struct format fmt_bpftrace;
extern const struct format fmt_bpftrace_json;
extern const struct format fmt_bencher;
extern const struct format fmt_benchmark_action;
extern const struct format fmt_cgroup_files;
extern const struct format fmt_csv;
extern const struct format fmt_fio;
extern const struct format fmt_hackbench;
extern const struct format fmt_lkp_matrix;
extern const struct format fmt_lkp_report;
extern const struct format fmt_lkp_stats;
extern const struct format fmt_ministat;
extern const struct format fmt_mmtests_table;
extern const struct format fmt_named_seconds;
extern const struct format fmt_native;
extern const struct format fmt_netperf;
extern const struct format fmt_callgraph;
extern const struct format fmt_perf_bench;
extern const struct format fmt_perf_c2c;
extern const struct format fmt_perf_data_json;
extern const struct format fmt_perf_diff;
extern const struct format fmt_perf_kmem;
extern const struct format fmt_perf_lock;
extern const struct format fmt_perf_sched;
extern const struct format fmt_perf_stat;
extern const struct format fmt_folded;
extern const struct format fmt_perf_annotate;
extern const struct format fmt_perf_report;
extern const struct format fmt_perf_script;
extern const struct format fmt_perf_trace_summary;
extern const struct format fmt_profile_summary;
extern const struct format fmt_stress_ng;
extern const struct format fmt_time;
extern const struct format fmt_vm_scalability;
extern const struct format fmt_will_it_scale;
extern const struct format fmt_aim9;
extern const struct format fmt_hyperfine;
extern const struct format fmt_memtier;
extern const struct format fmt_neper;
extern const struct format fmt_pgbench;
extern const struct format fmt_redis_benchmark;
extern const struct format fmt_sysbench;
extern const struct format fmt_unixbench;

static const struct format fmt_mmtests = {
	.name = "mmtests",
	.summary = "result trees: measurements and facts of each iteration",
	.tool = "mmtests run-mmtests.sh, layout since 2019",
};

/* clang-format off */
const struct format *const formats[] = {
	&fmt_mmtests,
	&fmt_native,
	&fmt_perf_data_json,
	&fmt_benchmark_action,
	&fmt_bencher,
	&fmt_fio,
	&fmt_hyperfine,
	&fmt_csv,
	&fmt_bcc_histogram,
	&fmt_bcc_table,
	&fmt_bcc_stack,
	&fmt_perf_stat,
	&fmt_perf_sched,
	&fmt_perf_lock,
	&fmt_perf_kmem,
	&fmt_perf_bench,
	&fmt_perf_diff,
	&fmt_perf_c2c,
	&fmt_perf_script,
	&fmt_folded,
	&fmt_lkp_report,
	&fmt_lkp_stats,
	&fmt_lkp_matrix,
	&fmt_mmtests_table,
	&fmt_perf_trace_summary,
	&fmt_perf_annotate,
	&fmt_perf_report,
	&fmt_profile_summary,
	&fmt_bpftool,
	&fmt_bpftrace_json,
	&fmt_bpftrace,
	&fmt_cgroup_files,
	&fmt_hackbench,
	&fmt_netperf,
	&fmt_stress_ng,
	&fmt_ministat,
	&fmt_vm_scalability,
	&fmt_will_it_scale,
	&fmt_time,
	&fmt_pgbench,
	&fmt_redis_benchmark,
	&fmt_memtier,
	&fmt_sysbench,
	&fmt_unixbench,
	&fmt_aim9,
	&fmt_neper,
	&fmt_named_seconds,
	&fmt_callgraph,
	NULL,
};
/* clang-format on */

const struct format_options format_options_default = {
	.document_bytes = 64 * MiB,
	.values = 5 * 1000 * 1000,
	.runs = 1000,
	.metrics = 10 * 1000,
	.samples = 1000 * 1000,
};

enum err format_choose(const struct format *const *table, const char *name, struct slice head,
		       const struct format **out, struct error *err)
{
	const struct format *best = NULL, *equal = NULL;
	int best_score = 0;

	for (size_t i = 0; table[i] != NULL; i++) {
		const struct format *format = table[i];
		bool named = name != NULL && strcmp(name, format->name) == 0;
		int score = 0;

		if (format->parse != NULL && (name == NULL || named))
			score = named && format->prose == NULL ? 100 : format->detect(head);
		if (score > best_score) {
			best = format;
			best_score = score;
			equal = NULL;
		} else if (score > 0 && score == best_score) {
			equal = format;
		}
	}
	if (equal != NULL)
		return error_set(err, ERR_INPUT, "it may be %s or %s: say --format", best->name,
				 equal->name);
	*out = best;
	return OK;
}

const struct format *format_find(struct slice name)
{
	for (size_t i = 0; formats[i] != NULL; i++)
		if (slice_is(name, formats[i]->name))
			return formats[i];
	return NULL;
}
