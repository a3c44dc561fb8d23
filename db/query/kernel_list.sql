-- Kernels of live runs: id, slug, name, release, level, live runs, mails, name by which it is
-- placed, what it was built from as people said. A row each.
select
	k.id, k.slug, k.name, k.release, k.level,
	(select count(*) from live_run r where r.kernel_id = k.id),
	(
		select count(distinct rm.mail_id)
		from run r
		join run_mail rm on rm.run_id = r.id
		where r.kernel_id = k.id and r.withdrawn_s is null
	),
	o.placed_as, o.built_from
from kernel_detail k
join kernel o on o.id = k.id
where exists (select 1 from live_run r where r.kernel_id = k.id);
