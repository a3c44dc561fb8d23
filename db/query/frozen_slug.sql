-- The slug of the frozen comparison of hash ?1. At most one row.
select slug from frozen where hash = ?1;
