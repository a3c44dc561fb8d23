/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * RUN of docs/api.md, and pieces that several answers share.
 * Layer: server, above db and lib/report_json.
 */
#ifndef SERVER_RUN_JSON_H
#define SERVER_RUN_JSON_H

#include "db/store.h"
#include "db/store_mails.h"
#include "lib/json.h"

json_t *run_to_json(const struct store_run *run);
/* {"slug", "name"} and what is known of release and level. */
json_t *kernel_to_json(struct slice slug, struct slice name, struct slice release,
		       struct slice level);
json_t *machine_to_json(struct slice slug, struct slice name);
json_t *store_machine_to_json(const struct store_machine *row);
json_t *store_kernel_to_json(const void *element); /* of a struct store_kernel */
/* MAIL of docs/api.md, each with its address in the archive. */
json_t *mails_to_json(const struct store_mail *mails, size_t count);
/* Adds "slug" to each object of list, in order. */
void slugs_add(json_t *list, const struct slice *slugs);

#endif
