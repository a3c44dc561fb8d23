-- SPDX-License-Identifier: GPL-2.0-or-later
-- What people say of kernels: where they stand in the order, what they were built from, links.

-- A kernel's name by which it is put in order; '' = its level, else its release.
alter table kernel add column placed_as text not null default '';
-- As git names what it was built from; '' = what its runs tell.
alter table kernel add column built_from text not null default '';

create table kernel_link (
	kernel_id integer not null references kernel,
	url text not null check (url <> ''),
	primary key (kernel_id, url)
) strict, without rowid;

pragma user_version = 6;
