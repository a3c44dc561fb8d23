-- Run ?1 by its row, as run_detail. At most one row.
select *
from run_detail
where id = ?1;
