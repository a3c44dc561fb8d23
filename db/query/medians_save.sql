-- Keeps the medians of run ?1 in one row, once all its aggregates are there. No row.
insert into run_medians (run_id, packed)
select ?1, packed(metric_id, median)
from (select metric_id, median from aggregate where run_id = ?1 order by metric_id)
having count(*) > 0;
