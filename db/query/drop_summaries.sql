-- Forgets the summaries of run ?1. No row.
delete from summary
where run_id = ?1;
