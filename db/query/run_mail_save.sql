-- The run of public id ?1 stands in the mail of Message-ID ?2. No row.
insert into run_mail (run_id, mail_id)
select r.id, m.id
from run r, mail m
where r.public_id = ?1 and m.message_id = ?2;
