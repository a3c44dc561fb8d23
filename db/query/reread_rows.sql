-- All that was read of run ?1, as text to compare: kind, what, its place among equals, value or null,
-- text. A row each, in order of the first three.
select 'run' as kind, 'kernel' as what, 0 as place, null as value, d.kernel_release as text
from run_detail d where d.id = ?1
union all
select 'run', 'config', 0, null, d.config_key from run_detail d where d.id = ?1
union all
select 'run', 'machine', 0, null, d.machine from run_detail d where d.id = ?1
union all
select 'run', 'start', 0, d.start_s, '' from run_detail d where d.id = ?1
union all
select 'run', 'boots', 0, d.boots, '' from run_detail d where d.id = ?1
union all
select
	'sample',
	m.benchmark || ' ' || m.name || ' ' || m.labels || ' ' || m.unit || ' ' || m.better
		|| ' boot ' || s.boot || ' iteration ' || s.iteration,
	s.seq, s.value, ''
from sample s
join metric m on m.id = s.metric_id
where s.run_id = ?1
union all
select
	'summary',
	m.benchmark || ' ' || m.name || ' ' || m.labels || ' ' || m.unit || ' ' || m.better || ' '
		|| s.statistic,
	row_number() over (partition by s.metric_id, s.statistic order by s.seq), s.value, ''
from summary s
join metric m on m.id = s.metric_id
where s.run_id = ?1
union all
select
	'note', m.benchmark || ' ' || m.name || ' ' || m.labels || ' ' || m.unit,
	row_number() over (partition by n.metric_id order by n.seq), null, n.status || n.text
from note n
join metric m on m.id = n.metric_id
where n.run_id = ?1
union all
select
	'histogram', m.benchmark || ' ' || m.name || ' ' || m.labels || ' from '
		|| coalesce(cast(b.lo as text), '-') || ' to ' || coalesce(cast(b.hi as text), '-'),
	row_number() over (partition by h.metric_id, b.lo, b.hi order by h.print, h.line, b.seq),
	b.count, ''
from histogram h
join bucket b on b.histogram_id = h.id
join metric m on m.id = h.metric_id
where h.run_id = ?1
union all
select
	'function', y.event || ' ' || y.comm || ' ' || y.dso || ' ' || y.symbol,
	row_number() over (partition by y.event, y.comm, y.dso, y.symbol order by y.seq),
	coalesce(y.percent, y.delta_percent),
	coalesce(cast(y.samples as text), '') || ' ' || coalesce(cast(y.period as text), '')
from symbol y
where y.run_id = ?1
union all
select
	'stack', p.source || ' ' || p.event || ' ' || p.metric || ' node ' || n.seq, p.seq, n.count,
	f.name || ' ' || coalesce(cast(n.caller as text), '')
from profile p
join node n on n.profile_id = p.id
join frame f on f.id = n.frame_id
where p.run_id = ?1
union all
select
	'instruction', i.symbol || ' ' || i.address, i.seq, coalesce(i.percent, i.samples), i.assembly
from profile p
join instruction i on i.profile_id = p.id
where p.run_id = ?1
union all
select 'fact', f.key, f.iteration, null, f.value
from fact f
where f.run_id = ?1
union all
select
	'diagnostic', l.path || ':' || d.line,
	row_number() over (partition by d.file_id, d.line order by d.seq), null, d.message
from diagnostic d
join file l on l.id = d.file_id
where d.run_id = ?1
order by 1, 2, 3;
