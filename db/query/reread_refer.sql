-- Run ?1 is of kernel ?2 or null, config ?3 and machine ?4, unless people have corrected it. No row.
update run
set kernel_id = ?2, config_id = ?3, machine_id = ?4
where id = ?1
	and not exists (
		select 1 from audit a where a.run_id = run.id and a.action = 'patch'
	);
