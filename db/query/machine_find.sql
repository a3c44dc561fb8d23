-- The machine of identity ?1, or that it was merged into: id. At most one row.
select coalesce(merged_into, id) from machine where identity = ?1;
