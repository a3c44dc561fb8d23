// SPDX-License-Identifier: GPL-2.0-or-later
// Runs that something spoils are marked wherever their numbers are used. The numbers are made up.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { before, test } from 'node:test';
import { execute, memcgperf, scratch } from '../program.mjs';

const text = 'built with DEBUG_VM';
const noise = [0.2, -0.3, 0.1, -0.1, 0.05];
let folder;
let db;

const run = (release, level, { cmdline = 'quiet', ...config } = {}) => ({
  format: 'memcg-results/1',
  benchmark: { name: 'forks' },
  kernel: { release, cmdline, config: { CONFIG_MEMCG: 'y', ...config } },
  machine: { name: 'box7', cpu: 'Demo CPU 3000', cpus: 4 },
  cgroup: { version: 2, path: '/' },
  metrics: [{ name: 'usecs-op', unit: 'usec', better: 'lower', samples: noise.map((part) => level + part) }],
});

const runs = [
  run('6.1.0', 100, { cmdline: 'cgroup_disable=memory' }),
  run('6.1.0', 110),
  run('6.2.0', 100, { cmdline: 'cgroup_disable=memory' }),
  run('6.2.0', 180, { CONFIG_DEBUG_VM: 'y' }),
];

async function said(command, ...args) {
  const { status, stdout, stderr } = await execute(memcgperf, [command, ...args]);
  assert.equal(status, 0, stderr);
  return stdout;
}

before(async (t) => {
  folder = scratch(t);
  db = `sqlite:${path.join(folder, 'results.db')}`;
  const files = runs.map((each, i) => {
    const file = path.join(folder, `${i}.json`);
    writeFileSync(file, JSON.stringify(each));
    return file;
  });
  await said('ingest', '--db', db, ...files);
});

test('a cost marks them in the row and says below what it is', async () => {
  const lines = await said('overhead', '--db', db);
  assert.match(lines, /usecs-op +\+10\.0\S* \+-\S+ +\+79\.9\S* \+-\S+!\n/);
  assert.match(lines, / {2}Spoiled \(!\): 6\.2\.0 root: built with DEBUG_VM\.\n/);
  assert.match(await said('overhead', '--db', db, '--style', 'markdown'), /worse ! \|/);
  assert.match(await said('overhead', '--db', db, '--style', 'csv'), /,on: built with DEBUG_VM\n/);
  const { cells } = JSON.parse(await said('overhead', '--db', db, '--style', 'json'));
  assert.deepEqual(cells.map(({ on, off }) => [on.spoiled, off.spoiled]), [[undefined, undefined], [text, undefined]]);
});

test('a change marks those that its verdict has', async () => {
  assert.match(await said('changes', '--db', db), /usecs-op, 110.*\n.*\n +Spoiled \(!\): 6\.2\.0 root: built with DEBUG_VM\.\n/);
  const { changes: [{ before: from, after }] } = JSON.parse(await said('changes', '--db', db, '--style', 'json'));
  assert.deepEqual([from.spoiled, after.spoiled], [undefined, text]);
});

test('a comparison marks the column', async () => {
  const files = [1, 3].map((i) => path.join(folder, `${i}.json`));
  assert.match(await said('compare', ...files), / {2}Spoiled: B built with DEBUG_VM\n/);
  const { columns } = JSON.parse(await said('compare', '--style', 'json', ...files));
  assert.deepEqual(columns.map(({ spoiled }) => spoiled), [undefined, text]);
});

test('what all kernels have is told once', async (t) => {
  const file = path.join(scratch(t), 'all.json');
  const store = `sqlite:${file}.db`;
  const debug = { CONFIG_DEBUG_VM: 'y' };
  writeFileSync(file, JSON.stringify([run('6.1.0', 100, { cmdline: 'cgroup_disable=memory', ...debug }), run('6.1.0', 110, debug)]));
  await said('ingest', '--db', store, file);
  const lines = await said('overhead', '--db', store);
  assert.match(lines, / {2}All kernels here are built with DEBUG_VM\.\n/);
  assert.doesNotMatch(lines, /!/);
  assert.equal(JSON.parse(await said('overhead', '--db', store, '--style', 'json')).spoiled, 'DEBUG_VM');
});

test('what all kernels of one machine have is told with its name', async (t) => {
  const file = path.join(scratch(t), 'two.json');
  const store = `sqlite:${file}.db`;
  const debug = { CONFIG_DEBUG_VM: 'y' };
  const elsewhere = { ...run('6.1.0', 90), machine: { name: 'box8' } };
  writeFileSync(file, JSON.stringify([run('6.1.0', 100, { cmdline: 'cgroup_disable=memory', ...debug }), run('6.1.0', 110, debug), elsewhere]));
  await said('ingest', '--db', store, file);
  const lines = await said('overhead', '--db', store);
  assert.match(lines, / {2}All kernels here are built with DEBUG_VM \(box7\)\.\n/);
  assert.doesNotMatch(lines, /!/);
});
