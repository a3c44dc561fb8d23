-- Machine ?1, and what was merged into it, is machine ?2 from now on. No row.
update machine
set merged_into = ?2
where id = ?1 or merged_into = ?1;
