-- Profile ?2 of run ?1, as profile_list has it. At most one row.
select
	p.id, p.seq, p.source, f.path, p.event, p.metric, p.print, p.samples, p.memcg_percent,
	p.stacks, p.symbols, p.instructions
from profile p
join file f on f.id = p.file_id
where p.run_id = ?1
	and p.seq = ?2;
