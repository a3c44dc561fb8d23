-- Samples of run ?1, grouped as column_groups: value, boot. A row each.
select value, boot
from sample
where run_id = ?1
order by metric_id, boot, iteration, seq;
