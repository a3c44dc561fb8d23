-- Keeps what is said of change ?1: ?2 state, ?3 note, ?4 link, ?5 actor, ?6 time. No row.
insert into triage (change_id, state, note, link, actor, at_s)
values (?1, ?2, ?3, ?4, ?5, ?6)
on conflict (change_id) do update
set state = excluded.state, note = excluded.note, link = excluded.link,
	actor = excluded.actor, at_s = excluded.at_s;
