-- Forgets names of functions that no stack has. No row.
delete from frame
where not exists (select 1 from node n where n.frame_id = frame.id);
