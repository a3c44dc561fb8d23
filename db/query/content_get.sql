-- The raw bytes of hash ?1: size, compressed or null. At most one row.
select size_bytes, zstd
from content
where sha256 = ?1;
