-- Column ?2 of frozen comparison ?1 is the run of public id ?3. No row.
insert into frozen_run (frozen_id, place, run_id)
select ?1, ?2, id from run where public_id = ?3;
