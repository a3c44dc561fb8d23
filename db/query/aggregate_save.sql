-- Statistics of the samples of run ?1 and metric ?2; ?3 on as named. No row.
insert into aggregate
	(run_id, metric_id, n, boots, mean, hmean, stddev, min, max, median, packed)
values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11);
