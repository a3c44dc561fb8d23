-- All tokens, by name. A row each.
select
	id, prefix, name, scope, machine, created_s, coalesce(expires_s, 0), coalesce(used_s, 0),
	coalesce(revoked_s, 0)
from token
order by name, id;
