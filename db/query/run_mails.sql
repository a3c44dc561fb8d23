-- Mails that hold numbers of run ?1: Message-ID, subject, author, date, 0 = not told. A row each.
select m.message_id, m.subject, m.author, coalesce(m.date_s, 0)
from run_mail rm
join mail m on m.id = rm.mail_id
where rm.run_id = ?1
order by coalesce(m.date_s, 0), m.id;
