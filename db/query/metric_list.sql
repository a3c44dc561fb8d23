-- Metrics of live runs: id, its columns. A row each.
select m.id, m.benchmark, m.name, m.labels, m.unit, m.better
from metric m
where exists (
		select 1
		from aggregate a
		join live_run r on r.id = a.run_id
		where a.metric_id = m.id
	)
	or exists (
		select 1
		from summary s
		join live_run r on r.id = s.run_id
		where s.metric_id = m.id
	);
