-- Sets the counts of run ?1 and its benchmarks ?2, once all its rows are there. No row.
update run
set
	samples = coalesce((select sum(n) from aggregate where run_id = ?1), 0),
	summaries = (select count(*) from summary where run_id = ?1),
	metrics = (
		select count(*)
		from (
			select metric_id from aggregate where run_id = ?1
			union select metric_id from summary where run_id = ?1
			union select metric_id from note where run_id = ?1
			union select metric_id from histogram where run_id = ?1
		) used
	),
	files = (select count(*) from file where run_id = ?1),
	benchmarks = ?2
where id = ?1;
