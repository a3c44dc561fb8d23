-- The mail of Message-ID ?2 does not discuss frozen comparison ?1. No row.
delete from frozen_mail
where frozen_id = ?1 and mail_id in (select id from mail where message_id = ?2);
