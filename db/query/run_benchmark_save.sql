-- Finds the benchmarks of run ?1, once all its rows are there. No row.
insert into run_benchmark (run_id, benchmark)
select ?1, m.benchmark
from (
	select metric_id from aggregate where run_id = ?1
	union select metric_id from summary where run_id = ?1
	union select metric_id from note where run_id = ?1
	union select metric_id from histogram where run_id = ?1
) used
join metric m on m.id = used.metric_id
where m.benchmark <> ''
group by m.benchmark;
