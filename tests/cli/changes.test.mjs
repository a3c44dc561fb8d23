// SPDX-License-Identifier: GPL-2.0-or-later
// Change points over stored kernels, and triage that outlives them. The numbers are made up.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { before, test } from 'node:test';
import { execute, memcgperf, scratch } from '../program.mjs';

const KERNELS = 24;
let folder;
let db;

/** A run of one kernel: five samples around a level, with some noise that is always the same. */
const run = (release, level, more = {}) => ({
  format: 'memcg-results/1',
  benchmark: { name: 'forks' },
  kernel: { release, cmdline: 'quiet', config: { CONFIG_MEMCG: 'y' } },
  machine: { name: 'box7', cpu: 'Demo CPU 3000', cpus: 4 },
  cgroup: { version: 2, path: '/bench' },
  metrics: [{
    name: 'usecs-op', unit: 'usec', better: 'lower',
    samples: [0.2, -0.3, 0.1, -0.1, 0.05].map((part, i) => level + part + ((release.length + i) % 3) / 20),
  }],
  ...more,
});

async function ingest(name, runs) {
  const file = path.join(folder, name);
  writeFileSync(file, runs.map((each) => JSON.stringify(each)).join('\n'));
  const result = await execute(memcgperf, ['ingest', '--db', db, file]);
  assert.equal(result.status, 0, result.stderr);
}

async function changes(...args) {
  const result = await execute(memcgperf, ['changes', '--db', db, ...args]);
  assert.equal(result.status, 0, result.stderr);
  return result.stdout;
}

const listed = async (...args) => JSON.parse(await changes('--style', 'json', ...args));
const level = (i) => (i < 8 ? 100 : i < 16 ? 110 : 102);

before(async (t) => {
  folder = scratch(t);
  db = `sqlite:${path.join(folder, 'results.db')}`;
  await ingest('all.ndjson', Array.from({ length: KERNELS }, (_, i) => run(`6.${i}.0`, level(i))));
});

test('a step and what was taken back of it are found', async () => {
  const { algorithm, series, kernels, changes: found } = await listed();

  assert.equal(algorithm, 'ediv-t/1');
  assert.equal(series, 1);
  assert.deepEqual(found.map(({ after }) => kernels[after.kernel].name), ['6.16.0', '6.8.0']);
  const [back, there] = found;
  assert.ok(there.confirmed && back.confirmed && !there.is_new);
  assert.equal(there.verdict.word, 'worse');
  assert.equal(back.verdict.word, 'better');
  assert.ok(Math.abs(there.effect - 0.1) < 0.003, there.effect);
  assert.ok(Math.abs(there.recovered - 0.8) < 0.02, there.recovered);
  assert.equal(kernels[there.fixed.kernel].name, '6.16.0');
  assert.equal(back.recovered, undefined);
  assert.match(there.id, /^[0-9A-HJKMNP-TV-Z]{10}$/);
});

test('the same store gives the same bytes', async () => {
  assert.equal(await changes('--style', 'json'), await changes('--style', 'json'));
});

test('the text is for a mail', async () => {
  const text = await changes();

  assert.match(text, /^ {2}6\.8\.0, after 6\.7\.0$/m);
  assert.match(text, /^ {4}\+10\.\d\d% worse {2}child: forks usecs-op, 100\.\d+ -> 110\.\d+ usec$/m);
  assert.match(text.replace(/\s+/g, ' '), /confirmed; new; recovered 80 % by 6\.16\.0; noise floor/);
  for (const line of text.split('\n')) assert.match(line, /^( {2}[ -~]{0,69}[!-~])?$/);
});

test('a dismissed change stays dismissed when more is known', async () => {
  const [{ id }] = (await listed()).changes;

  await changes(id, '--state', 'dismissed', '--note', 'a new compiler',
    '--link', 'https://lore.kernel.org/x');
  assert.equal((await listed()).changes.length, 1);
  await ingest('more.ndjson', [run('6.30.0', 102)]);
  const { changes: shown } = await listed();
  assert.ok(shown.every((change) => change.id !== id));
  const again = (await listed('--all')).changes.find((change) => change.id === id);
  assert.equal(again.triage.state, 'dismissed');
  assert.equal(again.triage.note, 'a new compiler');
  assert.match(again.triage.actor, /^cli:/);
  await changes(id, '--state', 'acknowledged');
  assert.match(await changes(), /acknowledged by cli:\S+ a new compiler/s);
});

test('the newest kernel is judged at once, by its samples', async () => {
  await ingest('newest.ndjson', [run('6.40.0', 107)]);
  const { kernels, changes: found } = await listed();
  const [newest] = found;

  assert.equal(kernels[newest.after.kernel].name, '6.40.0');
  assert.ok(newest.is_new && newest.verdict.word === 'worse');
  assert.ok(Math.abs(newest.effect - 5 / 102) < 0.002, newest.effect);
  assert.match(await changes(), /^ {2}6\.40\.0, the newest kernel, is worse in 1 metric and better in 0/);
});

for (const [what, args, status, message] of [
  ['a state that is none', ['ABCDEFGH12', '--state', 'gone'], 2, /no state 'gone'; there are: new, /],
  ['a change that is none', ['ABCDEFGH12', '--state', 'fixed'], 3, /no change 'ABCDEFGH12'/],
  ['an ID alone', ['ABCDEFGH12'], 2, /go together/],
  ['a state without ID', ['--state', 'fixed'], 2, /go together/],
  ['a link that is none', ['ABCDEFGH12', '--link', 'javascript:x'], 1, /begins with https:/],
]) {
  test(`${what} is one clear line`, async () => {
    const result = await execute(memcgperf, ['changes', '--db', db, ...args]);

    assert.equal(result.status, status, result.stderr);
    assert.match(result.stderr, message);
    assert.equal(result.stderr.trim().split('\n').length, 1);
  });
}

const middle = (values) => {
  const sorted = [...values].sort((a, b) => a - b);
  return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
};

test('a comparison of stored runs knows the noise floor of their series', async (t) => {
  const other = `sqlite:${path.join(scratch(t), 'noisy.db')}`;
  const file = path.join(folder, 'noisy.ndjson');
  const runs = [100, 103, 101, 107, 104, 100, 102, 108, 100, 105].map((at, i) => run(`6.${i}.0`, at));
  writeFileSync(file, runs.map((each) => JSON.stringify(each)).join('\n'));
  await execute(memcgperf, ['ingest', '--db', other, file]);
  const result = await execute(memcgperf,
    ['compare', '--db', other, '--style', 'json', '6.0.0', '6.3.0']);
  assert.equal(result.status, 0, result.stderr);
  const { verdict } = JSON.parse(result.stdout).groups[0].rows[0].cells[1];

  const medians = runs.map(({ metrics: [{ samples }] }) => middle(samples));
  const steps = medians.slice(1).map((value, i) => Math.abs(value / medians[i] - 1));
  const center = middle(steps);
  const floor = center + 3 * 1.4826 * middle(steps.map((step) => Math.abs(step - center)));
  assert.ok(Math.abs(verdict.floor - floor) < 1e-12, `${verdict.floor}, not ${floor}`);
  assert.equal(verdict.word, verdict.hi <= floor ? 'same' : 'small'); // 7 %, below what this series does
});
