-- The run of hash ?1: public id, name, when it was withdrawn or 0. At most one row.
select public_id, name, coalesce(withdrawn_s, 0)
from run
where hash = ?1;
