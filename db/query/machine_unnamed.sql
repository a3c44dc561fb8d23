-- Whether machine ?1 is known by its hardware and has no name. Its id when so.
select id
from machine
where id = ?1 and name = '' and fingerprint <> 'unknown';
