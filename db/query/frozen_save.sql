-- Keeps a frozen comparison: ?1 slug, ?2 hash, ?3 request, ?4 title, ?5 to ?8 its text, Markdown,
-- CSV and JSON, ?9 when, ?10 by whom. No row.
insert into frozen (slug, hash, request, title, as_text, as_markdown, as_csv, as_json, frozen_s,
	actor)
values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10);
