-- Further names of all kernels: kernel's id, name. A row each.
select kernel_id, name
from kernel_name
order by kernel_id, name;
