-- Samples of run ?1 in benchmark ?2 ('' = all): metric, boot, value. A row each, in order of metrics.
select s.metric_id, s.boot, s.value
from sample s
join metric m on m.id = s.metric_id
where s.run_id = ?1 and (?2 = '' or m.benchmark = ?2)
order by s.metric_id, s.boot, s.iteration, s.seq;
