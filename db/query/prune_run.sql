-- Forgets run ?1, after all that refers to it. No row.
delete from run
where id = ?1;
