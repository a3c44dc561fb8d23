-- The last histogram of each metric in run ?1: metric, print, how many buckets. A row each.
select
	m.benchmark, m.name, m.labels, m.unit, m.better, h.print,
	(select count(*) from bucket b where b.histogram_id = h.id)
from histogram h
join metric m on m.id = h.metric_id
where h.id in (select max(id) from histogram where run_id = ?1 group by metric_id)
order by h.id;
