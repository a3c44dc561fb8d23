-- Ends token ?1 at ?2. No row.
update token
set revoked_s = ?2
where id = ?1;
