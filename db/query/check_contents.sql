-- Raw bytes that are kept: hash, size, compressed. A row each.
select sha256, size_bytes, zstd
from content
where zstd is not null
order by id;
