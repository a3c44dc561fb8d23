-- memcg's share, in percent, in profiles like that of id ?1: of the same event, read by the same format,
-- in live runs of its kernel, config and machine, maps left out. A row each, at most 100.
select p2.memcg_percent
from profile p
join run r on r.id = p.run_id
join live_run r2 on r2.kernel_id = r.kernel_id
	and r2.config_id = r.config_id
	and r2.machine_id = r.machine_id
join profile p2 on p2.run_id = r2.id
	and p2.event = p.event
	and p2.source = p.source
where p.id = ?1
	and p2.metric = ''
	and p2.memcg_percent is not null
order by r2.start_s, p2.id
limit 100;
