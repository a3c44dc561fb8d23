-- Profiles of run ?1: id, seq, source, path, event, metric, print, samples, memcg's percent, counts of
-- nodes, symbols and instructions. A row each, in order.
select
	p.id, p.seq, p.source, f.path, p.event, p.metric, p.print, p.samples, p.memcg_percent,
	p.stacks, p.symbols, p.instructions
from profile p
join file f on f.id = p.file_id
where p.run_id = ?1
order by p.seq;
