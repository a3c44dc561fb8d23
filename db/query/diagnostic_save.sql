-- What was not understood in a file ?3 of run ?1. No row.
insert into diagnostic (run_id, seq, file_id, line, message)
values (?1, ?2, ?3, ?4, ?5);
