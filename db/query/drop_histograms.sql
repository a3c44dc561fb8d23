-- Forgets the histograms of run ?1, after their buckets. No row.
delete from histogram
where run_id = ?1;
