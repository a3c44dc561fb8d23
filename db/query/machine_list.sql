-- All machines, by name. A row each.
select
	m.id, m.slug, m.fingerprint, m.name, m.cpu, m.sockets, m.cores, m.threads, m.nodes,
	m.memory_bytes, count(r.id)
from machine_detail m
left join run r on r.machine_id = m.id and r.superseded_by is null
group by m.id, m.slug, m.fingerprint, m.name, m.cpu, m.sockets, m.cores, m.threads, m.nodes,
	m.memory_bytes
order by m.name, m.id;
