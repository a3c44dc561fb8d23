// SPDX-License-Identifier: GPL-2.0-or-later
// memcgperf noise over the bundled results.
import assert from 'node:assert/strict';
import path from 'node:path';
import test from 'node:test';
import { execute, memcgperf, scratch } from '../program.mjs';

test('noise tells how far boots of one kernel and config differ', async (t) => {
  const db = `sqlite:${path.join(scratch(t), 'samples.db')}`;
  const noise = (...args) => execute(memcgperf, ['noise', '--db', db, ...args]);
  assert.equal((await execute(memcgperf, ['ingest', '--db', db, '--manifest', 'samples/manifest.json'])).status, 0);

  const text = await noise();
  assert.equal(text.status, 0, text.stderr);
  assert.match(text.stdout, /^ {2}Boots of one kernel and config differ by [\d.]+ % \(median of \d+\n? /);
  assert.ok(text.stdout.split('\n').every((line) => line.length <= 72), text.stdout);

  const all = JSON.parse((await noise('--style', 'json')).stdout);
  const sum = all.benchmarks.reduce((pairs, each) => pairs + each.pairs, 0);
  assert.equal(sum, all.pairs);
  assert.ok(all.low_p.part <= 0.06, 'boots of the bundled results are alike');
  for (const run of all.runs) assert.ok(!(run.within < 0) && run.metrics > 0, run.name);

  const pft = JSON.parse((await noise('--style', 'json', '--benchmark', 'pft')).stdout);
  assert.ok(pft.runs.length > 0 && pft.pairs <= all.pairs);
  const csv = await noise('--style', 'csv');
  assert.equal(csv.stdout.trim().split('\n').length, all.benchmarks.length + 1);

  const wrong = await noise('pft');
  assert.equal(wrong.status, 2);
  assert.match(wrong.stderr, /'pft' is one argument too many/);
});
