-- Begins a transaction that sees one state. No row.
begin;
