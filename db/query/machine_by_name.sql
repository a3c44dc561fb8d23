-- Machines that are called ?1, the one of that slug first: id, slug. A row each.
select m.id, m.slug
from machine m
where m.id in (select machine_id from machine_called where called = ?1)
order by case when m.slug = ?1 then 0 else 1 end, m.id;
