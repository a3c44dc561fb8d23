-- Kernels of live runs: id, slug, name, release, level, live runs, mails, name by which it is
-- placed, what it was built from as people said. A row each.
select
	k.id, k.slug, k.name, k.release, k.level,
	(select count(*) from live_run r where r.kernel_id = k.id),
	coalesce(told.mails, 0), o.placed_as, o.built_from
from kernel_detail k
join kernel o on o.id = k.id
left join (
	select r.kernel_id, count(distinct rm.mail_id) as mails
	from run_mail rm
	cross join run r -- few mails first, however many runs there are
	where r.id = rm.run_id and r.withdrawn_s is null
	group by r.kernel_id
) told on told.kernel_id = k.id
where exists (select 1 from live_run r where r.kernel_id = k.id);
