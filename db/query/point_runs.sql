-- Live measured runs of machine ?1 and benchmark ?2 ('' = all): id, kernel, config,
-- machine, public id, boots, samples, and what its tools lost, '' = nothing. A row each; those of equal kernel, config and machine
-- together, latest last.
select
	r.id, r.kernel_id, r.config_id, r.machine_id, r.public_id, r.boots, r.samples,
	coalesce((
		select f.value
		from fact f
		where f.run_id = r.id and f.key = 'tool.lost_events' and f.iteration = 0
	), ''),
	coalesce((
		select f.value
		from fact f
		where f.run_id = r.id and f.key = 'tracing.missed_events' and f.iteration = 0
	), ''),
	coalesce((
		select f.value
		from fact f
		where f.run_id = r.id and f.key = 'tool.full_maps' and f.iteration = 0
	), '')
from live_run r
where r.transcribed = 0
	and r.kernel_id is not null
	and (?1 = '' or r.machine_id in (
		select c.machine_id from machine_called c where c.called = ?1
	))
	and (?2 = '' or exists (
		select 1 from run_benchmark b where b.run_id = r.id and b.benchmark = ?2
	))
order by r.machine_id, r.config_id, r.kernel_id, r.start_s, r.id;
