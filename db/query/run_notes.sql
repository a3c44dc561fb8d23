-- Values of run ?1 that are no numbers: metric, status, text. A row each.
select m.benchmark, m.name, m.labels, m.unit, m.better, n.status, n.text
from note n
join metric m on m.id = n.metric_id
where n.run_id = ?1
order by n.seq;
