-- SPDX-License-Identifier: GPL-2.0-or-later
-- Mails that hold numbers of runs.

create table mail (
	id integer primary key,
	message_id text not null unique check (message_id <> ''), -- without '<' and '>'
	subject text not null,                                    -- '' = not told, as below
	author text not null,                                     -- a name, no address
	date_s integer check (date_s > 0)                         -- epoch; null = not told
) strict;

create table run_mail (
	run_id integer not null references run,
	mail_id integer not null references mail,
	primary key (run_id, mail_id)
) strict, without rowid;
create index run_mail_mail on run_mail (mail_id);

pragma user_version = 5;
