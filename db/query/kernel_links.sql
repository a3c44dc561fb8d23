-- Links of kernel ?1. A row each.
select url
from kernel_link
where kernel_id = ?1
order by url;
