-- Benchmarks of live runs of kernel ?1: name twice, live runs. A row each.
select b.benchmark, b.benchmark, count(*)
from live_run r
join run_benchmark b on b.run_id = r.id
where r.kernel_id = ?1
group by b.benchmark
order by b.benchmark;
