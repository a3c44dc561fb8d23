-- Machines of live runs, by name. A row each.
select
	m.id, m.slug, m.fingerprint, m.name, m.cpu, m.sockets, m.cores, m.threads, m.nodes,
	m.memory_bytes, count(r.id)
from machine_detail m
join live_run r on r.machine_id = m.id
group by m.id, m.slug, m.fingerprint, m.name, m.cpu, m.sockets, m.cores, m.threads, m.nodes,
	m.memory_bytes
order by m.name, m.slug;
