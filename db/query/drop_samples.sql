-- Forgets the samples of run ?1. No row.
delete from sample
where run_id = ?1;
