// SPDX-License-Identifier: GPL-2.0-or-later
// memcgperf db: a check that finds what is broken, and a backup that is a database of its own.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { execute, memcgperf, root, scratch } from '../program.mjs';

const mail = path.join(root, 'samples/mails/mel-2015.txt');
const profiles = path.join(root, 'samples/profiles/fault-loop-root.tar.xz');

async function store(t) {
  const folder = scratch(t);
  const db = path.join(folder, 'lab.db');
  for (const file of [mail, profiles]) {
    const { status, stderr } = await execute(memcgperf, ['ingest', '--db', db, file]);
    assert.equal(status, 0, stderr);
  }
  const frozen = await execute(memcgperf, ['compare', '--db', db, '--public-url', 'https://perf.example', '--freeze', '4.0.0-vanilla', '4.0.0-nomemcg-v1']);
  assert.equal(frozen.status, 0, frozen.stderr);
  return { folder, db, sql: (text) => execute('sqlite3', [db, text]), check: (file = db) => execute(memcgperf, ['db', 'check', '--db', file]) };
}

test('check says how much is whole', async (t) => {
  const { check } = await store(t);
  const { status, stdout } = await check();
  assert.equal(status, 0);
  assert.match(stdout, /^ok: \d+ runs, \d+ samples, \d+ raw files, 1 frozen comparisons\n$/);
});

test('check finds each kind of damage, a line each', async (t) => {
  for (const [damage, line] of [
    ["update frozen set request = request || 'x'", /^frozen comparison \w{10} is not what its hash says$/m],
    ["update content set zstd = zeroblob(40) where id = (select min(id) from content where zstd is not null)", /^raw file [0-9a-f]{64} is damaged$/m],
    ['delete from aggregate where run_id = (select min(run_id) from aggregate)', /^run \w{12} has \d+ samples of .*, but an aggregate of 0$/m],
    ["update aggregate set packed = cast(substr(packed, 1, length(packed) - 8) || x'0000000000000840' as blob) where run_id = (select min(run_id) from aggregate)",
      /^run \w{12} has other samples of .* beside their aggregate$/m],
    ['update run_medians set packed = zeroblob(12) where run_id = (select min(run_id) from run_medians)', /^run \w{12} has other medians than its aggregates$/m],
    ['update run set kernel_id = 999 where id = 1', /^run: row 1 refers to no row of kernel$/m],
  ]) {
    const { sql, check } = await store(t);
    assert.equal((await sql(damage)).status, 0, damage);
    const { status, stdout } = await check();
    assert.equal(status, 1, damage);
    assert.match(stdout, line, damage);
    assert.match(stdout, /^not whole: /m);
  }
});

test('a file whose pages are overwritten is told as broken, not read', async (t) => {
  const { db, check } = await store(t);
  const bytes = readFileSync(db);
  bytes.fill(0x5a, 3 * 4096, 5 * 4096);
  writeFileSync(db, bytes);
  const { status, stdout, stderr } = await check();
  assert.notEqual(status, 0);
  assert.ok((stdout + stderr).length > 0);
});

test('a backup is whole, answers as the database does, and is never written over', async (t) => {
  const { folder, db, check } = await store(t);
  const copy = path.join(folder, 'copy.db');
  const backup = () => execute(memcgperf, ['db', 'backup', '--db', db, copy]);
  assert.deepEqual([(await backup()).status, (await check(copy)).status], [0, 0]);
  const table = (file) => execute(memcgperf, ['compare', '--db', file, '4.0.0-vanilla', '4.0.0-nomemcg-v1']);
  assert.equal((await table(copy)).stdout, (await table(db)).stdout);
  const again = await backup();
  assert.equal(again.status, 4);
  assert.match(again.stderr, /copy\.db: there is a file already/);
  assert.deepEqual(readdirSync(folder).filter((name) => name.includes('part')), []);
  const nowhere = await execute(memcgperf, ['db', 'backup', '--db', db, path.join(folder, 'no/such.db')]);
  assert.equal(nowhere.status, 7);
  assert.equal((await execute(memcgperf, ['db', 'backup', '--db', db])).status, 2);
});
