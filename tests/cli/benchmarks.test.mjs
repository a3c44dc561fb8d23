// SPDX-License-Identifier: GPL-2.0-or-later
// memcgperf formats --benchmarks: the table of mmtests benchmarks as a reader sees it.
import assert from 'node:assert/strict';
import test from 'node:test';
import { execute, memcgperf } from '../program.mjs';

test('each benchmark of mmtests is a row that says how it is read', async () => {
  const { status, stdout, stderr } = await execute(memcgperf, ['formats', '--benchmarks']);
  assert.equal(status, 0, stderr);
  const [heads, ...rows] = stdout.trimEnd().split('\n').map((line) => line.split(/ {2,}/));
  const named = rows.map((row) => Object.fromEntries(heads.map((head, i) => [head, row[i]])));
  const find = (name, alt, era) => named.find((row) =>
    row.BENCHMARK === name && row['-a'] === alt && row.ERA === era);

  assert.ok(rows.every((row) => row.length === heads.length), 'a column for each head');
  assert.equal(find('kernbench', '-', '2026').METRICS, 'Elapsed [s], System [s], User [s]');
  assert.equal(find('pft', 'time', '2025').FILES, 'pft-%A.log');
  assert.equal(find('pft', '-', '2015').WIDTH, '13');
  // what the peer takes for better is not always what is better
  assert.equal(find('stressng', '-', '2026').PEER, 'lower');
  assert.equal(find('stressng', '-', '2026').BETTER, 'higher');
  assert.equal(find('dbench', '-', '2026').PEER, 'lower,tput:higher');
  assert.equal(find('abinit', '-', '2025').PARSER, '-');
});

test('an option that it does not know is refused', async () => {
  const { status, stderr } = await execute(memcgperf, ['formats', '--benchmark=x']);
  assert.equal(status, 2);
  assert.match(stderr, /memcgperf formats/);
});
