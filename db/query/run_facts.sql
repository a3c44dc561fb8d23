-- What run ?1 says of itself: key, value, iteration. A row each.
select key, value, iteration
from fact
where run_id = ?1
order by key, iteration;
