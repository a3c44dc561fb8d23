-- Kernels of live runs: id, slug, name, release, level, live runs, mails. A row each.
select
	k.id, k.slug, k.name, k.release, k.level,
	(select count(*) from live_run r where r.kernel_id = k.id),
	(
		select count(distinct rm.mail_id)
		from run r
		join run_mail rm on rm.run_id = r.id
		where r.kernel_id = k.id and r.withdrawn_s is null
	)
from kernel_detail k
where exists (select 1 from live_run r where r.kernel_id = k.id);
