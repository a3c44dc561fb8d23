-- Live runs of the kernels that ?1 names, as run_detail, latest first. A row each.
select *
from run_detail
where superseded_by = ''
	and withdrawn_s = 0
	and kernel_id in (
		select id from kernel where slug = ?1 or release = ?1 or level = ?1
		union
		select kernel_id from kernel_name where name = ?1
	)
order by start_s desc, id desc;
