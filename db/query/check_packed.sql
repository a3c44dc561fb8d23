-- Metrics of runs beside whose aggregate stand other samples than the run has: the run's public id,
-- benchmark, metric. A row each, at most 100.
select r.public_id, m.benchmark, m.name
from aggregate a
join run r on r.id = a.run_id
join metric m on m.id = a.metric_id
where a.packed <> (
	select packed(boot, value)
	from (
		select boot, value
		from sample
		where run_id = a.run_id and metric_id = a.metric_id
		order by boot, iteration, seq
	)
)
limit 100;
