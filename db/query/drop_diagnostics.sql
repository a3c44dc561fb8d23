-- Forgets the diagnostics of run ?1. No row.
delete from diagnostic
where run_id = ?1;
