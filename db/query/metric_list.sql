-- Metrics of live runs: id, its columns, live runs with samples or summaries. A row each.
select id, benchmark, name, labels, unit, better, runs
from (
	select
		m.id, m.benchmark, m.name, m.labels, m.unit, m.better,
		(
			select count(*)
			from (
				select run_id from aggregate where metric_id = m.id
				union
				select run_id from summary where metric_id = m.id
			) u
			join live_run r on r.id = u.run_id
		) as runs
	from metric m
) counted
where runs > 0;
