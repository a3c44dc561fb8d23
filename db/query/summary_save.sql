-- One summary of run ?1 and metric ?2; ?3 on as named. No row.
insert into summary
	(run_id, metric_id, statistic, seq, value, n, total, sem_percent, print, file_id, line)
values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11);
