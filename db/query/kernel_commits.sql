-- What live runs of kernel ?1 say that it was built from. A row each.
select distinct f.value
from live_run r
join fact f on f.run_id = r.id and f.key = 'kernel.commit'
where r.kernel_id = ?1
order by f.value;
