-- Gives run ?1 a file of path ?2 and content ?3; of equal paths the last counts: id. One row.
insert into file (run_id, path, content_id)
values (?1, ?2, ?3)
on conflict (run_id, path) do update set content_id = excluded.content_id
returning id;
