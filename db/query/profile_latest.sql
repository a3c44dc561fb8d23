-- Profiles with functions or stacks of live runs, latest stored first, ?1 at most: as profile_list has
-- them, then their run's id and name. A row each.
select
	p.id, p.seq, p.source, f.path, p.event, p.metric, p.print, p.samples, p.memcg_percent,
	p.stacks, p.symbols, p.instructions, r.public_id, r.name
from profile p
cross join live_run r on r.id = p.run_id
join file f on f.id = p.file_id
where p.stacks > 0
	or p.symbols > 0
order by p.id desc
limit ?1;
