-- Machines of live runs, by name. A row each.
select
	m.id, m.slug, m.fingerprint, m.name, m.cpu, m.sockets, m.cores, m.threads, m.nodes,
	m.memory_bytes,
	(select count(*) from live_run r where r.machine_id = m.id)
from machine_detail m
where exists (select 1 from live_run r where r.machine_id = m.id)
order by m.name, m.slug;
