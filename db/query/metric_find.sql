-- The metric of benchmark ?1, name ?2, labels ?3, unit ?4: id. At most one row.
select id
from metric
where benchmark = ?1 and name = ?2 and labels = ?3 and unit = ?4;
