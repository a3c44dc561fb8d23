-- Samples of run ?1: metric, boot, value. A row each, in order of metrics.
select metric_id, boot, value
from sample
where run_id = ?1
order by metric_id, boot, iteration, seq;
