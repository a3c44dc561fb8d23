/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Parsers of the benchmarks that look at single CPUs and nodes of a machine. */
#include "ingest/bench.h"
#include "ingest/perl.h"

/* ---- sysjitter: a row for each metric, a column for each CPU ---- */

/* "int_99(ns):" -> "int_99_ns", "int_total(%):" -> "int_total_%age" as the peer's awk makes it. */
static struct slice jitter_metric(struct bench_file *file, struct slice word)
{
	struct slice out = arena_printf(file->arena, "%.*s", SLICE_FMT(word));
	char *p = arena_alloc(file->arena, word.n + 8);
	size_t n = 0;

	for (size_t i = 0; i < out.n; i++) {
		if (out.p[i] == ')' || out.p[i] == ':')
			continue;
		p[n++] = (char)(out.p[i] == '(' ? '_' : out.p[i]);
		if (out.p[i] == '%' && n + 3 <= word.n + 8) {
			p[n++] = 'a';
			p[n++] = 'g';
			p[n++] = 'e';
		}
	}
	return (struct slice){ p, n };
}

static enum err jitter_row(struct bench_file *file, const struct slice *cpus, size_t cpu_count,
			   struct slice line, struct error *err)
{
	struct slice rest = line, word = slice_field(&rest), value;
	struct bench_tuple tuple = {
		.metric = jitter_metric(file, word),
		.number = 1,
	};
	enum err e = OK;

	tuple.headline = slice_is(tuple.metric, "int_n_per_sec");
	for (size_t i = 0; e == OK && (value = slice_field(&rest)).n > 0; i++) {
		tuple.a = arena_printf(file->arena, "cpu%.*s",
				       SLICE_FMT(i < cpu_count ? cpus[i] : SLICE("")));
		tuple.text = value;
		e = bench_put_tuple(file, &tuple, err);
	}
	return e;
}

static enum err parse_sysjitter(struct bench_file *file, struct error *err)
{
	enum { CPUS_MAX = 4096 };
	struct slice *cpus = ARENA_ARRAY(file->arena, CPUS_MAX, struct slice);
	struct slice line, rest, word;
	size_t count = 0;
	enum err e = OK;

	while (e == OK && input_line(file->input, &line)) {
		rest = bench_behind(line, "core_i: ");
		if (rest.p != NULL) {
			rest = bench_keep(file, rest);
			for (count = 0; count < CPUS_MAX && (word = slice_field(&rest)).n > 0;)
				cpus[count++] = word;
		} else if (slice_starts(line, "int_") && slice_find(line, ":") < line.n) {
			e = jitter_row(file, cpus, count, line, err);
		}
	}
	return e;
}

const struct bench_parser bench_sysjitter = { "sysjitter", parse_sysjitter };

/* ---- perf bench numa: "     5.123, secs,           NUMA-convergence-latency" ---- */

static const struct numa_line {
	const char *unit, *name, *metric;
	bool headline;
} numa_lines[] = {
	{ ", secs,", "NUMA-convergence-latency", "converged", true },
	{ ", GB/sec,", "thread-speed", "threadspeed", false },
	{ ", GB/sec,", "total-speed", "totalspeed", false },
};

/* The number before unit, when name is the word behind it. */
static struct slice numa_value(struct slice line, const struct numa_line *kind)
{
	size_t at = slice_find(line, kind->unit), start = at;
	struct slice rest = slice_trim(slice_skip(line, at + slice_str(kind->unit).n));

	if (at == line.n || !slice_starts(rest, kind->name))
		return SLICE_NONE;
	while (start > 0 && line.p[start - 1] != ' ' && line.p[start - 1] != '\t')
		start--;
	return start > 0 && start < at ? (struct slice){ line.p + start, at - start } : SLICE_NONE;
}

/* "2x3-converge_..." without the first "_converge" */
static struct slice without_converge(struct bench_file *file, struct slice name)
{
	size_t at = slice_find(name, "_converge");

	if (at == name.n)
		return name;
	return arena_printf(file->arena, "%.*s%.*s", SLICE_FMT(slice_head(name, at)),
			    SLICE_FMT(slice_skip(name, at + slice_str("_converge").n)));
}

static enum err parse_perf_numa(struct bench_file *file, struct error *err)
{
	struct slice name = file->of.a, line;
	enum err e = OK;

	if ((file->row->eras & ERA_HEAD) != 0)
		name = without_converge(file, name);
	while (e == OK && input_line(file->input, &line))
		for (size_t i = 0; e == OK && i < ARRAY_SIZE(numa_lines); i++) {
			struct bench_tuple tuple = {
				.metric = slice_str(numa_lines[i].metric),
				.a = name,
				.text = numa_value(line, &numa_lines[i]),
				.headline = numa_lines[i].headline,
			};

			if (tuple.text.p == NULL)
				continue;
			tuple.number = ++*file->count;
			e = bench_put_tuple(file, &tuple, err);
		}
	++*file->count;
	return e;
}

const struct bench_parser bench_perf_numa = { "perf-numa", parse_perf_numa };

/* ---- saladfork: "  003    017    123.4", a parent's CPU, a child's, a latency ---- */

enum { SALAD_CPUS = 8192 };

struct salad {
	int node_of[SALAD_CPUS]; /* + 1; 0 = unknown */
	double local, remote;
};

/* numactl --hardware: "node 0 cpus: 0 1 2" */
static void salad_node(void *data, struct slice line)
{
	struct salad *salad = data;
	struct slice rest = line, word;
	double node;

	if (!slice_take(&rest, "node ") || !perl_number(slice_field(&rest), &node) ||
	    !slice_is(slice_field(&rest), "cpus:"))
		return;
	while ((word = slice_field(&rest)).n > 0)
		if (perl_value(word) >= 0 && perl_value(word) < SALAD_CPUS)
			salad->node_of[(size_t)perl_value(word)] = (int)node + 1;
}

static int salad_node_of(const struct salad *salad, double cpu)
{
	return cpu >= 0 && cpu < SALAD_CPUS ? salad->node_of[(size_t)cpu] : 0;
}

static enum err salad_line(struct bench_file *file, struct salad *salad, struct slice line,
			   struct error *err)
{
	struct slice rest = line, parent = slice_field(&rest), child = slice_field(&rest);
	struct slice latency = slice_field(&rest);
	double from, to, value;

	if (!perl_number(parent, &from) || !perl_number(child, &to) ||
	    !perl_number(latency, &value))
		return OK;
	if (!file->as_peer) /* numactl's file may come later */
		return bench_put(file, "fork", 0, latency, err);
	if (salad_node_of(salad, from) == salad_node_of(salad, to))
		return bench_put_tuple(file,
				       &(struct bench_tuple){
					       .metric = SLICE("local"),
					       .number = ++salad->local,
					       .text = latency,
					       .headline = true,
				       },
				       err);
	return bench_put(file, "remote", ++salad->remote, latency, err);
}

static enum err parse_saladfork(struct bench_file *file, struct error *err)
{
	struct salad *salad = ARENA_NEW(file->arena, struct salad);
	struct slice line;
	double all;
	enum err e = file->beside(file, "/numactl.txt", salad_node, salad, err);

	while (e == OK && input_line(file->input, &line))
		e = salad_line(file, salad, line, err);
	all = salad->local + salad->remote;
	if (e == OK && file->as_peer)
		e = bench_put_value(file, "local_v_total", 1,
				    all > 0 ? perl_print(salad->local / all) : 0, err);
	return e;
}

const struct bench_parser bench_saladfork = { "saladfork", parse_saladfork };
