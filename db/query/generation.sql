-- The number of the database's state. One row.
select generation from state;
