-- Points of what memcg costs, of machine ?1 and benchmark ?2, '' = all: kernel, config, machine,
-- metric, boots, run, stats. A row each live run and metric; equal keys together, latest last.
select
	r.kernel_id, r.config_id, r.machine_id, a.metric_id, a.boots, r.public_id,
	a.n, a.mean, a.hmean, a.stddev, a.min, a.max, a.median
from aggregate a
join metric m on m.id = a.metric_id
join live_run r on r.id = a.run_id
where r.transcribed = 0
	and r.kernel_id is not null
	and (?1 = '' or r.machine_id in (
		select c.machine_id from machine_called c where c.called = ?1
	))
	and (?2 = '' or m.benchmark = ?2)
order by a.metric_id, r.machine_id, r.config_id, r.kernel_id, r.start_s, r.id;
