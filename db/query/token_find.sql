-- The token of prefix ?1, as token_list, then its hash. At most one row.
select
	id, prefix, name, scope, machine, created_s, coalesce(expires_s, 0), coalesce(used_s, 0),
	coalesce(revoked_s, 0), hash
from token
where prefix = ?1;
