-- Forgets the notes of run ?1. No row.
delete from note
where run_id = ?1;
