-- Configs of live runs, by label: id, its columns, live runs. A row each.
select
	c.id, c.mode, c.nokmem, c.nosocket, c.nobpf, c.placement, c.variant, c.words, c.options,
	c.key, c.line, c.label,
	(select count(*) from live_run r where r.config_id = c.id)
from config c
where exists (select 1 from live_run r where r.config_id = c.id)
order by c.label, c.key;
