-- SPDX-License-Identifier: GPL-2.0-or-later
-- Kernels, machines, configs, and what runs measured. Text columns that may be unknown hold ''.

create table state (
	id integer primary key check (id = 1),
	generation integer not null check (generation >= 0) -- rises with every committed change
) strict;
insert into state values (1, 0);

create table kernel (
	id integer primary key,
	slug text not null unique check (slug <> ''),       -- for addresses
	release text not null unique check (release <> ''), -- identity: uname -r, else a label
	level text not null                                 -- upstream level
) strict;
create index kernel_level on kernel (level);

-- Further names of a kernel, as runs and mails call it.
create table kernel_name (
	name text not null check (name <> ''),
	kernel_id integer not null references kernel,
	primary key (name, kernel_id)
) strict, without rowid;
create index kernel_name_kernel on kernel_name (kernel_id);

create table machine (
	id integer primary key,
	slug text not null unique check (slug <> ''),
	identity text not null unique, -- the fingerprint, else the name
	fingerprint text not null,
	name text not null,
	cpu text not null,
	sockets integer not null check (sockets >= 0), -- here and below 0 = unknown
	cores integer not null check (cores >= 0),
	threads integer not null check (threads >= 0),
	nodes integer not null check (nodes >= 0),
	memory_bytes integer not null check (memory_bytes >= 0)
) strict;

create table config (
	id integer primary key,
	key text not null unique, -- identity: all of the below as one line
	line text not null,
	label text not null,
	mode text not null check (mode in ('unknown', 'on', 'boot-off', 'compiled-out')),
	nokmem integer not null check (nokmem in (0, 1)),
	nosocket integer not null check (nosocket in (0, 1)),
	nobpf integer not null check (nobpf in (0, 1)),
	placement text not null,
	variant text not null,
	words text not null,
	options text not null
) strict;

create table upload (
	id integer primary key,
	name text not null,
	stored_s integer not null -- epoch
) strict;

-- Raw bytes, once each.
create table content (
	id integer primary key,
	sha256 blob not null unique check (length(sha256) = 32),
	size_bytes integer not null check (size_bytes >= 0), -- of the raw bytes
	zstd blob                                            -- null = not kept
) strict;

create table run (
	id integer primary key,
	public_id text not null unique check (public_id <> ''),
	hash blob not null unique check (length(hash) = 32),
	name text not null,
	upload_id integer not null references upload,
	kernel_id integer references kernel, -- null = unknown
	config_id integer not null references config,
	machine_id integer not null references machine,
	start_s integer not null,  -- epoch; 0 = unknown
	stored_s integer not null, -- epoch
	boots integer not null check (boots >= 1),
	iterations integer not null check (iterations >= 0),
	transcribed integer not null check (transcribed in (0, 1)),
	superseded_by integer references run, -- the run that holds all of it and more; null = live
	samples integer not null check (samples >= 0),
	summaries integer not null check (summaries >= 0),
	metrics integer not null check (metrics >= 0),
	files integer not null check (files >= 0),
	benchmarks text not null -- in order, ', ' between
) strict;
create index run_start on run (start_s, id);
create index run_name on run (name);
create index run_kernel on run (kernel_id);
create index run_config on run (config_id);
create index run_machine on run (machine_id, start_s);
create index run_superseded on run (superseded_by) where superseded_by is not null;

create table run_benchmark (
	run_id integer not null references run,
	benchmark text not null,
	primary key (run_id, benchmark)
) strict, without rowid;

-- A file of a run: where records come from. Its path is within the run's folder.
create table file (
	id integer primary key,
	run_id integer not null references run,
	path text not null,
	content_id integer not null references content,
	unique (run_id, path)
) strict;
create index file_content on file (content_id, run_id);

create table metric (
	id integer primary key,
	benchmark text not null,
	name text not null,
	labels text not null, -- 'key=value,key=value', by key
	unit text not null,
	better text not null check (better in ('', 'higher', 'lower', 'none')),
	unique (benchmark, name, labels, unit)
) strict;

-- One raw measurement.
create table sample (
	run_id integer not null references run,
	metric_id integer not null references metric,
	boot integer not null check (boot >= 1),
	iteration integer not null check (iteration >= 0), -- 0 = none
	seq integer not null check (seq >= 1),
	value real not null,
	time_s real,   -- null = none
	print integer, -- which printing; null = none
	file_id integer not null references file,
	line integer not null,
	primary key (run_id, metric_id, boot, iteration, seq)
) strict, without rowid;

-- Statistics of the samples of a metric in a run, written with them.
create table aggregate (
	run_id integer not null references run,
	metric_id integer not null references metric,
	n integer not null check (n >= 1),
	boots integer not null check (boots >= 1),
	mean real not null,
	hmean real,  -- null: a value is not positive
	stddev real, -- null: n is 1
	min real not null,
	max real not null,
	median real not null,
	primary key (run_id, metric_id)
) strict, without rowid;
create index aggregate_metric on aggregate (metric_id, run_id);

-- A number that some tool made of measurements. Never pooled with samples.
create table summary (
	run_id integer not null references run,
	metric_id integer not null references metric,
	statistic text not null check (statistic <> ''),
	seq integer not null,
	value real not null,
	n integer,        -- measurements behind it; null = not told, as all below
	total real,
	sem_percent real, -- standard error of the mean
	print integer,
	file_id integer not null references file,
	line integer not null,
	primary key (run_id, metric_id, statistic, seq)
) strict, without rowid;
create index summary_metric on summary (metric_id, run_id);

-- A value that is no number, or a measurement that did not happen.
create table note (
	run_id integer not null references run,
	seq integer not null,
	metric_id integer not null references metric,
	status text not null,
	text text not null,
	print integer,
	file_id integer not null references file,
	line integer not null,
	primary key (run_id, seq)
) strict, without rowid;

create table histogram (
	id integer primary key,
	run_id integer not null references run,
	metric_id integer not null references metric,
	print integer,
	file_id integer not null references file,
	line integer not null
) strict;
create index histogram_run on histogram (run_id, metric_id);

create table bucket (
	histogram_id integer not null references histogram,
	seq integer not null,
	lo real, -- inclusive; null = unbounded
	hi real, -- exclusive; null = unbounded
	count integer not null,
	primary key (histogram_id, seq)
) strict, without rowid;

-- A row of a flat profile.
create table symbol (
	run_id integer not null references run,
	seq integer not null,
	event text not null,
	comm text not null,
	dso text not null,
	source_file text not null,
	symbol text not null,
	percent real, -- of the profile; null = not told, as all below
	children_percent real,
	samples integer,
	period integer,
	file_id integer not null references file,
	line integer not null,
	primary key (run_id, seq)
) strict, without rowid;

-- What the input says of the run and its surroundings.
create table fact (
	run_id integer not null references run,
	key text not null,
	iteration integer not null check (iteration >= 0), -- 0 = of the whole run
	value text not null,
	file_id integer not null references file,
	line integer not null,
	primary key (run_id, key, iteration)
) strict, without rowid;

-- What was not understood.
create table diagnostic (
	run_id integer not null references run,
	seq integer not null,
	file_id integer not null references file,
	line integer not null, -- 0 = none
	message text not null,
	primary key (run_id, seq)
) strict, without rowid;

-- A kernel's name for people: its level, but its release where two kernels share the level.
create view kernel_detail as
select
	k.id, k.slug, k.release, k.level,
	case
		when k.level = '' then k.release
		when exists (select 1 from kernel o where o.level = k.level and o.id <> k.id)
			then k.release
		else k.level
	end as name
from kernel k;

create view machine_detail as
select
	m.id, m.slug, m.fingerprint, m.cpu, m.sockets, m.cores, m.threads, m.nodes, m.memory_bytes,
	case
		when m.name <> '' then m.name
		when m.cpu <> '' then m.cpu
		else m.fingerprint
	end as name
from machine m;

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
	r.kernel_id, r.config_id, r.machine_id
from run r
join config c on c.id = r.config_id
join machine_detail m on m.id = r.machine_id
left join kernel_detail k on k.id = r.kernel_id
left join run s on s.id = r.superseded_by;

pragma application_id = 0x6d636770;
pragma user_version = 1;
