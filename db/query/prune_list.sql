-- Runs that began, or were stored where their start is unknown, before ?1 (null = ever), with the tag
-- ?2 ('' = any) of the value ?3 ('' = any): id, public id, name, when, samples, whether a frozen
-- comparison has them. A row each, oldest first.
select
	r.id, r.public_id, r.name,
	case when r.start_s > 0 then r.start_s else r.stored_s end as began_s,
	r.samples,
	case when exists (select 1 from frozen_run f where f.run_id = r.id) then 1 else 0 end
from run r
where (?1 is null or case when r.start_s > 0 then r.start_s else r.stored_s end < ?1)
	and (?2 = '' or exists (
		select 1
		from fact t
		where t.run_id = r.id and t.key = ?2 and (?3 = '' or t.value = ?3)
	))
order by began_s, r.id;
