-- Forgets the samples' statistics of run ?1. No row.
delete from aggregate
where run_id = ?1;
