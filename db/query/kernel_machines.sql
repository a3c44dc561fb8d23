-- Machines of live runs of kernel ?1: slug, name, live runs. A row each.
select m.slug, m.name, n.runs
from (
	select machine_id, count(*) as runs
	from live_run
	where kernel_id = ?1
	group by machine_id
) n
join machine_detail m on m.id = n.machine_id
order by m.name, m.slug;
