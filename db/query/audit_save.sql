-- Tells the log what was done: ?1 time, ?2 actor, ?3 token or null, ?4 on as named. No row.
insert into audit (at_s, actor, token_id, address, action, run_id, detail)
values (?1, ?2, ?3, ?4, ?5, ?6, ?7);
