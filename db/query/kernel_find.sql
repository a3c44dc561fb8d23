-- The kernel of release ?1: id. At most one row.
select id from kernel where release = ?1;
