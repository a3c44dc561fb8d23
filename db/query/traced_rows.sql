-- Rows of bpftrace's maps in run ?1, of each key the last: metric, print, value. A row each.
select m.benchmark, m.name, m.labels, m.unit, m.better, s.print, s.value
from aggregate a
join metric m on m.id = a.metric_id
join sample s on s.run_id = a.run_id and s.metric_id = a.metric_id
where a.run_id = ?1
	and substr(m.name, 1, 1) = '@'
	and (s.boot, s.iteration, s.seq) = (
		select l.boot, l.iteration, l.seq
		from sample l
		where l.run_id = a.run_id and l.metric_id = a.metric_id
		order by l.boot desc, l.iteration desc, l.seq desc
		limit 1
	)
order by a.metric_id;
