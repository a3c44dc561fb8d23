-- The medians of run ?1, packed by metric. At most one row.
select packed
from run_medians
where run_id = ?1;
