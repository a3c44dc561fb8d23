-- All configs, by label: id, its columns, live runs. A row each.
select
	c.id, c.mode, c.nokmem, c.nosocket, c.nobpf, c.placement, c.variant, c.words, c.options,
	c.key, c.line, c.label,
	(select count(*) from run r where r.config_id = c.id and r.superseded_by is null)
from config c
order by c.label, c.key;
