-- SPDX-License-Identifier: GPL-2.0-or-later
-- Comparisons whose numbers never change again: /c/SLUG. Their forms are stored as they were sent.

create table frozen (
	id integer primary key,
	slug text not null unique,    -- the first 10 or more characters of the hash in base 32
	hash text not null unique,    -- SHA-256 of request, hex
	request text not null,        -- what was compared, with the hashes of its samples
	title text not null,
	as_text text not null,
	as_markdown text not null,
	as_csv text not null,
	as_json text not null,
	frozen_s integer not null check (frozen_s > 0), -- epoch
	actor text not null                             -- a token's name, or "cli:USER"
) strict;

create table frozen_run (
	frozen_id integer not null references frozen,
	place integer not null check (place >= 0), -- 0 = the baseline
	run_id integer not null references run,
	primary key (frozen_id, place)
) strict, without rowid;
create index frozen_run_run on frozen_run (run_id);

-- Mails that discuss one.
create table frozen_mail (
	frozen_id integer not null references frozen,
	mail_id integer not null references mail,
	primary key (frozen_id, mail_id)
) strict, without rowid;
create index frozen_mail_mail on frozen_mail (mail_id);

pragma user_version = 7;
