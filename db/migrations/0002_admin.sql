-- SPDX-License-Identifier: GPL-2.0-or-later
-- Tokens, the audit log, withdrawn and annotated runs, and machines that turned out to be one.

-- Who may store and change by HTTP. The secret itself is nowhere.
create table token (
	id integer primary key,
	prefix text not null unique check (length(prefix) = 8),      -- in clear, tells tokens apart
	hash blob not null unique check (length(hash) = 32),         -- SHA-256 of the whole token
	name text not null check (name <> ''),
	scope text not null check (scope in ('submit', 'manage')),   -- manage includes submit
	machine text not null,                                       -- only its runs; '' = any
	created_s integer not null check (created_s > 0),            -- epoch, as all below
	expires_s integer check (expires_s > created_s),             -- null = never
	used_s integer check (used_s > 0),                           -- null = not yet
	revoked_s integer check (revoked_s > 0)                      -- null = in force
) strict;
create unique index token_name on token (name) where revoked_s is null;

-- Who changed what, written in the transaction of the change. Rows are only added.
create table audit (
	id integer primary key,
	at_s integer not null check (at_s > 0),   -- epoch
	actor text not null check (actor <> ''),  -- a token's name, or 'cli:USER'
	token_id integer references token,        -- null = the command line
	address text not null,                    -- '' = this machine
	action text not null check (action <> ''),
	run_id integer references run,            -- null = of no run
	detail text not null
) strict;
create index audit_run on audit (run_id) where run_id is not null;

alter table run add column withdrawn_s integer check (withdrawn_s > 0); -- epoch; null = it stands
alter table run add column withdrawn_why text not null default ''
	check (withdrawn_why = '' or withdrawn_s is not null);
alter table run add column note text not null default '';

-- The machine that has this one's runs, and those to come; null = this one.
alter table machine add column merged_into integer references machine check (merged_into <> id);
create index machine_merged on machine (merged_into) where merged_into is not null;

-- What lists, charts and names know: no other run holds all of it, and nobody withdrew it.
create view live_run as
select *
from run
where superseded_by is null and withdrawn_s is null;

drop view run_detail;
drop view machine_detail;

create view machine_detail as
select
	m.id, m.slug, m.fingerprint, m.cpu, m.sockets, m.cores, m.threads, m.nodes, m.memory_bytes,
	case
		when m.name <> '' then m.name
		when m.cpu <> '' then m.cpu
		else m.fingerprint
	end as name,
	m.merged_into
from machine m;

-- What machines are called in addresses and by people, and which machine that is.
create view machine_called as
select slug as called, coalesce(merged_into, id) as machine_id
from machine_detail
union all
select name, coalesce(merged_into, id)
from machine_detail;

-- All that lists and pages say of a run, in the order in which the store reads it.
create view run_detail as
select
	r.id, r.public_id, r.name,
	coalesce(k.name, '') as kernel, coalesce(k.slug, '') as kernel_slug,
	coalesce(k.release, '') as kernel_release, coalesce(k.level, '') as kernel_level,
	c.mode, c.nokmem, c.nosocket, c.nobpf, c.placement, c.variant, c.words, c.options,
	c.key as config_key, c.line as config_line, c.label as config_label,
	m.name as machine, m.slug as machine_slug,
	r.start_s, r.stored_s, r.boots, r.iterations, r.transcribed,
	coalesce(s.public_id, '') as superseded_by,
	r.samples, r.summaries, r.metrics, r.files, r.benchmarks,
	coalesce(r.withdrawn_s, 0) as withdrawn_s, r.withdrawn_why, r.note,
	r.kernel_id, r.config_id, r.machine_id
from run r
join config c on c.id = r.config_id
join machine_detail m on m.id = r.machine_id
left join kernel_detail k on k.id = r.kernel_id
left join run s on s.id = r.superseded_by;

pragma user_version = 2;
