-- The frame of name ?1, made when there is none. Its id in one row.
insert into frame (name)
values (?1)
on conflict (name) do update
set name = excluded.name
returning id;
