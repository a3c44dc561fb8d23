// SPDX-License-Identifier: GPL-2.0-or-later
// memcgperf db reparse and prune: history that is read again, and history that is forgotten.
import assert from 'node:assert/strict';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { startEmpty } from '../api/server.mjs';
import { execute, memcgperf, samples, scratch } from '../program.mjs';

const mail = path.join(samples, 'mails/mel-2015.txt');
const profiles = path.join(samples, 'profiles/fault-loop-root.tar.xz');
const traced = path.join(samples, 'bpf/sendto-child.txt');

async function run(...args) {
  const { status, stdout, stderr } = await execute(memcgperf, args);
  return { status, stdout, stderr };
}

async function well(...args) {
  const { status, stdout, stderr } = await run(...args);
  assert.equal(status, 0, stderr + stdout);
  return stdout;
}

/** A database with a mail, a profile and a trace, and a frozen comparison of the mail's runs. */
async function lab(t) {
  const db = path.join(scratch(t), 'lab.db');
  for (const file of [mail, profiles, traced]) await well('ingest', '--db', db, file);
  await well('compare', '--db', db, '--public-url', 'https://perf.example', '--freeze', '4.0.0-vanilla', '4.0.0-nomemcg-v1');
  return {
    db,
    sql: async (text) => {
      const { status, stdout, stderr } = await execute('sqlite3', ['-batch', db, text]);
      assert.equal(status, 0, stderr);
      return stdout.trim();
    },
    reparse: (...args) => run('db', 'reparse', '--db', db, ...args),
    prune: (...args) => run('db', 'prune', '--db', db, ...args),
    check: () => well('db', 'check', '--db', db),
    table: () => well('compare', '--db', db, '4.0.0-vanilla', '4.0.0-nomemcg-v1'),
  };
}

test('all that is bundled reads again as it was', async (t) => {
  const db = path.join(scratch(t), 'all.db');
  await well('ingest', '--db', db, '--manifest', path.join(samples, 'manifest.json'));
  const told = await well('db', 'reparse', '--db', db);
  assert.match(told, /^\d+ runs read again: 0 differ, \d+ as before\n$/);
  assert.match(await well('db', 'check', '--db', db), /^ok/);
});

test('what an older parser left is found, told, put right, and logged', async (t) => {
  const { db, sql, reparse, check, table } = await lab(t);
  const before = await table();
  const frozen = await sql('select as_text from frozen');
  await sql(`update metric set name = '"' || name where id = (select min(metric_id) from summary);
    delete from symbol where seq = (select max(seq) from symbol);
    update node set count = count + 1 where seq = 3`);
  assert.notEqual(await table(), before);

  const dry = await reparse('--dry-run');
  assert.equal(dry.status, 0, dry.stderr);
  assert.match(dry.stdout, / added, \d+ gone, \d+ changed$/m);
  assert.match(dry.stdout, /differ \(nothing stored\)/);
  assert.notEqual(await table(), before);

  const done = await reparse('--all');
  assert.equal(done.status, 0, done.stderr);
  assert.match(done.stdout, /^ {2}- summary .*"/m);
  assert.match(done.stdout, /^ {4}stack .*: \d+ .* -> \d+ /m);
  assert.match(done.stdout, /differ \(stored\)/);
  assert.equal(await table(), before);
  assert.equal(await sql('select as_text from frozen'), frozen);
  assert.match(await check(), /^ok/);
  assert.match(await well('db', 'log', '--db', db), /reparse +\w{12} +\d+ rows added, \d+ gone, \d+ changed/);
  assert.match((await reparse()).stdout, /: 0 differ, /);
});

test('what was said of an upload is said again', async (t) => {
  const folder = scratch(t);
  const db = path.join(folder, 'said.db');
  const times = path.join(folder, 'times.txt');
  writeFileSync(times, 'real 1.5\nuser 1.0\nsys 0.5\n');
  await well('ingest', '--db', db, '--name', 'mine', '--kernel', '6.18.1', '--machine', 'box', '--benchmark', 'loop',
    '--config', 'psi=0', '--iteration', '3', '--better', 'lower', times);
  await well('ingest', '--db', db, '--keys', '@allocs=comm,bytes_req', traced);
  assert.match(await well('db', 'reparse', '--db', db), /: 0 differ, 2 as before\n$/);
  const one = await execute('sqlite3', [db, "select public_id from run where name = 'mine'"]);
  assert.match(await well('db', 'reparse', '--db', db, '--run', one.stdout.trim()), /^1 runs read again: 0 differ/);
  assert.equal((await run('db', 'reparse', '--db', db, '--run', 'NONE')).status, 3);
});

test('what cannot be read again is left alone, and why', async (t) => {
  const folder = scratch(t);
  const db = path.join(folder, 'old.db');
  await well('ingest', '--db', db, '--kernel', '6.18.1', mail);
  await well('ingest', '--db', db, traced);
  const { status } = await execute('sqlite3', [db,
    "update upload set said = ''; update content set zstd = null where id = (select content_id from file where path like 'sendto%')"]);
  assert.equal(status, 0);
  const { status: left, stdout } = await run('db', 'reparse', '--db', db);
  assert.equal(left, 1);
  assert.match(stdout, /left alone, its file sendto-child\.txt was not kept$/m);
  assert.match(stdout, /left alone, its files do not make it again: what was said of them was not kept$/m);
  assert.match(stdout, /^0 runs read again: .*; \d+ left alone$/m);
});

test("people's corrections outlive a re-reading", async (t) => {
  const site = await startEmpty(scratch(t));
  t.after(() => site.stop());
  const { runs } = JSON.parse((await site.send('POST', '/runs', readFileSync(mail))).text);
  const patched = await site.send('PATCH', `/runs/${runs[0].id}`, JSON.stringify({ kernel: '4.0.9', note: 'mine' }), site.manage,
    { 'Content-Type': 'application/merge-patch+json' });
  assert.equal(patched.status, 200, patched.text);
  const altered = await execute('sqlite3', ['-cmd', '.timeout 10000', site.db, 'update summary set value = value + 1']);
  assert.equal(altered.status, 0, altered.stderr);
  assert.match(await well('db', 'reparse', '--db', site.db), /differ \(stored\)/);
  const { text } = await site.get(`/api/v1/runs/${runs[0].id}`);
  assert.equal(JSON.parse(text).kernel.release, '4.0.9');
  assert.equal(JSON.parse(text).note, 'mine');
});

test('runs of an age go, but not those of frozen comparisons, and their room is given back', async (t) => {
  const { db, sql, prune, check } = await lab(t);
  assert.equal((await prune()).status, 2);
  assert.equal((await prune('--older-than', 'yesterday')).status, 2);
  assert.match((await prune('--older-than', '9000d')).stdout, /^0 runs/);
  await sql('update run set stored_s = stored_s - 864000, start_s = case when start_s > 0 then start_s - 864000 else 0 end');

  const runs = Number(await sql('select count(*) from run'));
  const dry = await prune('--older-than', '8d', '--dry-run');
  assert.match(dry.stdout, /stays: frozen$/m);
  assert.match(dry.stdout, new RegExp(`^${runs - 2} runs with \\d+ samples would go; 2 stay for frozen comparisons$`, 'm'));
  assert.equal(Number(await sql('select count(*) from run')), runs);

  const size = statSync(db).size;
  const done = await prune('--older-than', '8d', '--vacuum');
  assert.equal(done.status, 0, done.stderr);
  assert.equal(Number(await sql('select count(*) from run')), 2);
  assert.equal(await sql('select count(*) from content'), '1'); // the mail
  assert.equal(await sql('select count(*) from node'), '0');
  assert.ok(statSync(db).size < size);
  assert.match(await check(), /^ok: 2 runs, .* 1 frozen/);
  assert.match(await well('db', 'log', '--db', db), /upload .*\(run \w{12}\)$/m);
  assert.match(await well('ingest', '--db', db, traced), /: new, /);
});

test('runs of a tag go, and what they stood for stands again', async (t) => {
  const folder = scratch(t);
  const db = path.join(folder, 'tags.db');
  const result = (id, tags, count) => JSON.stringify({
    format: 'memcg-results/1', run_id: id, benchmark: { name: 'loop' }, kernel: { release: '6.18.1' }, machine: { name: 'box' }, tags,
    metrics: [{ name: 'time', unit: 's', better: 'lower', samples: Array.from({ length: count }, (_, i) => i + 1) }],
  });
  const file = path.join(folder, 'runs.ndjson');
  writeFileSync(file, [result('a', { series: 'rfc' }, 3), result('b', { series: 'v2' }, 3), result('c', {}, 3)].join('\n'));
  await well('ingest', '--db', db, file);
  assert.match(await well('db', 'prune', '--db', db, '--tag', 'series=rfc'), /^1 runs with 3 samples are gone$/m);
  assert.match(await well('db', 'prune', '--db', db, '--tag', 'series', '--dry-run'), /^1 runs with 3 samples would go$/m);

  const small = path.join(folder, 'small');
  await execute('mkdir', ['-p', small]);
  await execute('sh', ['-c', `tar -xJf ${path.join(samples, 'memcg-kvm.tar.xz')} -C ${small} 7.3.4-child`]);
  await execute('sh', ['-c', `cp -r ${small}/7.3.4-child ${small}/whole && rm -r ${small}/7.3.4-child/iter-2`]);
  const stands = "select count(*) from run where name = '7.3.4-child' and superseded_by is null";
  await well('ingest', '--db', db, path.join(small, '7.3.4-child'));
  await execute('sh', ['-c', `rm -r ${small}/7.3.4-child && mv ${small}/whole ${small}/7.3.4-child`]);
  await well('ingest', '--db', db, path.join(small, '7.3.4-child'));
  const asked = async (text) => (await execute('sqlite3', [db, text])).stdout.trim();
  assert.equal(await asked(stands), '1');
  await asked(`insert into fact select id, 'tag.drop', 0, 'yes', (select min(id) from file where run_id = run.id), 1
    from run where superseded_by is null and name = '7.3.4-child'`);
  assert.match(await well('db', 'prune', '--db', db, '--tag', 'drop=yes'), /^1 runs /m);
  assert.equal(await asked(stands), '1');
  assert.match(await well('db', 'check', '--db', db), /^ok/);
});
