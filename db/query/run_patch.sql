-- Corrects run ?1: ?2 name, ?3 kernel or null, ?4 config, ?5 machine, ?6 note. No row.
update run
set name = ?2, kernel_id = ?3, config_id = ?4, machine_id = ?5, note = ?6
where id = ?1;
