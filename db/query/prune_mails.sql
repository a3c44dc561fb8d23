-- Forgets which mails hold numbers of run ?1. No row.
delete from run_mail
where run_id = ?1;
