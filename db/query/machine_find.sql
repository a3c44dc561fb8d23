-- The machine of identity ?1: id. At most one row.
select id from machine where identity = ?1;
