-- Instructions of function ?2 in run ?1: event, dso, address, text, labels, percent, samples, profile.
-- A row each, in the order of the input.
select p.event, i.dso, i.address, i.assembly, i.labels, i.percent, i.samples, p.seq
from instruction i
join profile p on p.id = i.profile_id
where p.run_id = ?1
	and i.symbol = ?2
order by p.seq, i.seq;
