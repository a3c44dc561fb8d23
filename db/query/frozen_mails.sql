-- Mails that discuss frozen comparison ?1: Message-ID, subject, author, date, 0 = not told. A row each.
select m.message_id, m.subject, m.author, coalesce(m.date_s, 0)
from frozen_mail fm
join mail m on m.id = fm.mail_id
where fm.frozen_id = ?1
order by coalesce(m.date_s, 0), m.id;
