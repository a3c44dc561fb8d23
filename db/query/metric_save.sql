-- Makes a metric, or finds it by its identity and learns its direction: id. One row.
insert into metric (benchmark, name, labels, unit, better)
values (?1, ?2, ?3, ?4, ?5)
on conflict (benchmark, name, labels, unit) do update
set better = case when metric.better = '' then excluded.better else metric.better end
returning id;
