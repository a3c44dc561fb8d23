-- Configs of live runs of kernel ?1: key, label, live runs. A row each.
select c.key, c.label, count(*)
from live_run r
join config c on c.id = r.config_id
where r.kernel_id = ?1
group by c.key, c.label
order by c.label, c.key;
