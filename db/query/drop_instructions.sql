-- Forgets the instructions of run ?1. No row.
delete from instruction
where profile_id in (select id from profile where run_id = ?1);
