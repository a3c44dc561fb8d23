-- What was said of changes: id, state, note, link, actor, time. A row each, by id.
select change_id, state, note, link, actor, at_s
from triage
order by change_id;
