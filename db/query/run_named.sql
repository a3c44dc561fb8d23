-- Live runs of name ?1, as run_detail, latest first. A row each.
select *
from run_detail
where name = ?1 and superseded_by = '' and withdrawn_s = 0
order by start_s desc, id desc;
