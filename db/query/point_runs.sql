-- Live measured runs with samples of kernel ?1, machine ?2 and benchmark ?3 ('' = all): id, kernel,
-- config, machine, public id, boots, samples, whether run_losses has a row. A row each; those of one
-- machine and config together, latest last.
select
	r.id, r.kernel_id, r.config_id, r.machine_id, r.public_id, r.boots, r.samples,
	exists (
		select 1
		from fact
		where run_id = r.id
			and key in ('tool.lost_events', 'tracing.missed_events', 'tool.full_maps')
			and iteration = 0
	)
from live_run r
where r.kernel_id = ?1
	and r.transcribed = 0
	and r.samples > 0
	and (?2 = '' or r.machine_id in (
		select c.machine_id from machine_called c where c.called = ?2
	))
	and (?3 = '' or exists (
		select 1 from run_benchmark b where b.run_id = r.id and b.benchmark = ?3
	))
order by r.machine_id, r.config_id, r.start_s, r.id;
