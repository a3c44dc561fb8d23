-- Forgets the further names of kernel ?1. No row.
delete from kernel_name where kernel_id = ?1;
