-- What run ?1 refers to: kernel or 0, config, machine. One row.
select coalesce(kernel_id, 0), config_id, machine_id
from run
where id = ?1;
