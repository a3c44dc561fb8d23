-- Files of run ?1: path, hash, size, whether the bytes are kept. A row each.
select f.path, c.sha256, c.size_bytes, c.zstd is not null
from file f
join content c on c.id = f.content_id
where f.run_id = ?1
order by f.path;
