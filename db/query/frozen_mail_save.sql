-- The mail of Message-ID ?2 discusses frozen comparison ?1. No row.
insert into frozen_mail (frozen_id, mail_id)
select ?1, id from mail where message_id = ?2
on conflict (frozen_id, mail_id) do nothing;
