-- Kernels of live runs of machine ?1: slug, name, live runs. A row each.
select k.slug, k.name, n.runs
from (
	select kernel_id, count(*) as runs
	from live_run
	where machine_id = ?1
	group by kernel_id
) n
join kernel_detail k on k.id = n.kernel_id
order by k.slug;
