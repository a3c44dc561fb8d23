-- Forgets the profiles of run ?1, after what they hold. No row.
delete from profile
where run_id = ?1;
