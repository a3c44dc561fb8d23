-- As point_list, of run ?1 and metric ?2 by its row. At most one row.
select a.metric_id, a.boots, a.n, a.mean, a.hmean, a.stddev, a.min, a.max, a.median, a.packed
from aggregate a
where a.run_id = ?1 and a.metric_id = ?2;
