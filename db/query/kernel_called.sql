-- Kernels that ?1 names, the one of that release first: id, release. A row each.
select k.id, k.release
from kernel k
where k.slug = ?1 or k.release = ?1 or k.level = ?1
	or k.id in (select kernel_id from kernel_name where name = ?1)
order by case when k.release = ?1 then 0 else 1 end, k.id;
