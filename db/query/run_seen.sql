-- What can be shown of run ?1: metrics with a histogram, metrics of system calls. One row.
select
	(select count(distinct metric_id) from histogram where run_id = ?1),
	(
		select count(*)
		from aggregate a
		join metric m on m.id = a.metric_id
		where a.run_id = ?1 and m.name = 'calls' and replace(m.labels, 'syscall=', '') <> m.labels
	);
