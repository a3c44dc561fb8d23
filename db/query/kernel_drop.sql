-- Forgets kernel ?1 when no run is of it, after its names. No row.
delete from kernel
where id = ?1 and not exists (select 1 from run where kernel_id = ?1);
