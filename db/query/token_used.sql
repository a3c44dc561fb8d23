-- Token ?1 was used at ?2. No row.
update token
set used_s = ?2
where id = ?1 and (used_s is null or used_s < ?2);
