-- Rows of functions of profile ?1: symbol, dso, file, comm, percent, children, samples. A row each.
select symbol, dso, source_file, comm, percent, children_percent, samples
from symbol
where profile_id = ?1
order by seq;
