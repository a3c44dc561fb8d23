-- The latest live measured runs of machine ?1 and config line ?2 that have a benchmark in common with
-- run ?3: id, kernel, the name by which that is put in order, its release. At most ?4 rows.
select
	r.id, k.id,
	case
		when k.placed_as <> '' then k.placed_as
		when k.level <> '' then k.level
		else k.release
	end,
	k.release
from live_run r
join kernel k on k.id = r.kernel_id
where r.transcribed = 0
	and r.machine_id = ?1
	and r.config_id in (select c.id from config c where c.line = ?2)
	and exists (
		select 1
		from run_benchmark theirs
		join run_benchmark ours on ours.benchmark = theirs.benchmark
		where theirs.run_id = r.id and ours.run_id = ?3
	)
order by r.start_s desc, r.id desc
limit ?4;
