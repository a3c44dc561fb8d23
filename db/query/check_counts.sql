-- How much there is: runs, samples, raw files that are kept, frozen comparisons. One row.
select (select count(*) from run), (select count(*) from sample),
	(select count(*) from content where zstd is not null), (select count(*) from frozen);
