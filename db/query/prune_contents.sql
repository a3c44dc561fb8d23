-- Forgets raw bytes that no run has. No row.
delete from content
where not exists (select 1 from file f where f.content_id = content.id);
