-- Summaries of run ?1: metric, statistic, value, n or null, standard error in percent or null. A row
-- each, as they came.
select m.benchmark, m.name, m.labels, m.unit, m.better, s.statistic, s.value, s.n, s.sem_percent
from summary s
join metric m on m.id = s.metric_id
where s.run_id = ?1
order by s.seq;
