-- SPDX-License-Identifier: GPL-2.0-or-later
-- What was said of an upload beside its files (kernel, config, names of keys...), so that it can be
-- read once more: ingest/said.h. '' = nothing, or it came before this was kept.

alter table upload add column said text not null default '';

pragma user_version = 9;
