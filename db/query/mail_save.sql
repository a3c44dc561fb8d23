-- Makes a mail, or finds it: ?1 Message-ID, ?2 subject, ?3 author, ?4 date. No row.
insert into mail (message_id, subject, author, date_s) values (?1, ?2, ?3, ?4)
on conflict (message_id) do nothing;
