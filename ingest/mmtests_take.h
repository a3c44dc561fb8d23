/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Between the table of facts (mmtests_meta.c) and what its rows call (mmtests_take.c).
 * Layer: ingest, below mmtests_meta.
 */
#ifndef INGEST_MMTESTS_TAKE_H
#define INGEST_MMTESTS_TAKE_H

#include "ingest/input.h"
#include "lib/record.h"

/* One file being read. */
struct facts {
	struct input *input;
	struct sink *sink;
	struct slice line;         /* the one at hand, trimmed */
	double stamp_s;            /* dmesg: seconds since boot; below 0 = none */
	uint64_t cores_per_socket; /* lscpu; 0 = not seen */
	size_t processors;         /* /proc/cpuinfo */
};

struct rule;

/* Makes records of rest: what stands behind the text that the rule looks for, trimmed. */
typedef enum err facts_take_fn(struct facts *facts, const struct rule *rule, struct slice rest,
			       struct error *err);

/* A kind of line that tells something. */
struct rule {
	const char *file;  /* name of the file; with a '-' at its end: what its name begins with */
	const char *begin; /* what the line begins with; after a '*': what it holds */
	const char *key;   /* of the meta record */
	facts_take_fn *take;
	bool every; /* each such line counts, not the first alone */
};

/* Each emits one meta record; nothing for an empty value. */
NODISCARD enum err facts_tell(struct facts *facts, const char *key, struct slice value,
			      struct error *err);
NODISCARD enum err facts_tell_number(struct facts *facts, const char *key, uint64_t value,
				     struct error *err);
/* The key with a name behind it: "kernel.option.MEMCG". */
NODISCARD enum err facts_tell_named(struct facts *facts, const char *key, struct slice name,
				    struct slice value, struct error *err);
/* The diagnostic "expected ..." for the line at hand. */
NODISCARD enum err facts_odd_line(struct facts *facts, const char *expected, struct error *err);

/* For rows of the table; each says with an example what it takes. */
facts_take_fn facts_take_uname, facts_take_version, facts_take_option, facts_take_unset,
	facts_take_boot_time, facts_take_enabled, facts_take_group, facts_take_v1_tasks,
	facts_take_v2_tasks, facts_take_v2_mount, facts_take_v1_mount, facts_take_cores,
	facts_take_sockets, facts_take_processor, facts_take_named, facts_take_all,
	facts_take_count, facts_take_kib, facts_take_chosen, facts_take_quoted,
	facts_take_first_quoted, facts_take_yes, facts_take_failure, facts_take_kernel_sysctl,
	facts_take_distance;

#endif
