-- One measurement: ?1 run, ?2 metric, ?3 on as named. No row.
insert into sample
	(run_id, metric_id, boot, iteration, seq, value, time_s, print, file_id, line)
values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10);
