-- What was not understood in run ?1: path, line, message. A row each.
select f.path, d.line, d.message
from diagnostic d
join file f on f.id = d.file_id
where d.run_id = ?1
order by d.seq;
