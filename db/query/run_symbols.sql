-- Profile of run ?1: event, comm, dso, file, symbol, percent, children, samples. A row each.
select event, comm, dso, source_file, symbol, percent, children_percent, samples
from symbol
where run_id = ?1
order by seq;
