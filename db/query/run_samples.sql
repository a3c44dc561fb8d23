-- Samples of run ?1 in benchmark ?2 and metric name ?3, '' = all. A row each.
select
	m.benchmark, m.name, m.labels, m.unit, m.better,
	s.boot, s.iteration, s.seq, s.line, s.value, f.path
from sample s
join metric m on m.id = s.metric_id
join file f on f.id = s.file_id
where s.run_id = ?1
	and s.metric_id in (
		select a.metric_id
		from aggregate a
		join metric w on w.id = a.metric_id
		where a.run_id = ?1
			and (?2 = '' or w.benchmark = ?2)
			and (?3 = '' or w.name = ?3)
	)
order by s.metric_id, s.boot, s.iteration, s.seq;
