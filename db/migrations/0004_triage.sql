-- SPDX-License-Identifier: GPL-2.0-or-later
-- What people made of change points. A change is no row: it is found anew from the samples each
-- time, and its identity, made of series and kernel, leads here.

create table triage (
	change_id text primary key check (change_id <> ''),
	state text not null check (state in ('new', 'acknowledged', 'expected', 'fixed', 'dismissed')),
	note text not null,
	link text not null, -- address of a thread; '' = none
	actor text not null check (actor <> ''),
	at_s integer not null check (at_s > 0) -- epoch
) strict, without rowid;

pragma user_version = 4;
