-- SPDX-License-Identifier: GPL-2.0-or-later
-- The samples of an aggregate beside it, as db/packed.h packs them.

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

pragma user_version = 10;
