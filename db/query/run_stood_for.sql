-- Runs that run ?1 stands for, and the one that stands for it: id. A row each.
select id
from run
where superseded_by = ?1
union
select superseded_by
from run
where id = ?1 and superseded_by is not null;
