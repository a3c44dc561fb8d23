-- Makes a kernel: ?1 slug, ?2 release, ?3 level. No row.
insert into kernel (slug, release, level) values (?1, ?2, ?3);
