-- Makes a machine: ?1 slug, ?2 identity, ?3 fingerprint, ?4 name, ?5 on as named. No row.
insert into machine
	(slug, identity, fingerprint, name, cpu, sockets, cores, threads, nodes, memory_bytes)
values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10);
