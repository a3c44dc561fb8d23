-- Run ?1 and those that it stands for stand for themselves. No row.
update run
set superseded_by = null
where id = ?1 or superseded_by = ?1;
