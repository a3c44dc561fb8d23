-- As point_list, of machine ?1 ('' = all) and the metric ?2 by its row.
select
	r.kernel_id, r.config_id, r.machine_id, a.metric_id, a.boots, r.public_id,
	a.n, a.mean, a.hmean, a.stddev, a.min, a.max, a.median
from aggregate a
join live_run r on r.id = a.run_id
where a.metric_id = ?2
	and r.transcribed = 0
	and r.kernel_id is not null
	and (?1 = '' or r.machine_id in (
		select c.machine_id from machine_called c where c.called = ?1
	))
order by r.machine_id, r.config_id, r.kernel_id, r.start_s, r.id;
