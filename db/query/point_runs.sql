-- Live measured runs of machine ?1 ('' = all): id, kernel, config, machine, public id. A row each;
-- those of equal kernel, config and machine together, latest last.
select r.id, r.kernel_id, r.config_id, r.machine_id, r.public_id
from live_run r
where r.transcribed = 0
	and r.kernel_id is not null
	and (?1 = '' or r.machine_id in (
		select c.machine_id from machine_called c where c.called = ?1
	))
order by r.machine_id, r.config_id, r.kernel_id, r.start_s, r.id;
