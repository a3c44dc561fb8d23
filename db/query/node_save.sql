-- Node ?2 of profile ?1; ?3 on as named. No row.
insert into node (profile_id, seq, caller, frame_id, count, period)
values (?1, ?2, ?3, ?4, ?5, ?6);
