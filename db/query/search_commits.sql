-- What kernels of live runs were built from: slug, name, as people or runs say. A row each.
select k.slug, k.name, o.built_from
from kernel o
join kernel_detail k on k.id = o.id
where o.built_from <> '' and exists (select 1 from live_run r where r.kernel_id = o.id)
union
select k.slug, k.name, f.value
from kernel o
cross join run r on r.kernel_id = o.id and r.superseded_by is null and r.withdrawn_s is null
cross join fact f on f.run_id = r.id and f.key in ('kernel.commit', 'kernel.describe')
join kernel_detail k on k.id = o.id;
