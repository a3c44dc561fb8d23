-- Sets the level ?2 of kernel ?1 where none is known yet. No row.
update kernel
set level = ?2
where id = ?1 and level = '';
