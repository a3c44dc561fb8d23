-- Forgets the links of kernel ?1. No row.
delete from kernel_link where kernel_id = ?1;
