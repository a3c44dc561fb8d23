-- Whether machine ?1 is called ?2. A row when it is.
select 1
from machine_called
where machine_id = ?1 and called = ?2;
