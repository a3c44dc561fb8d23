-- What the tools of run ?1 say that they lost: key, value. A row each.
select key, value
from fact
where run_id = ?1
	and key in ('tool.lost_events', 'tracing.missed_events', 'tool.full_maps')
	and iteration = 0;
