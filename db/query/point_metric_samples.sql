-- As point_samples, of run ?1 and metric ?2 by its row.
select s.metric_id, s.boot, s.value
from sample s
where s.run_id = ?1 and s.metric_id = ?2
order by s.boot, s.iteration, s.seq;
