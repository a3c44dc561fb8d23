-- Instruction ?2 of profile ?1; ?3 on as named. No row.
insert into instruction
	(profile_id, seq, symbol, dso, address, assembly, labels, percent, samples, file_id, line)
values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11);
