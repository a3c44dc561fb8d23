-- Gives file ?1 the content ?2: of equal paths in a run the last counts. No row.
update file
set content_id = ?2
where id = ?1;
