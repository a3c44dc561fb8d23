-- Functions of run ?1 whose instructions are known: symbol, dso, their number, profile. A row each.
select i.symbol, i.dso, count(*), p.seq
from instruction i
join profile p on p.id = i.profile_id
where p.run_id = ?1
group by i.symbol, i.dso, p.seq
order by p.seq, min(i.seq);
