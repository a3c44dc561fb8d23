-- Forgets uploads that no run came with. No row.
delete from upload
where not exists (select 1 from run r where r.upload_id = upload.id);
