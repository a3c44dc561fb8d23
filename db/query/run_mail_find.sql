-- Whether the run of public id ?1 stands in the mail of Message-ID ?2. One row when it does.
select 1
from run_mail rm
join run r on r.id = rm.run_id
join mail m on m.id = rm.mail_id
where r.public_id = ?1 and m.message_id = ?2;
