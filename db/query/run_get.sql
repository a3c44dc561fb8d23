-- The run of public id ?1, as run_detail. At most one row.
select *
from run_detail
where public_id = ?1;
