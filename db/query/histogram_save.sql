-- A histogram of run ?1 and metric ?2, buckets apart; ?3 on as named. No row.
insert into histogram (run_id, metric_id, print, file_id, line)
values (?1, ?2, ?3, ?4, ?5);
