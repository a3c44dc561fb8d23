-- Runs that pass a filter, latest start first, as run_detail. At most ?7 rows.
-- Any of kernel ?1, machine ?2, benchmark ?3 and config ?4 may be ''. ?5: id of the last run of
-- the page before, or ''. ?6: 1 for superseded runs too.
select *
from run_detail d
where (?1 = '' or d.kernel_id in (
		select id from kernel where slug = ?1 or release = ?1 or level = ?1
		union
		select kernel_id from kernel_name where name = ?1
	))
	and (?2 = '' or d.machine_id in (
		select machine_id from machine_called where called = ?2
	))
	and (?3 = '' or exists (
		select 1 from run_benchmark b where b.run_id = d.id and b.benchmark = ?3
	))
	and (?4 = '' or d.config_key = ?4 or d.config_line = ?4 or d.config_label = ?4)
	and (?5 = '' or (d.start_s, d.id) < (
		select c.start_s, c.id from run c where c.public_id = ?5
	))
	and (?6 = 1 or d.superseded_by = '')
	and d.withdrawn_s = 0
order by d.start_s desc, d.id desc
limit ?7;
