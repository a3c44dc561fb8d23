-- Buckets of the last histogram of each metric in run ?1, in order: lo, hi, count. A row each.
select b.lo, b.hi, b.count
from histogram h
join bucket b on b.histogram_id = h.id
where h.id in (select max(id) from histogram where run_id = ?1 group by metric_id)
order by h.id, b.seq;
