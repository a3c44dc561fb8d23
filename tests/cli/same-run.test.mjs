// SPDX-License-Identifier: GPL-2.0-or-later
// The same results as a folder and as any archive are the same runs, and are stored once.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { execute, memcgperf, samples, scratch } from '../program.mjs';

const runs = ['6.1.192-default', '6.1.192-disabled'];
const counted = ['run', 'sample', 'summary', 'file', 'content', 'metric', 'kernel', 'upload'];

/** How the runs in the folder log become one input, and its name. */
const ways = {
  'tar': ['out.tar', 'tar', '-cf', '../out.tar', ...runs],
  'tar in another order': ['out.tar', 'tar', '-cf', '../out.tar', ...[...runs].reverse()],
  'tar from ./': ['out.tar', 'tar', '-cf', '../out.tar', '.'],
  'tar.gz': ['out.tar.gz', 'tar', '-czf', '../out.tar.gz', ...runs],
  'tar.zst': ['out.tar.zst', 'tar', '--zstd', '-cf', '../out.tar.zst', ...runs],
  'zip': ['out.zip', 'zip', '-qr', '../out.zip', ...runs],
};

function sample(folder) {
  const log = path.join(folder, 'log');
  mkdirSync(log);
  execFileSync('tar', ['-xf', path.join(samples, 'memcg-kvm.tar.xz'), '-C', log, ...runs]);
  return log;
}

const sql = (db, statement) => execFileSync('sqlite3', [db, statement]).toString().trim();
const ids = (db) => sql(db, 'select name, public_id from run order by name');
const counts = (db) => counted.map((table) => sql(db, `select count(*) from ${table}`)).join(' ');

async function ingest(db, ...inputs) {
  const result = await execute(memcgperf, ['ingest', '--db', `sqlite:${db}`, ...inputs]);
  assert.equal(result.status, 0, result.stderr);
}

for (const [way, [name, program, ...args]] of Object.entries(ways)) {
  test(`a folder and its ${way} are the same runs`, async (t) => {
    const folder = scratch(t);
    const log = sample(folder);
    const [first, second] = ['first.db', 'second.db'].map((db) => path.join(folder, db));

    execFileSync(program, args, { cwd: log });
    await ingest(first, log);
    await ingest(second, path.join(folder, name));
    assert.equal(ids(first).split('\n').length, runs.length);
    assert.equal(ids(second), ids(first));

    const before = counts(first);
    await ingest(first, path.join(folder, name));
    assert.equal(counts(first), before, 'the same results were stored twice');
  });
}

test('runs have the same ids alone as together', async (t) => {
  const folder = scratch(t);
  const log = sample(folder);
  const [first, second] = ['first.db', 'second.db'].map((db) => path.join(folder, db));

  await ingest(first, log);
  for (const run of runs) await ingest(second, path.join(log, run));
  assert.equal(ids(second), ids(first));
});

test('mails are stored once', async (t) => {
  const db = path.join(scratch(t), 'mails.db');
  const mails = ['sha-2013', 'mel-2015', 'mizuma-2021', 'bresticker-2011'].map((mail) =>
    path.join(samples, 'mails', `${mail}.txt`));

  for (const mail of mails) await ingest(db, mail);
  const before = counts(db);
  for (const mail of mails) await ingest(db, mail);
  assert.equal(counts(db), before);
});
