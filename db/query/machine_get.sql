-- Machine ?1 by its row, as machine_list. At most one row.
select
	m.id, m.slug, m.fingerprint, m.name, m.cpu, m.sockets, m.cores, m.threads, m.nodes,
	m.memory_bytes,
	(select count(*) from live_run r where r.machine_id = m.id)
from machine_detail m
where m.id = ?1;
