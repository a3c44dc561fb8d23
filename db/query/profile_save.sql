-- Profile ?2 of run ?1; ?3 on as named. No row.
insert into profile
	(run_id, seq, source, event, metric, print, samples, memcg_percent, stacks, symbols,
	 instructions, file_id, line)
values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13);
