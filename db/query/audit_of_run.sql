-- As audit_list, of run ?2.
select a.at_s, a.actor, a.address, a.action, r.public_id, a.detail
from audit a
join run r on r.id = a.run_id
where a.run_id = ?2
order by a.id desc
limit ?1;
