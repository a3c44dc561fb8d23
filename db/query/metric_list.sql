-- All metrics: id, its columns, live runs with samples or summaries. A row each.
select
	m.id, m.benchmark, m.name, m.labels, m.unit, m.better,
	(
		select count(*)
		from (
			select run_id from aggregate where metric_id = m.id
			union
			select run_id from summary where metric_id = m.id
		) u
		join run r on r.id = u.run_id and r.superseded_by is null
	)
from metric m;
