-- Whether a run has the public id ?1. One row when it has.
select 1 from run where public_id = ?1;
