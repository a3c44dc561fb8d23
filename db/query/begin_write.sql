-- Begins a transaction that holds the write lock. No row.
begin immediate;
