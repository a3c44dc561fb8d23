// SPDX-License-Identifier: GPL-2.0-or-later
// Of many samples the newest kernels are read, and it is said that older ones are left out. The
// numbers are made up.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { start } from '../api/server.mjs';
import { execute, memcgperf, scratch } from '../program.mjs';

const METRICS = 500;
const SAMPLES = 80; // 40,000 in a run, 80,000 on a kernel; 200,000 are read

const run = (release, cmdline, level) => ({
  format: 'memcg-results/1',
  benchmark: { name: 'forks' },
  kernel: { release, cmdline, config: { CONFIG_MEMCG: 'y' } },
  machine: { name: 'box7' },
  cgroup: { version: 2, path: '/' },
  metrics: Array.from({ length: METRICS }, (_, i) => ({
    name: `op-${i}`, unit: 'usec', better: 'lower',
    samples: Array.from({ length: SAMPLES }, (_unused, k) => level + ((k * 7 + i) % 13) / 10),
  })),
});

async function said(...args) {
  const { status, stdout, stderr } = await execute(memcgperf, args);
  assert.equal(status, 0, stderr);
  return stdout;
}

/** The kernels that an answer has costs of. */
const measured = ({ kernels, cells }) =>
  kernels.filter((_, k) => cells.some(({ kernel }) => kernel === k)).map(({ name }) => name);

test('costs and changes are of the newest kernels', async (t) => {
  const folder = scratch(t);
  const db = path.join(folder, 'results.db');
  const file = path.join(folder, 'all.ndjson');
  const kernels = ['6.1.0', '6.2.0', '6.3.0', '6.4.0'];
  writeFileSync(file, kernels.flatMap((release) =>
    [run(release, 'cgroup_disable=memory', 100), run(release, 'quiet', 110)]).map((each) => JSON.stringify(each)).join('\n'));
  await said('ingest', '--db', db, file);

  const overhead = JSON.parse(await said('overhead', '--db', db, '--style', 'json'));
  assert.deepEqual(measured(overhead), ['6.3.0', '6.4.0']);
  assert.deepEqual(overhead.kernels.map(({ name }) => name), kernels, 'all can be picked');
  assert.equal(overhead.kernels_left_out, 2);
  assert.match(await said('overhead', '--db', db), / {2}Of the newest kernels; 2 older left out, as/);
  for (const command of ['overhead', 'changes'])
    assert.match(await said(command, '--db', db, '--style', 'markdown'), /; 2 older left out, /);
  assert.equal(JSON.parse(await said('changes', '--db', db, '--style', 'json')).kernels_left_out, 2);

  const server = await start(db);
  t.after(() => server.stop());
  const ask = async (range) => (await fetch(`${server.url}/api/v1/overhead?${range}`)).json();
  const older = await ask('from=6.1.0&to=6.2.0');
  assert.deepEqual(measured(older), ['6.1.0', '6.2.0']);
  assert.equal(older.kernels_left_out, undefined, 'of these kernels none');
  assert.deepEqual(older.kernels.map(({ name }) => name), kernels);
  const upTo = await ask('to=6.3.0');
  assert.deepEqual(measured(upTo), ['6.2.0', '6.3.0']);
  assert.equal(upTo.kernels_left_out, 1);
  assert.deepEqual(measured(await ask('from=6.3.0&to=6.1.0')), ['6.2.0', '6.3.0'], 'whichever is older');
});
