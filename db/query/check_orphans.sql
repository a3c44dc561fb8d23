-- Aggregates without samples: the run's public id, benchmark, metric. A row each, at most 100.
select r.public_id, m.benchmark, m.name
from aggregate a
join run r on r.id = a.run_id
join metric m on m.id = a.metric_id
where not exists (
	select 1 from sample s where s.run_id = a.run_id and s.metric_id = a.metric_id)
limit 100;
