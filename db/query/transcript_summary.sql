-- Whether run ?1 has the value ?6 of statistic ?7 of the metric ?2 to ?5. One row when it has.
select 1
from metric m
join summary s on s.metric_id = m.id
where m.benchmark = ?2 and m.name = ?3 and m.labels = ?4 and m.unit = ?5
	and s.run_id = ?1
	and s.value = ?6
	and s.statistic = ?7
limit 1;
