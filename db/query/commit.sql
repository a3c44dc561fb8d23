-- Ends a transaction and keeps what it did. No row.
commit;
