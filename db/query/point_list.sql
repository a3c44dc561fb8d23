-- Samples' statistics of run ?1 in benchmark ?2 ('' = all): metric, boots, stats, the samples packed. A
-- row each metric.
select a.metric_id, a.boots, a.n, a.mean, a.hmean, a.stddev, a.min, a.max, a.median, a.packed
from aggregate a
join metric m on m.id = a.metric_id
where a.run_id = ?1 and (?2 = '' or m.benchmark = ?2);
