-- Kernels of live runs: id, slug, name, release, level, live runs. A row each.
select
	k.id, k.slug, k.name, k.release, k.level,
	(select count(*) from live_run r where r.kernel_id = k.id)
from kernel_detail k
where exists (select 1 from live_run r where r.kernel_id = k.id);
