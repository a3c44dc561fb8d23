-- What run ?1 measured: metric, statistic ('' = samples), stats, boots. A row each.
select
	m.benchmark, m.name, m.labels, m.unit, m.better, '' as statistic,
	a.n, a.mean, a.hmean, a.stddev, a.min, a.max, a.median, a.boots
from aggregate a
join metric m on m.id = a.metric_id
where a.run_id = ?1
union all
select
	m.benchmark, m.name, m.labels, m.unit, m.better, s.statistic,
	coalesce(s.n, 0), s.value, null, null, null, null, null, 0
from summary s
join metric m on m.id = s.metric_id
where s.run_id = ?1;
