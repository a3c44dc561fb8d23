-- Tokens of prefix or name ?1, as token_list, those in force first. A row each.
select
	id, prefix, name, scope, machine, created_s, coalesce(expires_s, 0), coalesce(used_s, 0),
	coalesce(revoked_s, 0)
from token
where prefix = ?1 or name = ?1
order by coalesce(revoked_s, 0), id;
