-- Metrics of runs whose aggregate is missing, or is of another number of samples: the run's public
-- id, benchmark, metric, samples, n of the aggregate or 0. A row each, at most 100.
select r.public_id, m.benchmark, m.name, s.n, coalesce(a.n, 0)
from (select run_id, metric_id, count(*) as n from sample group by run_id, metric_id) s
join run r on r.id = s.run_id
join metric m on m.id = s.metric_id
left join aggregate a on a.run_id = s.run_id and a.metric_id = s.metric_id
where a.n is null or a.n <> s.n
limit 100;
