-- Gives kernel ?1 the further name ?2. No row.
insert into kernel_name (kernel_id, name) values (?1, ?2)
on conflict do nothing;
