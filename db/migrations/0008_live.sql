-- SPDX-License-Identifier: GPL-2.0-or-later
-- Live runs of a kernel, of a machine and with a config are found and counted without their rows.

create index run_live_kernel on run (kernel_id, machine_id, config_id, start_s)
	where superseded_by is null and withdrawn_s is null;
create index run_live_machine on run (machine_id, kernel_id, config_id)
	where superseded_by is null and withdrawn_s is null;
create index run_live_config on run (config_id)
	where superseded_by is null and withdrawn_s is null;

pragma user_version = 8;
