-- Benchmarks of run ?1, in order. A row each.
select benchmark
from run_benchmark
where run_id = ?1
order by benchmark;
