-- Transcribed runs of which run ?1, transcribed too, holds every number give way to it. No row.
update run
set superseded_by = ?1
where id in (
	select o.id
	from run n
	join live_run o on o.name = n.name
	where n.id = ?1
		and n.withdrawn_s is null
		and n.transcribed = 1
		and o.id <> n.id
		and o.transcribed = 1
		and o.machine_id = n.machine_id
		and o.kernel_id is not distinct from n.kernel_id
		and o.config_id = n.config_id
		and not exists (select 1 from note where run_id = o.id)
		and not exists (select 1 from histogram where run_id = o.id)
		and not exists (
			select 1 from profile p where p.run_id = o.id and p.stacks + p.instructions > 0)
		and (exists (select 1 from sample where run_id = o.id)
			or exists (select 1 from summary where run_id = o.id)
			or exists (select 1 from symbol where run_id = o.id))
		and not exists (
			select 1
			from sample s
			where s.run_id = o.id
				and not exists (
					select 1
					from sample t
					where t.run_id = n.id
						and t.metric_id = s.metric_id
						and t.value = s.value
				)
		)
		and not exists (
			select 1
			from summary s
			where s.run_id = o.id
				and not exists (
					select 1
					from summary t
					where t.run_id = n.id
						and t.metric_id = s.metric_id
						and t.statistic = s.statistic
						and t.value = s.value
				)
		)
		and not exists (
			select 1
			from symbol s
			where s.run_id = o.id
				and not exists (
					select 1
					from symbol t
					where t.run_id = n.id
						and t.symbol = s.symbol
						and t.source_file = s.source_file
						and t.percent is not distinct from s.percent
				)
		)
);
