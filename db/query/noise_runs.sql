-- The latest live measured runs of machine ?1 and config line ?2: id, kernel. At most ?3 rows.
select r.id, r.kernel_id
from live_run r
join config c on c.id = r.config_id
where r.transcribed = 0
	and r.kernel_id is not null
	and r.machine_id = ?1
	and c.line = ?2
order by r.start_s desc, r.id desc
limit ?3;
