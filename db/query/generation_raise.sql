-- Tells everybody that the database has changed. No row.
update state set generation = generation + 1;
