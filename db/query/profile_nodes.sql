-- Nodes of profile ?1: caller, frame, count, period. A row each, in order.
select caller, frame_id, count, period
from node
where profile_id = ?1
order by seq;
