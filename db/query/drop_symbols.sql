-- Forgets the functions of run ?1. No row.
delete from symbol
where run_id = ?1;
