// SPDX-License-Identifier: GPL-2.0-or-later
// memcgperf verdict: what it answers, with which status. What git makes of it is in tests/bisect.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { execute, memcgperf, samples, scratch } from '../program.mjs';

const verdict = (cwd, ...args) => execute(memcgperf, ['verdict', ...args], { cwd });

/** count numbers around level, from 1 % below to 1 % above. */
const around = (level, count) => Array.from({ length: count }, (_, i) =>
  level * (0.99 + 0.02 * ((i * 7) % count) / Math.max(count - 1, 1)));

/** A CSV of one benchmark: { 'tps,clients=1': [numbers] } of { metric: numbers }. */
function csv(folder, name, metrics, better = 'higher') {
  const lines = Object.entries(metrics).flatMap(([metric, values]) => {
    const [words, clients = ''] = metric.split(' clients=');
    return values.map((value) => `pgbench,${words},${clients},1/s,${better},${value}`);
  });
  writeFileSync(path.join(folder, name), `benchmark,metric,clients,unit,better,value\n${lines.join('\n')}\n`);
  return name;
}

function lab(t) {
  const folder = scratch(t);
  csv(folder, 'good.csv', { tps: around(1000, 20) });
  csv(folder, 'bad.csv', { tps: around(950, 20) });
  return folder;
}

test('good, bad and not sure, against one reference and two', async (t) => {
  const cwd = lab(t);
  for (const [level, count, args, status, text] of [
    [950, 8, [], 1, /^bad: differs from good \(wrong at most 1 in 100 times\)$/m],
    [1000, 8, [], 0, /^good: differs from bad/m],
    [1000, 3, [], 125, /^unsure: about 4 samples in all would tell, 1 more$/m],
    [950, 8, ['--bad', 'bad.csv'], 1, /^ {2}bad +950 +-5\.00 % {2}20 samples$/m],
    [1000, 8, ['--bad', 'bad.csv'], 0, /^ {2}here +1000 +[+-]0\.\d\d % {2}8 samples$/m],
    [1100, 8, ['--bad', 'bad.csv'], 0, /^good/m],
    [800, 18, ['--bad', 'bad.csv'], 1, /16 of 18 samples\nbad/m],
    [985, 8, ['--change', '10'], 0, /bad +-10\.00? % {2}and more is looked for/],
    [995, 20, ['--change', '0.5', '--max', '20'], 125, /^unsure/m],
  ]) {
    csv(cwd, 'here.csv', { tps: around(level, count) });
    const result = await verdict(cwd, '--good', 'good.csv', ...args, '--metric', 'pgbench tps', 'here.csv');
    assert.equal(result.status, status, `${level} ${args}: ${result.stdout}${result.stderr}`);
    assert.match(result.stdout, text);
    assert.match(result.stdout, /^pgbench tps, 1\/s, more is better$/m);
  }
});

test('several results count as they come', async (t) => {
  const cwd = lab(t);
  for (let i = 0; i < 4; i++) csv(cwd, `${i}.csv`, { tps: around(950 + i, 1) });

  const three = await verdict(cwd, '--good', 'good.csv', '--bad', 'bad.csv', '0.csv', '1.csv', '2.csv');
  assert.equal(three.status, 125, three.stdout);
  const four = await execute(memcgperf, ['verdict', '--good', 'good.csv', '--bad', 'bad.csv',
    '0.csv', '1.csv', '2.csv', '-'], { cwd, input: readFileSync(path.join(cwd, '3.csv')) });
  assert.equal(four.status, 1, four.stdout);
});

test('a command is run until it is sure, and no longer', async (t) => {
  const cwd = lab(t);
  const levels = around(950, 8);
  levels.forEach((level, i) => csv(cwd, `${i + 1}.csv`, { tps: [level] }));

  const run = 'echo $MEMCGPERF_ITERATION >> ran; cat $MEMCGPERF_ITERATION.csv';
  const bad = await verdict(cwd, '--good', 'good.csv', '--bad', 'bad.csv', '--run', run);
  assert.equal(bad.status, 1, bad.stderr);
  assert.equal(readFileSync(path.join(cwd, 'ran'), 'utf8'), '1\n2\n3\n4\n');
  assert.match(bad.stderr, /^memcgperf: iteration 1: 940\.5; about 3 more$/m);

  const middle = await verdict(cwd, '--good', 'good.csv', '--bad', 'bad.csv', '--max', '6',
    '--run', 'i=$MEMCGPERF_ITERATION; head -n 1 1.csv; echo pgbench,tps,,1/s,higher,$((930 + i % 2 * 90))');
  assert.equal(middle.status, 125, middle.stdout);
  assert.match(middle.stdout, /^unsure: .*raise --max \(6\)|^unsure: more samples/m);
  assert.match(middle.stderr, /iteration 6: [^]*$/);
  assert.doesNotMatch(middle.stderr, /iteration 7/);
});

test('what cannot be judged is skipped, with one line', async (t) => {
  const cwd = lab(t);
  csv(cwd, 'other.csv', { latency: [1, 2, 3] }, 'lower');
  writeFileSync(path.join(cwd, 'broken.json'), '{"format": "memcg-results/1", "benchmark": {"name": "p');
  for (const [args, text] of [
    [['--run', 'make: Error 2 >&2; exit 2'], /iteration 1: the command failed \(status 2\)/],
    [['--run', 'kill -SEGV $$'], /iteration 1: the command failed \(status 139\)/],
    [['--run', 'echo panic'], /iteration 1: nothing recognised/],
    [['--run', 'true'], /iteration 1: /],
    [['--run', 'cat other.csv'], /iteration 1: no samples of 'pgbench tps' in it/],
    [['other.csv'], /other\.csv: no samples of 'pgbench tps' in it/],
    [['nothing.csv'], /nothing\.csv: No such file/],
    [['broken.json'], /broken\.json: /],
  ]) {
    const result = await verdict(cwd, '--good', 'good.csv', ...args);
    assert.equal(result.status, 125, `${args}: ${result.stderr}`);
    assert.match(result.stderr, text);
    assert.equal(result.stdout, '');
    assert.equal(result.stderr.split('\n').filter((line) => line.startsWith('memcgperf: ')).length, 1);
  }
});

test('what would go wrong at each commit stops git', async (t) => {
  const cwd = lab(t);
  csv(cwd, 'two.csv', { tps: [1, 2] });
  csv(cwd, 'three.csv', { tps: [1, 2, 3] });
  csv(cwd, 'several.csv', { 'tps clients=1': around(9, 4), 'tps clients=8': around(9, 4) });
  csv(cwd, 'undirected.csv', { tps: around(9, 20) }, '');
  for (const [args, text] of [
    [['--good'], /option '--good' needs a value/],
    [['--nonsense'], /unknown option/],
    [['here.csv'], /name a --good kernel/],
    [['--good', 'good.csv'], /name results, or a command with --run/],
    [['--good', 'good.csv', '--bad', 'bad.csv', '--change', '3', 'here.csv'], /leave out --change/],
    [['--good', 'good.csv', '--max', '3', 'here.csv'], /--max is 4 to 1000/],
    [['--good', 'good.csv', '--error', '50', 'here.csv'], /--error is 0\.01 to 20, in percent/],
    [['--good', 'v5.8', '--db', 'no.db', 'here.csv'], /good: v5\.8: no such file, and in no\.db: no database/],
    [['--good', 'good.csv', '--metric', 'latency', 'here.csv'], /no metric 'latency' among: 'pgbench tps'/],
    [['--good', 'several.csv', '--metric', 'tps', 'here.csv'],
      /metric 'tps' may be 'pgbench tps clients=1', 'pgbench tps clients=8'/],
    [['--good', 'good.csv', '--bad', 'good.csv', 'here.csv'], /cannot be told apart/],
    [['--good', 'good.csv', '--bad', 'several.csv', 'here.csv'], /bad: several\.csv: no samples of 'pgbench tps'/],
    [['--good', 'two.csv', 'here.csv'], /good has 2 samples/],
    [['--good', 'three.csv', '--max', '6', 'here.csv'], /can never decide/],
    [['--good', 'undirected.csv', 'here.csv'], /--better/],
    [['--good', 'good.csv', '--run', '/nonexistent'], /cannot be run \(status 127\)/],
    [['--good', 'good.csv', '--run', 'kill -INT $$'], /interrupted/],
  ]) {
    const result = await verdict(cwd, ...args);
    assert.equal(result.status, 128, `${args}: ${result.stderr}`);
    assert.match(result.stderr, text);
  }
  assert.equal(existsSync(path.join(cwd, 'no.db')), false);
});

test('an answer that cannot be printed is none', async (t) => {
  const cwd = lab(t);
  const full = await execute('sh', ['-c',
    `exec "${memcgperf}" verdict --good good.csv --bad bad.csv bad.csv > /dev/full`], { cwd });

  assert.equal(full.status, 128);
});

test('good is a kernel of the database, by any spelling', async (t) => {
  const cwd = scratch(t);
  const db = path.join(cwd, 'results.db');
  execFileSync('tar', ['-xf', path.join(samples, 'memcg-kvm.tar.xz'), '-C', cwd,
    '6.1.192-disabled']);
  const stored = await execute(memcgperf, ['ingest', '--db', db, '6.1.192-disabled'], { cwd });
  assert.equal(stored.status, 0, stored.stderr);

  for (const good of ['v6.1.192', '6.1.192', '6.1.192-disabled']) {
    const args = ['--db', db, '--good', good === '6.1.192-disabled' ? './6.1.192-disabled' : good];
    const same = await verdict(cwd, ...args, '--metric', 'pft faults/cpu-1', '6.1.192-disabled');
    assert.match(same.stdout, /here +[\d.]+ +\+0\.00 %/, same.stderr);
    assert.notEqual(same.status, 1);
  }
});
