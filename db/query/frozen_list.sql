-- Frozen comparisons, newest first: slug, title, when, by whom, how many runs. A row each.
select f.slug, f.title, f.frozen_s, f.actor,
	(select count(*) from frozen_run fr where fr.frozen_id = f.id)
from frozen f
order by f.frozen_s desc, f.slug;
