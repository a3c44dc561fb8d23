-- One value of run ?1 that is no number; ?2 on as named. No row.
insert into note (run_id, seq, metric_id, status, text, print, file_id, line)
values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8);
