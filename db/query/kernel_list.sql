-- All kernels: id, slug, name, release, level, live runs. A row each.
select
	k.id, k.slug, k.name, k.release, k.level,
	(select count(*) from run r where r.kernel_id = k.id and r.superseded_by is null)
from kernel_detail k;
