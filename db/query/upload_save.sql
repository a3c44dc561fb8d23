-- Makes an upload: ?1 name, ?2 time. No row.
insert into upload (name, stored_s) values (?1, ?2);
