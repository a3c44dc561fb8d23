-- Runs that may be read again: id, public id, name, hash, upload's name, what was said of it. ?1: a
-- public id, or '' for all. A row each.
select r.id, r.public_id, r.name, r.hash, u.name, u.said
from run r
join upload u on u.id = r.upload_id
where (?1 = '' or r.public_id = ?1)
	and r.withdrawn_s is null
order by r.id;
