-- Bucket ?2 of histogram ?1: ?3 lo, ?4 hi, ?5 count. No row.
insert into bucket (histogram_id, seq, lo, hi, count)
values (?1, ?2, ?3, ?4, ?5);
