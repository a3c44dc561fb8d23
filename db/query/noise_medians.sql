-- Medians of run ?1: metric, median. A row each metric.
select metric_id, median
from aggregate
where run_id = ?1;
