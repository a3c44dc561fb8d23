-- Runs whose medians in one row are not those of their aggregates: public id. A row each, at most 100.
select r.public_id
from run r
left join run_medians m on m.run_id = r.id
where m.packed is not (
	select packed(metric_id, median)
	from (select metric_id, median from aggregate where run_id = r.id order by metric_id)
)
limit 100;
