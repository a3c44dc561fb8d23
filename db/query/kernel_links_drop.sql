-- Forgets the links of kernel ?1 when no run is of it. No row.
delete from kernel_link
where kernel_id = ?1 and not exists (select 1 from run where kernel_id = ?1);
