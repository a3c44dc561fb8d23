-- Forgets the benchmarks of run ?1. No row.
delete from run_benchmark
where run_id = ?1;
