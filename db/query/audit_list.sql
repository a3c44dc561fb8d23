-- What was done, latest first: time, actor, address, action, run's id or '', detail. ?1 rows.
select a.at_s, a.actor, a.address, a.action, coalesce(r.public_id, ''), a.detail
from audit a
left join run r on r.id = a.run_id
order by a.id desc
limit ?1;
