-- Runs of machine ?1 become runs of machine ?2. No row.
update run
set machine_id = ?2
where machine_id = ?1;
