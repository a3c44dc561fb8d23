-- All metrics as metric_list, without counting runs. A row each.
select m.id, m.benchmark, m.name, m.labels, m.unit, m.better, 0
from metric m;
