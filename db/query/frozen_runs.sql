-- Runs of frozen comparison ?1, the baseline first: public id, name, when it was withdrawn or 0, why.
-- A row each.
select r.public_id, r.name, coalesce(r.withdrawn_s, 0), r.withdrawn_why
from frozen_run fr
join run r on r.id = fr.run_id
where fr.frozen_id = ?1
order by fr.place;
