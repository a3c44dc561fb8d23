-- Configs of live runs of kernel ?1: key, label, live runs. A row each.
select c.key, c.label, n.runs
from (
	select config_id, count(*) as runs
	from live_run
	where kernel_id = ?1
	group by config_id
) n
join config c on c.id = n.config_id
order by c.label, c.key;
