-- The log goes on without run ?1, and tells which it was: ?2. No row.
update audit
set run_id = null,
	detail = detail || case when detail = '' then '' else ' ' end || '(run ' || ?2 || ')'
where run_id = ?1;
