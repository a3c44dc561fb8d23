-- Forgets the files of run ?1, after all that was read from them; not their contents. No row.
delete from file
where run_id = ?1;
