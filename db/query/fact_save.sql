-- What run ?1 says of itself; of equal keys the last counts. No row.
insert into fact (run_id, key, iteration, value, file_id, line)
values (?1, ?2, ?3, ?4, ?5, ?6)
on conflict (run_id, key, iteration) do update
set value = excluded.value, file_id = excluded.file_id, line = excluded.line;
