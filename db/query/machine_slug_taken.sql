-- Whether a machine has the slug ?1. One row when it has.
select 1 from machine where slug = ?1;
