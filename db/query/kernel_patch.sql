-- Sets what people say of kernel ?1: ?2 name by which it is placed, ?3 what it was built from. No row.
update kernel
set placed_as = ?2, built_from = ?3
where id = ?1;
