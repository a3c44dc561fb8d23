-- Names machine ?1 as ?2 where it has no name yet. No row.
update machine
set name = ?2
where id = ?1 and name = '';
