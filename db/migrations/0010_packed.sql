-- SPDX-License-Identifier: GPL-2.0-or-later
-- The samples of an aggregate beside it, and the medians of a run's aggregates in one row, as
-- db/packed.h packs them.

alter table aggregate add column packed blob not null default x'';

update aggregate
set packed = coalesce(
	(
		select packed(boot, value)
		from (
			select boot, value
			from sample
			where run_id = aggregate.run_id and metric_id = aggregate.metric_id
			order by boot, iteration, seq
		)
	),
	x''
);

create table run_medians (
	run_id integer primary key references run,
	packed blob not null -- by metric_id
) strict;

insert into run_medians (run_id, packed)
select run_id, packed(metric_id, median)
from (select run_id, metric_id, median from aggregate order by run_id, metric_id)
group by run_id;

pragma user_version = 10;
