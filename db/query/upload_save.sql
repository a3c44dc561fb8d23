-- Makes an upload: ?1 name, ?2 time, ?3 what was said of it. No row.
insert into upload (name, stored_s, said) values (?1, ?2, ?3);
