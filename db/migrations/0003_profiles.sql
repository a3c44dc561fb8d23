-- SPDX-License-Identifier: GPL-2.0-or-later
-- Profiles: stacks as trees of frames, rows of functions, instructions.

-- What one format read from one file: of one event, or of one printing of one map.
create table profile (
	id integer primary key,
	run_id integer not null references run,
	seq integer not null check (seq >= 1), -- in addresses, behind the run's id
	source text not null,                  -- the format's name; '' = not known
	event text not null,
	metric text not null,                  -- a map's name
	print integer,                         -- which printing of it; null = none
	samples real,                          -- all of them; null = not told
	memcg_percent real,                    -- its own functions; null = found when asked for
	stacks integer not null check (stacks >= 0),             -- frames in their places
	symbols integer not null check (symbols >= 0),           -- rows of functions
	instructions integer not null check (instructions >= 0), -- rows of those
	file_id integer not null references file,
	line integer not null,
	unique (run_id, seq)
) strict;

-- Names of functions, once each.
create table frame (
	id integer primary key,
	name text not null unique
) strict;

-- A frame in its place. Without a caller it is no function but what the stacks below it share.
create table node (
	profile_id integer not null references profile,
	seq integer not null,                   -- from 0; callers come before what they call
	caller integer check (caller < seq),
	frame_id integer not null references frame,
	count integer not null,                 -- of stacks that end here, as below
	period integer,                         -- null = not told
	primary key (profile_id, seq)
) strict, without rowid;

create table instruction (
	profile_id integer not null references profile,
	seq integer not null,
	symbol text not null,
	dso text not null,
	address text not null,  -- hexadecimal
	assembly text not null,
	labels text not null,   -- 'key=value,key=value', by key
	percent real,           -- null = not told, as below
	samples integer,
	file_id integer not null references file,
	line integer not null,
	primary key (profile_id, seq)
) strict, without rowid;

alter table symbol add column profile_id integer references profile; -- null: a difference only
alter table symbol add column baseline_percent real; -- of perf diff; null = not told, as below
alter table symbol add column delta_percent real;
create index symbol_profile on symbol (profile_id) where profile_id is not null;

-- Rows that are there already become profiles.
insert into profile (run_id, seq, source, event, metric, stacks, symbols, instructions, file_id, line)
select
	run_id,
	row_number() over (partition by run_id order by min(seq)),
	'', event, '', 0, count(*), 0, file_id, min(line)
from symbol
where percent is not null or samples is not null
group by run_id, file_id, event;

update symbol
set profile_id = (
	select p.id
	from profile p
	where p.run_id = symbol.run_id
		and p.file_id = symbol.file_id
		and p.event = symbol.event
)
where percent is not null or samples is not null;

pragma user_version = 3;
