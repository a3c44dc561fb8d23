-- Run ?1 as a re-reading has it: ?2 start, ?3 boots, ?4 iterations, ?5 whether transcribed. No row.
update run
set start_s = ?2, boots = ?3, iterations = ?4, transcribed = ?5
where id = ?1;
