-- Frames of profile ?1: id and name. A row each, by id.
select f.id, f.name
from frame f
where f.id in (select n.frame_id from node n where n.profile_id = ?1)
order by f.id;
