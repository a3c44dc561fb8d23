-- Makes a config, or finds it by its key: id. One row.
insert into config
	(key, line, label, mode, nokmem, nosocket, nobpf, placement, variant, words, options)
values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
on conflict (key) do update set line = excluded.line, label = excluded.label
returning id;
