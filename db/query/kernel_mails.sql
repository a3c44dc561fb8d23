-- Mails that hold numbers of kernel ?1, those of withdrawn runs left out: Message-ID, subject,
-- author, date, 0 = not told. A row each.
select distinct m.message_id, m.subject, m.author, coalesce(m.date_s, 0), m.id
from run r
join run_mail rm on rm.run_id = r.id
join mail m on m.id = rm.mail_id
where r.kernel_id = ?1 and r.withdrawn_s is null
order by coalesce(m.date_s, 0), m.id;
