/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Profiles that a request asks for, with what they tell.
 * Layer: server, above load.
 */
#ifndef SERVER_LOAD_PROFILE_H
#define SERVER_LOAD_PROFILE_H

#include "db/store_profiles.h"
#include "lib/report_profile.h"
#include "server/request.h"

struct loaded_profile {
	struct store_run run;
	struct store_profile row;
	struct profile profile;
	struct profile_sum sum;
	struct report_profile report;
};

/* The one that the path names. ERR_NOT_FOUND, ERR_GONE. */
NODISCARD enum err load_profile(const struct request *request, struct loaded_profile *out,
				struct error *err);

/* The same without its tree and rows. */
NODISCARD enum err load_profile_row(const struct request *request, struct store_run *run,
				    struct store_profile *out, struct error *err);

struct loaded_diff {
	struct loaded_profile a, b;
	struct profile_diff diff;
	bool all;
};

/* a and b: profiles, or runs by what people call them: then the first that is of no map. */
NODISCARD enum err load_profile_diff(const struct request *request, struct loaded_diff *out,
				     struct error *err);

/*
 * filter: "memcg" or "all"; what is meant where it is absent is the caller's. ERR_INPUT for
 * anything else.
 */
NODISCARD enum err load_filter(const struct request *request, bool fallback_all, bool *all,
			       struct error *err);

/* Instructions of the parameter symbol. ERR_INPUT without one, ERR_NOT_FOUND where there are none.
 */
NODISCARD enum err load_instructions(const struct request *request, const struct store_run *run,
				     struct report_instruction **out, size_t *count,
				     struct error *err);

#endif
