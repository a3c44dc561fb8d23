-- Whether a frozen comparison has slug ?1. One row when one does.
select 1 from frozen where slug = ?1;
