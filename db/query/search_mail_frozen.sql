-- Frozen comparisons that the mail of Message-ID ?1 discusses: slug twice, title. ?2 rows at most.
select f.slug, f.slug, f.title
from mail m
join frozen_mail fm on fm.mail_id = m.id
join frozen f on f.id = fm.frozen_id
where m.message_id = ?1
order by f.id desc
limit ?2;
