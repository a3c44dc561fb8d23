-- Whether a kernel has the slug ?1. One row when it has.
select 1 from kernel where slug = ?1;
