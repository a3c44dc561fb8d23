-- Live runs with numbers in the mail of Message-ID ?1: id, name, the mail's subject. ?2 rows at most.
select r.public_id, r.name, m.subject
from mail m
join run_mail rm on rm.mail_id = m.id
join live_run r on r.id = rm.run_id
where m.message_id = ?1
order by r.name, r.id
limit ?2;
