/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "db/store_mails.h"

#include "db/store_save.h"

static void mail_at(struct arena *arena, struct stmt *stmt, void *element)
{
	struct store_mail *mail = element;

	mail->id = db_text(arena, stmt, 0);
	mail->subject = db_text(arena, stmt, 1);
	mail->author = db_text(arena, stmt, 2);
	mail->date_s = db_int(stmt, 3);
}

const struct store_shape store_mail_shape = { sizeof(struct store_mail), mail_at };

enum err store_run_mails(struct store *store, struct arena *arena, int64_t run,
			 struct store_mail **out, size_t *count, struct error *err)
{
	return store_list_of(store, arena, "run_mails", run, &store_mail_shape, out, count, err);
}

enum err store_kernel_mails(struct store *store, struct arena *arena, int64_t kernel,
			    struct store_mail **out, size_t *count, struct error *err)
{
	return store_list_of(store, arena, "kernel_mails", kernel, &store_mail_shape, out, count,
			     err);
}

static enum err save_mail(struct db *db, const struct store_mail *mail, struct error *err)
{
	struct stmt *stmt;
	enum err e = db_prepare(db, "mail_save", &stmt, err);

	if (e != OK)
		return e;
	db_bind_text(stmt, 1, mail->id);
	db_bind_text(stmt, 2, mail->subject);
	db_bind_text(stmt, 3, mail->author);
	if (mail->date_s > 0)
		db_bind_int(stmt, 4, mail->date_s);
	return db_run(stmt, err);
}

enum err store_mail_keep(struct store *store, struct slice id, struct error *err)
{
	return save_mail(store->db, &(struct store_mail){ .id = id }, err);
}

/* A query of a run and a mail; *row: it gave one. */
static enum err ask(struct save *save, const char *query, struct slice run, struct slice mail,
		    bool *row, struct error *err)
{
	struct stmt *stmt;
	enum err e = db_prepare(save->db, query, &stmt, err);

	if (e != OK)
		return e;
	db_bind_text(stmt, 1, run);
	db_bind_text(stmt, 2, mail);
	e = db_step(stmt, row, err);
	db_reset(stmt);
	return e;
}

enum err save_mails(struct save *save, const struct store_saved *saved, bool *changed,
		    struct error *err)
{
	const struct batch *batch = save->batch;
	enum err e = OK;

	for (size_t i = 0; i < batch->mail_count && e == OK; i++) {
		const struct batch_mail *mail = &batch->mails[i];
		struct slice run = saved[mail->run].run;
		bool known = false;

		e = save_mail(
			save->db,
			&(struct store_mail){ mail->id, mail->subject, mail->author, mail->date_s },
			err);
		if (e == OK)
			e = ask(save, "run_mail_find", run, mail->id, &known, err);
		if (e != OK || known)
			continue;
		e = ask(save, "run_mail_save", run, mail->id, &known, err);
		*changed = true;
	}
	return e;
}
