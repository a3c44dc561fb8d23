-- Withdraws run ?1 for the reason ?2 at ?3. No row.
update run
set withdrawn_why = ?2, withdrawn_s = ?3
where id = ?1;
