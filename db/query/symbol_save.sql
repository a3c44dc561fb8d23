-- One row of the profile of run ?1; ?2 on as named. No row.
insert into symbol
	(run_id, seq, event, comm, dso, source_file, symbol, percent, children_percent, samples,
	 period, file_id, line, profile_id, baseline_percent, delta_percent)
values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16);
