-- Metrics of live runs: id, its columns, live runs with samples or summaries. A row each.
select
	m.id, m.benchmark, m.name, m.labels, m.unit, m.better,
	(
		select count(*)
		from aggregate a
		join live_run r on r.id = a.run_id
		where a.metric_id = m.id
	) + (
		select count(distinct s.run_id)
		from summary s
		join live_run r on r.id = s.run_id
		where s.metric_id = m.id
			and not exists (
				select 1 from aggregate a where a.run_id = s.run_id and a.metric_id = m.id
			)
	)
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
