// SPDX-License-Identifier: GPL-2.0-or-later
// The databases that trials begin with, and what one holds.
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { ingest, token } from '../api/server.mjs';
import { execute, root, samples } from '../program.mjs';

const ENDS = ['', '-wal', '-journal'];

export async function sqlite(file, sql) {
  const { status, stdout, stderr } = await execute('sqlite3', [file, sql]);
  if (status !== 0) throw new Error(`sqlite3 ${file}: ${stderr}`);
  return stdout;
}

/** A database of the first schema with all that it can hold of another. */
async function makeOld(file, from) {
  const first = readFileSync(path.join(root, 'db/migrations/0001_first.sql'), 'utf8');
  await sqlite(file, `pragma journal_mode = wal; ${first}`);
  const attached = `attach '${from}' as now;`;
  const fill = await sqlite(file, `${attached}
    select 'insert or replace into "' || t.name || '" (' || c.names || ') select ' || c.names || ' from now."' || t.name || '";'
    from sqlite_schema t join (
      select m.name as of, group_concat(o.name) as names
      from sqlite_schema m, pragma_table_info(m.name, 'main') o
      join pragma_table_info(m.name, 'now') n on n.name = o.name
      group by m.name) c on c.of = t.name
    where t.type = 'table'`);
  await sqlite(file, `${attached} ${fill}`);
}

/** The world of all trials in a folder: base.db and old.db, and who may write. */
export async function makeWorld(folder) {
  const base = path.join(folder, 'base.db');
  const old = path.join(folder, 'old.db');
  await ingest(base, path.join(samples, 'mails/mel-2015.txt'), path.join(samples, 'profiles/fault-loop-root.tar.xz'));
  const bearer = await token(base, 'submit', 'ci');
  await makeOld(old, base);
  return { folder, base, old, bearer };
}

export function copyDatabase(from, to) {
  for (const end of ENDS) if (existsSync(from + end)) copyFileSync(from + end, to + end);
}

/**
 * What a database holds, as text that is the same for the same: its schema, and the rows of each
 * table. Only looked at in a copy: who opens it next has to find it as it is.
 */
export async function contents(file) {
  if (!existsSync(file)) return 'no file';
  const look = `${file}.look`;
  copyDatabase(file, look);
  const tables = (await sqlite(look, "select name from sqlite_schema where type = 'table' order by name")).split('\n').filter(Boolean);
  const counts = tables.map((name) => `select '${name}', count(*) from "${name}"`);
  const schema = await sqlite(look, 'pragma user_version; select name, sql from sqlite_schema order by name');
  const rows = await sqlite(look, counts.join(';'));
  for (const end of [...ENDS, '-shm']) rmSync(look + end, { force: true });
  return `schema ${createHash('sha256').update(schema).digest('hex')}\n${rows}`;
}

/** Whether nothing was written at all. */
export const isUntouched = (file, from) => !existsSync(`${file}-wal`) && readFileSync(file).equals(readFileSync(from));
