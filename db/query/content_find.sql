-- Raw bytes by hash ?1: id, whether the bytes are kept. At most one row.
select id, zstd is not null
from content
where sha256 = ?1;
