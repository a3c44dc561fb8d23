-- Live runs of kernel ?1 by its row, as run_detail, latest first. A row each.
select *
from run_detail
where kernel_id = ?1 and superseded_by = '' and withdrawn_s = 0
order by start_s desc, id desc;
