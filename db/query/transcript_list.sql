-- Live transcribed runs of name ?1, kernel ?2 by release, config ?3 by key and machine ?4 by
-- identity: id, public id. A row each.
select r.id, r.public_id
from live_run r
join config c on c.id = r.config_id
left join kernel k on k.id = r.kernel_id
where r.name = ?1
	and coalesce(k.release, '') = ?2
	and c.key = ?3
	and r.machine_id = (select coalesce(merged_into, id) from machine where identity = ?4)
	and r.transcribed = 1
order by r.id;
