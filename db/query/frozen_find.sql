-- The frozen comparison of slug ?1: id, slug, hash, request, title, its text, Markdown, CSV and
-- JSON, when, by whom. At most one row.
select id, slug, hash, request, title, as_text, as_markdown, as_csv, as_json, frozen_s, actor
from frozen
where slug = ?1;
