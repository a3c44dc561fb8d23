-- Benchmarks of live runs of machine ?1: name twice, live runs. A row each.
select b.benchmark, b.benchmark, count(*)
from live_run r
join run_benchmark b on b.run_id = r.id
where r.machine_id = ?1
group by b.benchmark
order by b.benchmark;
