-- Gives kernel ?1 the link ?2. No row.
insert into kernel_link (kernel_id, url) values (?1, ?2)
on conflict do nothing;
