-- What can be shown of run ?1: metrics with a histogram, metrics of system calls. One row.
select
	count(distinct h.metric_id),
	(
		select count(*)
		from aggregate a
		join metric m on m.id = a.metric_id
		where a.run_id = ?1 and m.name = 'calls' and replace(m.labels, 'syscall=', '') <> m.labels
	)
from histogram h
where h.run_id = ?1;
