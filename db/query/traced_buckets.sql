-- Buckets of all histograms of run ?1, in their order: lo, hi, count. A row each.
select b.lo, b.hi, b.count
from histogram h
join bucket b on b.histogram_id = h.id
where h.run_id = ?1
order by h.id, b.seq;
