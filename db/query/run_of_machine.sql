-- Runs of machine ?1: id. A row each.
select id
from run
where machine_id = ?1;
