-- Makes a token: ?1 prefix, ?2 hash, ?3 on as named, ?7 null for one that lasts. No row.
insert into token (prefix, hash, name, scope, machine, created_s, expires_s)
values (?1, ?2, ?3, ?4, ?5, ?6, ?7);
