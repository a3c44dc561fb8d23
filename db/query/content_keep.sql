-- Keeps the bytes ?2 of content ?1, which was known by its hash only. No row.
update content
set zstd = ?2
where id = ?1;
