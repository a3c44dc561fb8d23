-- Live runs of kernel ?1 by its row, as run_detail, latest first. A row each.
select *
from run_detail
where superseded_by = '' and kernel_id = ?1
order by start_s desc, id desc;
