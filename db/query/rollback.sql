-- Ends a transaction and forgets what it did. No row.
rollback;
