-- The run of hash ?1: public id, name. At most one row.
select public_id, name
from run
where hash = ?1;
