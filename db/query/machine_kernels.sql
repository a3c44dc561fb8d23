-- Kernels of live runs of machine ?1: slug, name, live runs. A row each.
select k.slug, k.name, count(*)
from live_run r
join kernel_detail k on k.id = r.kernel_id
where r.machine_id = ?1
group by k.slug, k.name
order by k.slug;
