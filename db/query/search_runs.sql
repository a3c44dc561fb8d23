-- Live runs whose name is from ?1 to ?2 or whose id is from ?3 to ?4: id, name, what it measured.
-- At most ?5 rows, by name.
select r.public_id, r.name, k.name || ', ' || c.label
from (
	select id from (
		select id from live_run where name >= ?1 and name < ?2 order by name limit ?5
	) named
	union
	select id from (
		select id from live_run where public_id >= ?3 and public_id < ?4 limit ?5
	) of_id
) found
join run r on r.id = found.id
join config c on c.id = r.config_id
left join kernel_detail k on k.id = r.kernel_id
order by r.name, r.id
limit ?5;
