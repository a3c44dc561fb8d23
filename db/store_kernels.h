/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One kernel or one machine: what was run on it, and what people say of a kernel.
 * Layer: db, above store.h; the same rules.
 */
#ifndef DB_STORE_KERNELS_H
#define DB_STORE_KERNELS_H

#include "db/store.h"

enum { STORE_KERNEL_NAMES_MAX = 32, STORE_KERNEL_LINKS_MAX = 32, STORE_URL_MAX = 512 };

/* Live runs by something that they have. */
struct store_tally {
	struct slice key, name; /* for addresses, for people */
	int64_t runs;
};

enum store_tallied {
	STORE_KERNEL_CONFIGS, /* of a kernel, by label */
	STORE_KERNEL_MACHINES,
	STORE_KERNEL_BENCHMARKS,
	STORE_MACHINE_KERNELS, /* of a machine, by slug */
	STORE_MACHINE_CONFIGS,
	STORE_MACHINE_BENCHMARKS,
};
NODISCARD enum err store_tallies(struct store *store, struct arena *arena, enum store_tallied what,
				 int64_t rowid, struct store_tally **out, size_t *count,
				 struct error *err);

/*
 * Kernels as store_kernels has them that are called so: the one of exactly that slug or release,
 * else all that have it as a name. Returns how many; *out points to them.
 */
size_t store_kernels_called(struct arena *arena, const struct store_kernel *kernels, size_t count,
			    struct slice called, const struct store_kernel ***out);

/* Addresses that people gave a kernel, in order. */
NODISCARD enum err store_kernel_links(struct store *store, struct arena *arena, int64_t kernel,
				      struct slice **out, size_t *count, struct error *err);
/* What a kernel was built from: as people said, else as its runs agree; "" = not known. */
NODISCARD enum err store_kernel_commit(struct store *store, struct arena *arena,
				       const struct store_kernel *kernel, struct slice *out,
				       struct error *err);

/* What to change of a kernel; NULL = as it is. Texts are up to STORE_TEXT_MAX bytes. */
struct store_kernel_patch {
	const struct slice *order;  /* a kernel's name with a version; "" = by itself */
	const struct slice *commit; /* "" = what its runs tell */
	const struct slice *names, *links;
	size_t name_count, link_count; /* links: http(s) addresses */
};

/*
 * One transaction with its line in the log; *out is the kernel as it is then. ERR_NOT_FOUND: no
 * live run is of a kernel that is called so. ERR_CONFLICT: several are. ERR_DENIED: the actor is
 * bound to a machine. ERR_INPUT, ERR_LIMIT: a text that cannot be.
 */
NODISCARD enum err store_kernel_patch(struct store *store, struct arena *arena, struct slice called,
				      const struct store_kernel_patch *patch,
				      const struct store_actor *actor, struct store_kernel *out,
				      struct error *err);

#endif
