-- Makes known raw bytes: ?1 hash, ?2 size, ?3 compressed or null. No row.
insert into content (sha256, size_bytes, zstd) values (?1, ?2, ?3);
