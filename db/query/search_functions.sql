-- Functions named from ?1 to ?2 in the newest ?3 profiles of live runs: the newest profile that has
-- it, the name, that profile's run. At most ?4 rows, by name.
with latest as (
	select p.id, p.seq, r.public_id, r.name
	from profile p
	cross join live_run r on r.id = p.run_id
	where p.stacks > 0 or p.symbols > 0
	order by p.id desc
	limit ?3
),
named as (
	select n.profile_id as profile_id, f.name as function
	from latest l
	cross join node n on n.profile_id = l.id
	join frame f on f.id = n.frame_id
	where f.name >= ?1 and f.name < ?2
	union
	select s.profile_id, s.symbol
	from latest l
	cross join symbol s on s.profile_id = l.id
	where s.symbol >= ?1 and s.symbol < ?2
)
select l.public_id || '-' || l.seq, x.function, l.name
from (select function, max(profile_id) as profile_id from named group by function) x
join latest l on l.id = x.profile_id
order by x.function
limit ?4;
