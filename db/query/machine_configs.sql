-- Configs of live runs of machine ?1: key, label, live runs. A row each.
select c.key, c.label, count(*)
from live_run r
join config c on c.id = r.config_id
where r.machine_id = ?1
group by c.key, c.label
order by c.label, c.key;
