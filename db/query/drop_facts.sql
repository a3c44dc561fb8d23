-- Forgets the facts of run ?1. No row.
delete from fact
where run_id = ?1;
