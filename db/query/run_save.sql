-- Makes a run whose counts are still open (run_finish): ?1 on as named. No row.
insert into run
	(public_id, hash, name, upload_id, kernel_id, config_id, machine_id, start_s, stored_s,
	 boots, iterations, transcribed, samples, summaries, metrics, files, benchmarks)
values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, 0, 0, 0, 0, '');
