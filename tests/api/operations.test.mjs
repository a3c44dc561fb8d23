// SPDX-License-Identifier: GPL-2.0-or-later
// What someone does who keeps a server: bring an old database up, back up and restore while results
// come in, stop under load.
import assert from 'node:assert/strict';
import { copyFileSync, existsSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { get, result, start, startEmpty, token } from '../api/server.mjs';
import { execute, memcgperf, root, scratch } from '../program.mjs';

const STOP_MS = 5000;
const first = path.join(root, 'tests/data/first-schema.sql.xz');
const sql = async (db, text) => {
  const { status, stdout, stderr } = await execute('sqlite3', ['-batch', '-cmd', '.timeout 10000', db, text]);
  assert.equal(status, 0, stderr);
  return stdout.trim();
};
const check = async (db) => {
  const { status, stdout } = await execute(memcgperf, ['db', 'check', '--db', db]);
  assert.equal(status, 0, stdout);
  return stdout;
};

const rows = `select group_concat(n, ' ') from (
  select count(*) n from run union all select count(*) from sample union all select count(*) from aggregate
  union all select count(*) from summary union all select count(*) from note union all select count(*) from histogram
  union all select count(*) from bucket union all select count(*) from symbol union all select count(*) from fact
  union all select count(*) from file union all select count(*) from diagnostic)`;
const means = `select group_concat(k.release || ' ' || m.name || ' ' || a.mean, char(10)) from aggregate a
  join run r on r.id = a.run_id join kernel k on k.id = r.kernel_id join metric m on m.id = a.metric_id`;

test('a database of the first schema comes up whole, with its numbers', async (t) => {
  const db = path.join(scratch(t), 'first.db');
  const filled = await execute('sh', ['-c', `xz -dc '${first}' | sqlite3 '${db}'`]);
  assert.equal(filled.status, 0, filled.stderr);
  await sql(db, 'pragma application_id = 0x6d636770; pragma user_version = 1');
  const before = [await sql(db, rows), await sql(db, means)];
  const refused = await execute(memcgperf, ['compare', '--db', db, '4.0.0-vanilla', '4.0.0-nomemcg-v1']);
  assert.match(refused.stderr, /is older \(schema 1\) than this program/);

  await token(db, 'manage', 'boss'); // opens it for writing
  assert.deepEqual([await sql(db, rows), await sql(db, means)], before);
  assert.match(await check(db), /^ok: 16 runs, 726 samples, /);

  const server = await start(db);
  t.after(() => server.stop());
  for (const target of ['/', '/runs', '/overhead', '/changes', '/noise', '/kernels', '/machines', '/run/KBMKMBTXDXHT',
    '/compare?base=PTSWNZCVBRFE&new=KBMKMBTXDXHT', '/profile/BE3075MXWBHC-1']) {
    const answer = await get(server.port, target);
    assert.equal(answer.status, 200, `${target}: ${answer.text}`);
  }
  const { groups } = JSON.parse((await get(server.port, '/api/v1/compare?base=PTSWNZCVBRFE&new=KBMKMBTXDXHT')).text);
  const faults = groups.flatMap((group) => group.rows).find(({ metric }) => metric.name === 'faults/cpu-1');
  const mean = Number(await sql(db, `select avg(value) from sample s join run r on r.id = s.run_id join metric m on m.id = s.metric_id
    where r.public_id = 'KBMKMBTXDXHT' and m.name = 'faults/cpu-1'`));
  assert.ok(Math.abs(faults.cells[1].mean / mean - 1) < 1e-12, `${faults.cells[1].mean}, not ${mean}`);
});

test('a backup taken while results come in is restored to a server that has them', async (t) => {
  const folder = scratch(t);
  const site = await startEmpty(folder, ['--rate-token', '0', '--rate-address', '0']);
  let seed = 0;
  let going = true;
  const posted = [];
  const posting = Promise.all(Array.from({ length: 4 }, async () => {
    while (going) {
      const { status, text } = await site.send('POST', '/runs', result(++seed));
      if (status === 201) posted.push(...JSON.parse(text).runs.map(({ id }) => id));
    }
  }));
  while (posted.length < 40) await new Promise((resolve) => setTimeout(resolve, 10));
  const before = [...posted];
  const copy = path.join(folder, 'copy.db');
  const backup = await execute(memcgperf, ['db', 'backup', '--db', site.db, copy]);
  going = false;
  await posting;
  assert.equal(backup.status, 0, backup.stderr);
  await site.stop();

  for (const rest of ['-wal', '-shm']) assert.ok(!existsSync(site.db + rest), `the server left no ${rest}`);
  copyFileSync(copy, site.db);
  const restored = await start(site.db);
  t.after(() => restored.stop());
  assert.match(await check(site.db), /^ok/);
  for (const id of before) {
    const { status, text } = await get(restored.port, `/api/v1/runs/${id}`);
    assert.equal(status, 200, id);
    assert.equal(JSON.parse(text).samples + JSON.parse(text).summaries, 1);
  }
  const again = await get(restored.port, '/api/v1/runs', { method: 'POST', body: result(++seed), headers: { Authorization: `Bearer ${site.submit}` } });
  assert.equal(again.status, 201, again.text);
});

test('a server under load stops in order within 5 seconds', async (t) => {
  const site = await startEmpty(scratch(t), ['--rate-token', '0', '--rate-address', '0']);
  t.after(() => site.stop('SIGKILL'));
  let going = true;
  let seed = 0;
  const stored = [];
  const loop = async (ask) => {
    while (going) await ask().catch(() => {}); // after the stop nobody listens
  };
  const load = [
    ...Array.from({ length: 24 }, (_, i) => loop(() => site.get(['/', '/runs', '/overhead', '/api/v1/kernels'][i % 4]))),
    ...Array.from({ length: 8 }, () => loop(async () => {
      const { status, text } = await site.send('POST', '/runs', result(++seed));
      if (status === 201) stored.push(JSON.parse(text).runs[0].id);
    })),
  ];
  while (stored.length < 30) await new Promise((resolve) => setTimeout(resolve, 10));
  const begun = Date.now();
  const ended = await site.stop();
  const took = Date.now() - begun;
  going = false;
  await Promise.all(load);

  assert.deepEqual(ended, { status: 0, signal: null });
  assert.ok(took < STOP_MS, `${took} ms`);
  t.diagnostic(`${took} ms with 32 clients`);
  assert.match(await check(site.db), /^ok/);
  const there = new Set((await sql(site.db, 'select public_id from run')).split('\n'));
  assert.ok(stored.every((id) => there.has(id)), 'what was answered is there');
});
