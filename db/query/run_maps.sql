-- Maps of bpftrace in run ?1: name, labels of one row, in order of names. A row each.
select m.name, min(m.labels)
from (
	select metric_id from aggregate where run_id = ?1
	union select metric_id from summary where run_id = ?1
	union select metric_id from note where run_id = ?1
) used
join metric m on m.id = used.metric_id
where substr(m.name, 1, 1) = '@'
group by m.name
order by m.name;
