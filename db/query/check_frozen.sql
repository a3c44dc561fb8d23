-- Frozen comparisons: slug, hash, request. A row each.
select slug, hash, request from frozen order by id;
