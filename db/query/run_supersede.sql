-- Live runs that run ?1 holds all files of, and more, give way to it. No row.
update run
set superseded_by = ?1
where id in (
	select o.id
	from run n
	join live_run o on o.start_s = n.start_s
	where n.id = ?1
		and n.withdrawn_s is null
		and o.id <> n.id
		and o.machine_id = n.machine_id
		and o.kernel_id is not distinct from n.kernel_id
		and o.config_id = n.config_id
		and o.files < n.files
		and not exists (
			select 1
			from file f
			where f.run_id = o.id
				and not exists (
					select 1
					from file g
					where g.run_id = n.id
						and g.content_id = f.content_id
				)
		)
);
