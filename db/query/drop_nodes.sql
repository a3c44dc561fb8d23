-- Forgets the stacks of run ?1. No row.
delete from node
where profile_id in (select id from profile where run_id = ?1);
