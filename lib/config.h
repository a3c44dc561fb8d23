/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a run ran in: memcg mode, placement, the build options and boot words that count, and the
 * machine. Everything is derived from facts (key and value, as meta records carry them), nothing
 * is guessed: what no fact tells is "unknown".
 * Layer: lib, above slice, arena.
 *
 * Fact keys read here (meta keys): kernel.cmdline, kernel.option.NAME (y, m, n or a value, from a
 * kconfig file; every option that is told counts, so tell only those that should; for the mode:
 * MEMCG, MEMCG_DEFAULT_ENABLED, MEMCG_DISABLED), cgroup.memory.enabled (1 or 0, the column of
 * /proc/cgroups), cgroup.hierarchy (v1 or v2), cgroup.path (of the workload, below the hierarchy's
 * root; "/" = root), cgroup.depth (its parts, 0 = root, where no path is told), machine.cpu,
 * machine.sockets, machine.cores, machine.threads, machine.nodes, machine.memory_bytes,
 * machine.name.
 */
#ifndef LIB_CONFIG_H
#define LIB_CONFIG_H

#include "lib/arena.h"
#include "lib/base.h"
#include "lib/error.h"
#include "lib/record.h"
#include "lib/slice.h"

enum memcg_mode { MEMCG_UNKNOWN, MEMCG_ON, MEMCG_BOOT_OFF, MEMCG_COMPILED_OUT };

struct config {
	enum memcg_mode mode;
	bool nokmem, nosocket, nobpf; /* cgroup.memory= */
	struct slice placement;       /* "root", "v1:N", "v2:N", "unknown" */
	struct slice variant;         /* what is left of a run's name without the kernel */
	/* Boot words that count, sorted, blank between; those that give the mode are not here. */
	struct slice words;
	struct slice options; /* NAME=value of build options, likewise */
	/* Identity: all of the above as one line of text. */
	struct slice key;
	/* The same without build options: one line of a chart over kernels. */
	struct slice line;
	/*
	 * Build options by which a kernel checks itself at a cost that hides memcg's, blank
	 * between: those of DEBUG_LIST, DEBUG_VM, KASAN and LOCKDEP that are y. "" = none is known.
	 * A run that has one is marked wherever it is used.
	 */
	struct slice spoilers;
	/*
	 * For people: "off", "root", "child", "child-2 nokmem", "child v1", "off child"; a variant
	 * that says more than these follows it, and stands for it where the placement is unknown.
	 */
	struct slice label;
};

struct machine {
	struct slice cpu;                   /* model name; "" = unknown */
	int sockets, cores, threads, nodes; /* 0 = unknown; cores and threads of the machine */
	int64_t memory_bytes;               /* 0 = unknown */
	struct slice name;                  /* for people; "" = none was given */
	struct slice fingerprint;           /* one line of text of all but the name; "unknown" */
};

/*
 * facts: keys and values, a later one wins; overrides (K=V from outside: mode, placement, variant,
 * nokmem, nosocket, nobpf, a build option when K is in capitals, else a boot word) win over them.
 * variant as the run's name gives it. memory_bytes is rounded to 64 MiB in the fingerprint, as
 * kernels reserve different amounts. All borrow from what is passed.
 */
void config_derive(struct arena *arena, const struct label *facts, size_t fact_count,
		   const struct label *overrides, size_t override_count, struct slice variant,
		   struct config *out);
void machine_derive(struct arena *arena, const struct label *facts, size_t fact_count,
		    struct slice name, struct machine *out);

/*
 * Corrects a config that stands, by K=V as config_derive's overrides; an empty V takes out what K
 * has set. ERR_INPUT: a mode or placement that is none, or blanks in a word; nothing is changed
 * then. Borrows from what is passed.
 */
NODISCARD enum err config_correct(struct arena *arena, const struct label *corrections,
				  size_t count, struct config *config, struct error *err);

/* Sets key, line, spoilers and label from the other fields: for configs that come from the store.
 */
void config_identify(struct arena *arena, struct config *config);

/* Those of the options that make config.spoilers. */
struct slice config_spoilers(struct arena *arena, struct slice options);

bool config_is_off(const struct config *config);     /* boot-off or compiled-out */
const char *memcg_mode_name(enum memcg_mode mode);   /* "on", "boot-off", ... */
enum memcg_mode memcg_mode_parse(struct slice name); /* MEMCG_UNKNOWN when it is none */

#endif
