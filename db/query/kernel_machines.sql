-- Machines of live runs of kernel ?1: slug, name, live runs. A row each.
select m.slug, m.name, count(*)
from live_run r
join machine_detail m on m.id = r.machine_id
where r.kernel_id = ?1
group by m.slug, m.name
order by m.name, m.slug;
