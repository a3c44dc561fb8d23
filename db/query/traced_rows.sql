-- Rows of bpftrace's maps in run ?1: metric, print, value. A row each.
select m.benchmark, m.name, m.labels, m.unit, m.better, s.print, s.value
from sample s
join metric m on m.id = s.metric_id
where s.run_id = ?1
	and s.metric_id in (
		select a.metric_id
		from aggregate a
		join metric w on w.id = a.metric_id
		where a.run_id = ?1 and substr(w.name, 1, 1) = '@'
	)
order by s.metric_id, s.boot, s.iteration, s.seq;
