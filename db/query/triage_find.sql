-- What was said of change ?1: state, note, link, actor, time. At most one row.
select state, note, link, actor, at_s
from triage
where change_id = ?1;
