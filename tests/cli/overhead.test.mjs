// SPDX-License-Identifier: GPL-2.0-or-later
// overhead, and compare from the store, on the bundled sample.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import test, { before } from 'node:test';
import { execute, memcgperf, root, samples, scratch } from '../program.mjs';

const figures = readFileSync(path.join(root, 'tests/data/memcg-kvm/expected-means.csv'), 'utf8')
  .trim().split('\n').slice(1).map((line) => line.split(','));
const runs = [...new Set(figures.map(([run]) => run))];
let db;

before(async (t) => {
  db = `sqlite:${path.join(scratch(t), 'results.db')}`;
  const archive = path.join(samples, 'memcg-kvm.tar.xz');
  const result = await execute(memcgperf, ['ingest', '--db', db, archive]);
  assert.equal(result.status, 0, result.stderr);
});

async function run(...args) {
  const result = await execute(memcgperf, args);
  assert.equal(result.status, 0, result.stderr);
  return result.stdout;
}

const median = (sorted) => (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;

/** Mean of the logarithms of the boots' medians, by run, benchmark and metric. */
async function logsOf(kernel) {
  const names = runs.filter((name) => name.startsWith(`${kernel}-`));
  const picked = names.flatMap((name) => ['--run', name]);
  const archive = path.join(samples, 'memcg-kvm.tar.xz');
  const { columns, groups } = JSON.parse(await run('compare', '--style', 'json', '--baseline',
    `${kernel}-disabled`, ...picked, archive));
  const logs = new Map();
  for (const { benchmark, rows } of groups) {
    for (const { metric, cells } of rows) {
      cells.forEach((cell, i) => {
        if (!cell) return;
        const boots = [...new Set(cell.sample_boots)].map((boot) =>
          cell.samples.filter((_, k) => cell.sample_boots[k] === boot).sort((a, b) => a - b));
        const sum = boots.reduce((total, values) => total + Math.log(median(values)), 0);
        logs.set([columns[i].name, benchmark, metric.name].join(' '), sum / boots.length);
      });
    }
  }
  return logs;
}

// The data set's names of configs: on, and the off of the same placement, else in root.
const pairs = {
  'root': ['default', 'disabled', false],
  'child': ['child', 'disabled-child', false],
  'child nokmem': ['child-nokmem', 'disabled-child', false],
  'child v1': ['child-v1', 'disabled', true],
};

test('every cost follows from the medians of boots', async () => {
  const all = JSON.parse(await run('overhead', '--db', db, '--style', 'json'));
  const results = all.cells.filter((cell) =>
    !all.metrics[cell.metric].name.startsWith('Duration '));

  // 19 metrics have an off: 4 lines on 2 kernels, 3 on the others.
  assert.equal(results.length, 19 * (2 * 4 + 3 * 3));
  const logs = new Map();
  for (const { name } of all.kernels) logs.set(name, await logsOf(name));
  for (const cell of results) {
    const { benchmark, name, better } = all.metrics[cell.metric];
    const kernel = all.kernels[cell.kernel].name;
    const line = all.lines[cell.line].label;
    const [on, off, inRoot] = pairs[line];
    const [a, b] = [on, off].map((config) =>
      logs.get(kernel).get([`${kernel}-${config}`, benchmark, name].join(' ')));
    const cost = Math.expm1(better === 'higher' ? b - a : a - b);
    const what = `${kernel} ${line} ${benchmark} ${name}`;

    assert.ok(Math.abs(cell.cost - cost) < 1e-8, `${what}: ${cell.cost}, not ${cost}`);
    assert.ok(Math.abs(cell.saved - cost / (1 + cost)) < 1e-8, what);
    assert.equal(cell.verdict.replicates, 'boots', what);
    assert.equal(cell.off_in_root, inRoot, what);
    assert.ok(cell.lo <= cell.cost && cell.cost <= cell.hi, what);
  }
});

test('overhead begins with the newest kernel', async () => {
  const text = await run('overhead', '--db', db);

  assert.match(text, /^ {2}On 7\.3\.4, root costs 3\.2 % \+- 0\.1, child 15\.1 % \+- 0\.2 and child/);
  for (const line of text.split('\n')) assert.match(line, /^( {2}[ -~]{0,69}[!-~])?$/);
});

test('stored runs compare as trees do, with a link', async () => {
  const url = 'http://127.0.0.1:8080/';
  const text = await run('compare', '--db', db, '--public-url', url, '7.3.4-disabled-child',
    '7.3.4-child');

  assert.match(text, /^ {2}A {2}7\.3\.4 {2}off child {2}7\.3\.4-disabled-child$/m);
  assert.match(text, /^ {2}usecs-op-fork +769\.63 +943\.08 +\+22\.25%\* \+-0\.98 +worse$/m);
  assert.match(text,
    /^ {2}Link: http:\/\/127\.0\.0\.1:8080\/compare\?base=[0-9A-Z]{12}&new=[0-9A-Z]{12}\n$/m);
});

test('a kernel with several runs lists them', async () => {
  const result = await execute(memcgperf, ['compare', '--db', db, '7.3.4', '6.1.192']);

  assert.equal(result.status, 4);
  assert.match(result.stderr, /7\.3\.4-child-nokmem/);
});

test('a database that is not there is one clear line', async () => {
  const result = await execute(memcgperf, ['overhead', '--db', 'sqlite:/nowhere/results.db']);

  assert.equal(result.status, 3);
  assert.equal(result.stderr.trim().split('\n').length, 1);
});
