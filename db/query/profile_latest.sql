-- Profiles with functions or stacks of live runs, latest stored first, ?1 at most: as profile_list has
-- them, then their run's id and name. A row each.
select
	p.id, p.seq, p.source, f.path, p.event, p.metric, p.print, p.samples, p.memcg_percent,
	p.stacks, p.symbols, p.instructions, r.public_id, r.name
from live_run r
join profile p on p.run_id = r.id
join file f on f.id = p.file_id
where p.stacks > 0
	or p.symbols > 0
order by r.stored_s desc, r.id desc, p.seq
limit ?1;
