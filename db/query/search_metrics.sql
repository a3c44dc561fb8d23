-- Metrics of which live runs have samples of their own: id, benchmark, name, labels, unit, better,
-- slug of the machine of the newest such run. A row each.
select m.id, m.benchmark, m.name, m.labels, m.unit, m.better, k.slug
from metric m
join machine k on k.id = (
	select r.machine_id
	from aggregate a
	join live_run r on r.id = a.run_id
	where a.metric_id = m.id and r.transcribed = 0
	order by a.run_id desc
	limit 1
);
