-- Groups of samples of run ?1: metric, the samples packed, the metric's id. A row each, in order of
-- metric ids.
select m.benchmark, m.name, m.labels, m.unit, m.better, a.packed, a.metric_id
from aggregate a
join metric m on m.id = a.metric_id
where a.run_id = ?1
order by a.metric_id;
