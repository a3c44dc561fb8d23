-- Forgets the medians of run ?1. No row.
delete from run_medians
where run_id = ?1;
