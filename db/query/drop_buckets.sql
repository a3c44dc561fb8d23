-- Forgets the buckets of run ?1. No row.
delete from bucket
where histogram_id in (select id from histogram where run_id = ?1);
