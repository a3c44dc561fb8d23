// SPDX-License-Identifier: GPL-2.0-or-later
// push --fail-on and --wait against a real server: which results break a build.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { execute, memcgperf } from '../program.mjs';
import { lab } from './lab.mjs';

/** Pushes with the lab's server and token alone. */
const push = ({ server, token }, ...args) => execute('env', ['-i', `PATH=${process.env.PATH}`,
  'HOME=/nonexistent', `MEMCGPERF_SERVER=${server.url}`, `MEMCGPERF_TOKEN=${token}`,
  ...['ASAN_OPTIONS', 'UBSAN_OPTIONS', 'TSAN_OPTIONS'].filter((name) => process.env[name])
    .map((name) => `${name}=${process.env[name]}`),
  memcgperf, 'push', '--machine', 'lab', ...args]);

/** Ten values around level, or so many; "wide": 20 % to both sides. */
const around = (level, { n = 10, wide = false } = {}) => Array.from({ length: n }, (_, i) =>
  (level * (1 + (wide ? 0.2 : 0.005) * (((i * 7) % n) / Math.max(n - 1, 1) - 0.5) * 2)).toFixed(4));

/** A file of one kernel's times: { metric: values }. */
function results({ folder }, kernel, metrics) {
  const file = path.join(folder, `${kernel}.csv`);
  const lines = Object.entries(metrics).flatMap(([metric, values]) =>
    values.map((value) => `${kernel},loop,${metric},s,lower,${value}`));
  writeFileSync(file, `kernel,benchmark,metric,unit,better,value\n${lines.join('\n')}\n`);
  return file;
}

const base = { fault: around(100), fork: around(50) };

for (const [what, metrics, word, fails] of [
  ['one result is worse', { fault: around(105), fork: around(45) }, 'worse', ['worse', 'worse,unclear']],
  ['all is the same', base, 'same', []],
  ['one is better', { fault: around(90), fork: around(50) }, 'better', []],
  ['one is unclear', { fault: around(100), fork: around(51, { wide: true }) }, 'unclear',
    ['unclear', 'worse,unclear']],
  ['worse and unclear', { fault: around(110), fork: around(51, { wide: true }) }, 'worse',
    ['worse', 'unclear', 'worse,unclear']],
  ['too few samples', { fault: around(110, { n: 2 }), fork: around(60, { n: 1 }) }, 'unclear',
    ['unclear', 'worse,unclear']],
]) {
  test(`what breaks the build: ${what}`, async (t) => {
    const at = await lab(t);
    assert.equal((await push(at, results(at, '6.11.0', base))).status, 0);
    const file = results(at, '6.12.0', metrics);

    for (const on of [undefined, 'worse', 'unclear', 'worse,unclear']) {
      const told = await push(at, '--baseline', '6.11.0', ...(on ? ['--fail-on', on] : []), file);
      assert.equal(told.status, fails.includes(on) ? 9 : 0, `${on}: ${told.stdout}${told.stderr}`);
      assert.match(told.stdout, new RegExp(`^against the baseline: ${word} \\(`, 'm'));
      assert.match(told.stdout, /\/compare\?base=\S+\n$/);
    }
  });
}

test('the worse results are named, the largest first, and all are in the answer', async (t) => {
  const at = await lab(t);
  await push(at, results(at, '6.11.0', base));
  const file = results(at, '6.12.0', { fault: around(105), fork: around(100) });

  const told = await push(at, '--baseline', '6.11.0', file);
  assert.match(told.stdout, /^against the baseline: worse \(2 worse\)\n {2}worse: loop fork: \+100 % \[.*\n {2}worse: loop fault: \+5 % \[\+4\.\d+, \+5\.\d+\], \S+\n/m);

  const { verdict } = JSON.parse((await push(at, '--json', '--baseline', '6.11.0', file)).stdout);
  assert.equal(verdict.word, 'worse');
  assert.deepEqual(verdict.counts,
    { better: 0, worse: 2, changed: 0, same: 0, small: 0, unclear: 0, untested: 0 });
  assert.deepEqual(verdict.worst.map(({ metric }) => metric.name), ['fork', 'fault']);
  assert.equal(verdict.worst[0].verdict.word, 'worse');
});

test('without a baseline there is no verdict, and that does not pass', async (t) => {
  const at = await lab(t);
  const file = results(at, '6.12.0', base);
  const plain = await push(at, '--baseline', '6.11.0', file);
  assert.equal(plain.status, 0, plain.stderr);

  const none = await push(at, '--baseline', '6.11.0', '--fail-on', 'worse', file);
  assert.equal(none.status, 3);
  assert.match(none.stderr, /baseline: no run or kernel '6\.11\.0'[^]*is stored, but not held against/);
  assert.match(none.stdout, /\/run\/[0-9A-Z]+\n$/);

  const bounded = await push(at, '--baseline', '6.11.0', '--fail-on', 'worse', '--wait', '1', file);
  assert.equal(bounded.status, 3);
  assert.match(bounded.stderr, /^memcgperf: there is no verdict yet; trying again in \d\.\d s$/m);
});

test('a baseline that comes later is waited for', async (t) => {
  const at = await lab(t);
  const file = results(at, '6.12.0', { fault: around(105) });
  const pending = push(at, '--baseline', '6.11.0', '--fail-on', 'worse', '--wait', '60', file);
  const isStored = async () =>
    (await (await fetch(`${at.server.url}/api/v1/runs`)).json()).runs.length > 0;

  while (!(await isStored()));
  assert.equal((await push(at, results(at, '6.11.0', base))).status, 0);
  const told = await pending;
  assert.equal(told.status, 9, told.stderr);
  assert.match(told.stdout, /^against the baseline: worse \(1 worse\)$/m);
  assert.match(told.stderr, /there is no verdict yet/);
});

test('wrong options', async (t) => {
  const at = await lab(t);
  for (const [args, text] of [
    [['--fail-on', 'worse'], /need a --baseline/],
    [['--wait', '9'], /need a --baseline/],
    [['--baseline', '6.11', '--fail-on', 'bad'], /takes worse, unclear or both, not 'bad'/],
    [['--baseline', '6.11', '--wait', '0'], /'0' is no number from 1/],
    [['--baseline', '6.11', '--fail-on', 'worse', '--dry-run'], /a dry run stores nothing/],
  ]) {
    const refused = await push(at, ...args, at.tree);
    assert.equal(refused.status, 2, refused.stderr);
    assert.match(refused.stderr, text);
  }
});
