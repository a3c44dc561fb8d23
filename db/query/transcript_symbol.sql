-- Whether the profile of run ?1 has symbol ?2 of file ?3 with ?4 percent. One row when it has.
select 1
from symbol
where run_id = ?1
	and symbol = ?2
	and source_file = ?3
	and percent is not distinct from ?4
limit 1;
