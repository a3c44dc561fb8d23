-- Forgets metrics that nothing measured. No row.
delete from metric
where not exists (select 1 from aggregate a where a.metric_id = metric.id)
	and not exists (select 1 from summary s where s.metric_id = metric.id)
	and not exists (select 1 from note n where n.metric_id = metric.id)
	and not exists (select 1 from histogram h where h.metric_id = metric.id);
