-- Gives run ?1 a file of path ?2 and content ?3. No row.
insert into file (run_id, path, content_id) values (?1, ?2, ?3);
