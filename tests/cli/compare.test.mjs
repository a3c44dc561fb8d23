// SPDX-License-Identifier: GPL-2.0-or-later
// compare on the bundled sample: every number of the data set's own figures, and the tables that
// its mails call for.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { execute, memcgperf, root, samples } from '../program.mjs';

const archive = path.join(samples, 'memcg-kvm.tar.xz');
const mail = (name) => path.join(samples, 'mails', name);
const COLUMNS = 9; // at most in one comparison
const DIGITS = 1e-9; // of the figures: they have 10

/** Rows of a CSV file without quotes, as objects. */
function csv(file) {
  const [head, ...lines] = readFileSync(file, 'utf8').trim().split('\n');
  const names = head.split(',');
  return lines.map((line) =>
    Object.fromEntries(line.split(',').map((value, i) => [names[i], value])));
}

const figures = csv(path.join(root, 'tests/data/memcg-kvm/expected-means.csv'));
const runs = [...new Set(figures.map((row) => row.run))];

async function compare(...args) {
  const result = await execute(memcgperf, ['compare', ...args]);
  assert.equal(result.status, 0, result.stderr);
  return result.stdout;
}

async function compareRuns(names) {
  const picked = names.flatMap((name) => ['--run', name]);
  return JSON.parse(await compare('--style', 'json', ...picked, archive));
}

function near(got, wanted, what) {
  assert.ok(Math.abs(got - wanted) <= DIGITS * Math.abs(wanted), `${what}: ${got}, not ${wanted}`);
}

/** Holds a cell against a row of the figures. */
function check(cell, row) {
  const what = `${row.run} ${row.benchmark} ${row.metric}`;
  const sum = cell.samples.reduce((total, value) => total + value, 0);

  assert.equal(cell.n, Number(row.n), what);
  assert.equal(cell.samples.length, cell.n, what);
  assert.equal(cell.boots, 3, what);
  for (const key of ['mean', 'hmean', 'min', 'max', 'median']) {
    near(cell[key], Number(row[key]), `${what} ${key}`);
  }
  near(cell.stddev, Number(row.sd), `${what} stddev`);
  near(sum / cell.n, Number(row.mean), `${what} mean of the samples`);
  near(Math.min(...cell.samples), Number(row.min), `${what} least sample`);
}

/** Cells of a comparison by run, benchmark and metric. */
function cellsOf(comparison) {
  const cells = new Map();
  for (const group of comparison.groups) {
    for (const row of group.rows) {
      row.cells.forEach((cell, i) => {
        const run = comparison.columns[i].name;
        const unit = row.metric.unit === 'usec' ? 'us' : row.metric.unit;
        const key = [run, group.benchmark, row.metric.name, unit, row.metric.better].join(' ');
        if (cell) cells.set(key, cell);
      });
    }
  }
  return cells;
}

test('all figures of the sample', async () => {
  const cells = new Map();

  // Metrics that only some configs have need a baseline that has them: one is in each part.
  for (let i = 0; i < runs.length; i += COLUMNS) {
    const part = runs.slice(i, i + COLUMNS);
    const base = part.find((run) => run.endsWith('-child'));
    const others = part.filter((run) => run !== base);
    for (const [key, cell] of cellsOf(await compareRuns([base, ...others]))) cells.set(key, cell);
  }
  assert.equal(runs.length, 27);
  for (const row of figures) {
    const key = [row.run, row.benchmark, row.metric, row.unit, row.better].join(' ');
    assert.ok(cells.has(key), key);
    check(cells.get(key), row);
  }
});

test('the 2013 mail is one table against nomemcg', async () => {
  const text = await compare('--baseline', 'nomemcg', mail('sha-2013.txt'));

  assert.match(text, /^ {2}A {2}nomemcg$/m);
  assert.match(text, /^ {2}Elapsed +466\.15 +483\.23 +\+3\.66% +510\.00 +\+9\.41%$/m);
  assert.match(text, /n = 1: no error known/);
  assert.match(text, /transcribed from a mail/);
});

test('the 2011 mail gives a factor, and says that n is 1', async () => {
  const text = await compare(mail('bresticker-2011.txt'));

  assert.match(text, /^ {2}time +1710\.778 +152\.227 +-91\.10%$/m);
  assert.match(text, /11\.24 times .*n = 1/);
});

test('a table for a mail has 72 columns', async () => {
  const picked = runs.slice(0, COLUMNS).flatMap((run) => ['--run', run]);
  const lines = (await compare(...picked, archive)).split('\n');

  assert.ok(lines.length > 100);
  for (const line of lines) assert.match(line, /^( {2}[ -~]{0,69}[!-~])?$/);
});

test('too many runs are listed', async () => {
  const result = await execute(memcgperf, ['compare', archive]);

  assert.equal(result.status, 1);
  assert.match(result.stderr, /^memcgperf: 27 runs, at most 9; pick with --run NAME: .*7\.3\.4-/);
  assert.equal(result.stdout, '');
});

for (const [what, args, status, message] of [
  ['an unknown style', ['--style', 'html', archive], 2, /no style 'html'; there are: text, /],
  ['a width that is none', ['--width', '20', archive], 2, /--width is 48 to 400/],
  ['an unknown baseline', ['--baseline', 'x', mail('sha-2013.txt')], 3,
    /no baseline 'x' among: optimized, vanilla, nomemcg/],
  ['an unknown run', ['--run', 'x', mail('sha-2013.txt')], 3,
    /no run 'x' with numbers among: optimized, vanilla, nomemcg/],
  ['no input', [], 2, /name trees, archives or mails/],
]) {
  test(`${what} is one clear line`, async () => {
    const result = await execute(memcgperf, ['compare', ...args]);

    assert.equal(result.status, status);
    assert.match(result.stderr, message);
    assert.equal(result.stderr.trim().split('\n').length, 1);
  });
}

test('a baseline that could be several is a conflict', async () => {
  const picked = ['--run', '7.3.4-child', '--run', '7.3.4-default'];
  const args = ['compare', '--baseline', '7.3.4', ...picked, archive];
  const result = await execute(memcgperf, args);

  assert.equal(result.status, 4);
  assert.match(result.stderr, /baseline '7\.3\.4' is 2 of: 7\.3\.4-child, 7\.3\.4-default/);
});

test('one run alone is a table of its values, in every style', async () => {
  const one = (style) => execute(memcgperf, ['compare', '--style', style, '--run', '7.3.4-child', archive]);
  const text = await one('text');
  assert.equal(text.status, 0, text.stderr);
  assert.match(text.stdout, /^ {2}A {2}7\.3\.4 {2}child {2}7\.3\.4-child\n/);
  assert.match(text.stdout, /\n {2}usecs-op-exec +2118\.3\n/);
  assert.doesNotMatch(text.stdout, /geometric|percent of/);
  assert.doesNotMatch((await one('markdown')).stdout, /geometric|percent of/);
  const json = JSON.parse((await one('json')).stdout);
  const rows = json.groups.flatMap((group) => group.rows);
  assert.deepEqual([json.columns.length, ...new Set(rows.map(({ cells }) => cells.length))], [1, 1]);
  assert.equal((await one('csv')).stdout.trim().split('\n').length, rows.length + 1);
  assert.match((await one('lkp')).stdout, /\n +2118 +forkexec\.usecs-op-exec\n/);
});
