/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the product asks of its store, in the product's words. Above it are commands and request
 * handlers, below it is db.h; nobody else writes SQL.
 * Layer: db, above lib. One store belongs to one thread.
 *
 * Everything returned lives in the arena that was passed.
 */
#ifndef DB_STORE_H
#define DB_STORE_H

#include "lib/arena.h"
#include "lib/batch.h"
#include "lib/compare.h"
#include "lib/error.h"
#include "lib/noise_view.h"
#include "lib/overhead.h"
#include "lib/traced.h"

struct store;

enum store_mode {
	STORE_READ,  /* the database must be there; nothing is changed */
	STORE_WRITE, /* made and migrated as needed */
};

/*
 * url: "sqlite:PATH", or a path. ERR_NOT_FOUND: none there (read). ERR_INPUT: no database of ours,
 * or newer than this program. ERR_BUSY: locked by another for 10 s. ERR_IO: not readable, or
 * read-only where it is to be written.
 */
NODISCARD enum err store_open(const char *url, enum store_mode mode, struct store **out,
			      struct error *err);
void store_close(struct store *store);

/*
 * A reader's view: everything asked between begin and end comes from one state of the database,
 * whose number is *generation (it rises with every committed change, whoever makes it).
 */
NODISCARD enum err store_begin(struct store *store, int64_t *generation, struct error *err);
void store_end(struct store *store);

/* Cuts questions that take longer than this with ERR_BUSY; 0 = never. */
void store_deadline(struct store *store, int milliseconds);

/* ------------------------------------------------------------------ writing */

/* Who changes something, for the log (db/store_admin.h), and how far they may. */
struct store_actor {
	struct slice name;    /* a token's, or "cli:USER" */
	int64_t token;        /* its row id; 0 = none */
	struct slice address; /* where from; "" = this machine */
	struct slice machine; /* the only one whose runs they may store or change; "" = any */
};

struct store_saved {
	struct slice run; /* public id */
	struct slice name;
	bool is_new;         /* false: it was there already */
	int64_t withdrawn_s; /* not 0: it was there, was withdrawn then, and stays so */
};

/*
 * One transaction: all of a finished batch or none of it. out has one entry a run of the batch.
 * ERR_DENIED: a run is of a machine that is not the actor's.
 */
NODISCARD enum err store_save(struct store *store, struct arena *arena, const struct batch *batch,
			      struct slice upload_name, const struct store_actor *actor,
			      struct store_saved **out, struct error *err);

/* What store_save would do, of which nothing is kept: the ids of new runs lead nowhere. */
NODISCARD enum err store_try(struct store *store, struct arena *arena, const struct batch *batch,
			     struct slice upload_name, const struct store_actor *actor,
			     struct store_saved **out, struct error *err);

/* ------------------------------------------------------------------ runs */

struct store_run {
	int64_t rowid;
	struct slice id, name;
	struct slice kernel, kernel_slug, kernel_release, kernel_level;
	struct config config;
	struct slice machine, machine_slug; /* for people; slug for addresses */
	int64_t start_s, stored_s;          /* epoch; start 0 = unknown */
	int boots, iterations;
	bool transcribed;
	struct slice superseded_by; /* id of the run that holds all of it and more; "" = none */
	int64_t samples, summaries, metrics, files;
	struct slice benchmarks;    /* names, in order, ", " between */
	int64_t withdrawn_s;        /* epoch; 0 = it stands */
	struct slice withdrawn_why; /* "" = nobody said */
	struct slice note;          /* for people; "" = none */
};

enum { STORE_RUNS_MAX = 500 };

struct store_filter {
	struct slice kernel, machine, benchmark, config; /* slugs or names; "" = any */
	int limit;                                       /* 1 .. STORE_RUNS_MAX */
	struct slice cursor;                             /* opaque; "" = from the start */
	bool with_superseded;
};

struct store_runs {
	struct store_run *runs; /* latest start first */
	size_t count;
	struct slice next; /* cursor; "" = the end */
};

NODISCARD enum err store_runs(struct store *store, struct arena *arena,
			      const struct store_filter *filter, struct store_runs *out,
			      struct error *err);
/* By public id; a withdrawn run too, which says so. */
NODISCARD enum err store_run_get(struct store *store, struct arena *arena, struct slice id,
				 struct store_run *out, struct error *err);
/*
 * By what people say: a run id, a run's name, or a kernel by any of its names (then: its only
 * run). ERR_NOT_FOUND, also for one that is withdrawn; ERR_CONFLICT with the candidates when
 * several answer to it.
 */
NODISCARD enum err store_run_resolve(struct store *store, struct arena *arena, struct slice what,
				     struct store_run *out, struct error *err);

struct store_fact {
	struct slice key, value;
	int iteration;
};
NODISCARD enum err store_run_facts(struct store *store, struct arena *arena, int64_t run,
				   struct store_fact **out, size_t *count, struct error *err);

struct store_file {
	struct slice path, sha256;
	int64_t size_bytes;
	bool kept;
};
NODISCARD enum err store_run_files(struct store *store, struct arena *arena, int64_t run,
				   struct store_file **out, size_t *count, struct error *err);
/* The raw bytes of a file by the hex of its hash. */
NODISCARD enum err store_raw(struct store *store, struct arena *arena, struct slice sha256,
			     struct slice *out, struct error *err);

/* What a run measured: aggregates of samples, and summaries, by metric_cmp then statistic. */
struct store_result {
	struct metric metric;
	struct slice statistic; /* "" = samples; stats are theirs. Else value in stats.mean */
	struct stats stats;
	int boots;
};
NODISCARD enum err store_run_results(struct store *store, struct arena *arena, int64_t run,
				     struct store_result **out, size_t *count, struct error *err);

struct store_sample {
	struct metric metric;
	int boot, iteration, seq, line;
	double value;
	struct slice path; /* file it was read from */
};
/* benchmark and name "" = all. */
NODISCARD enum err store_run_samples(struct store *store, struct arena *arena, int64_t run,
				     struct slice benchmark, struct slice name,
				     struct store_sample **out, size_t *count, struct error *err);

struct store_symbol {
	struct slice event, comm, dso, file, symbol;
	double percent, children_percent;
	int64_t samples;
};
NODISCARD enum err store_run_symbols(struct store *store, struct arena *arena, int64_t run,
				     struct store_symbol **out, size_t *count, struct error *err);

/* What BPF tools saw in a run: of histograms all printings or each one's last. */
NODISCARD enum err store_traced(struct store *store, struct arena *arena,
				const struct store_run *run, bool all_prints, struct traced *out,
				struct error *err);

/* What a run can be shown by, besides its results. */
struct store_seen {
	int64_t histograms;  /* metrics that have one */
	int64_t maps;        /* of bpftrace, by their names */
	struct slice allocs; /* the first map that tells sizes of allocations; "" = none */
	bool has_syscalls;
};
NODISCARD enum err store_run_seen(struct store *store, struct arena *arena, int64_t run,
				  struct store_seen *out, struct error *err);

/* Values that are no number, and measurements that did not happen. */
struct store_note {
	struct metric metric;
	struct slice status, text;
};
NODISCARD enum err store_run_notes(struct store *store, struct arena *arena, int64_t run,
				   struct store_note **out, size_t *count, struct error *err);

struct store_diagnostic {
	struct slice path, message;
	int line;
};
NODISCARD enum err store_run_diagnostics(struct store *store, struct arena *arena, int64_t run,
					 struct store_diagnostic **out, size_t *count,
					 struct error *err);

/* ------------------------------------------------------------------ lists */

/* Of what live runs refer to: those that are neither superseded nor withdrawn. */

struct store_kernel {
	int64_t rowid;
	struct slice slug, name; /* name for people: the level where it is known and no other's */
	struct slice release, level;
	struct slice *names; /* further names */
	size_t name_count;
	int64_t runs;
	int64_t mails;          /* that hold numbers of it (db/store_mails.h) */
	struct slice placed_as; /* as people said; "" = they did not, as below */
	struct slice order;     /* the name by which it is put in order */
	struct slice commit;    /* what it was built from */
};
/* Oldest first: kver_cmp of what people said, else of the level, else of the release. */
NODISCARD enum err store_kernels(struct store *store, struct arena *arena,
				 struct store_kernel **out, size_t *count, struct error *err);

struct store_machine {
	int64_t rowid;
	struct slice slug;
	struct machine machine;
	int64_t runs;
};
NODISCARD enum err store_machines(struct store *store, struct arena *arena,
				  struct store_machine **out, size_t *count, struct error *err);

struct store_config {
	int64_t rowid;
	struct config config;
	int64_t runs;
};
NODISCARD enum err store_configs(struct store *store, struct arena *arena,
				 struct store_config **out, size_t *count, struct error *err);

struct store_metric {
	int64_t rowid;
	struct metric metric;
};
NODISCARD enum err store_metrics(struct store *store, struct arena *arena,
				 struct store_metric **out, size_t *count, struct error *err);

/* ------------------------------------------------------------------ comparing */

/*
 * One column of the runs (rowids), which must be of one machine (else ERR_CONFLICT). Samples of
 * one metric are put together in the order of the runs, with boots numbered on.
 */
NODISCARD enum err store_column(struct store *store, struct arena *arena, const int64_t *runs,
				size_t run_count, struct column *out, struct error *err);

/*
 * The latest measured runs of a machine ("" = of any) with a benchmark ("" = any), as
 * lib/noise_view.h takes them; at most STORE_NOISE_RUNS.
 */
enum { STORE_NOISE_RUNS = 40 };
NODISCARD enum err store_noise_runs(struct store *store, struct arena *arena, struct slice machine,
				    struct slice benchmark, struct noise_run **out, size_t *count,
				    struct error *err);

/* Runs by what they are of. */
struct store_selection {
	struct slice machine, benchmark; /* slug or name; "" = any */
	int64_t kernel;                  /* its row; 0 = any */
	int64_t from, to;                /* rows of the oldest and newest kernel; 0 = no end */
};

/*
 * Points of live runs with samples; transcribed numbers take no part. Of the newest kernels whose
 * runs have STORE_SAMPLES_MAX samples together, of two at least, so that an answer costs the same
 * however much is stored; out->kernels_left_out tells how many are older. out->kernels also has
 * those without points that are left out, or are not between from and to.
 */
enum { STORE_SAMPLES_MAX = 200 * 1000 };
NODISCARD enum err store_overhead(struct store *store, struct arena *arena,
				  const struct store_selection *scope, struct overhead_input *out,
				  struct error *err);
/* Of all kernels. */
NODISCARD enum err store_overhead_all(struct store *store, struct arena *arena,
				      struct slice machine, struct overhead_input *out,
				      struct error *err);

/*
 * One metric on one machine over kernels: points by config line, then kernel, in an
 * overhead_input of one metric. ERR_NOT_FOUND when there is no such metric.
 */
NODISCARD enum err store_series(struct store *store, struct arena *arena, struct slice machine,
				const struct metric *metric, struct overhead_input *out,
				struct error *err);

#endif
