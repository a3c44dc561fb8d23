// SPDX-License-Identifier: GPL-2.0-or-later
// One comparison in every style: each reads back to the same numbers.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { before, test } from 'node:test';
import { execute, memcgperf, root, samples, scratch } from '../program.mjs';

const archive = path.join(samples, 'memcg-kvm.tar.xz');
const report = path.join(root, 'tests/golden/lkp-report/reply/input.txt');
const settings = ['5.10.262-child', '6.1.192-child', '6.12.117-child', '7.3.4-child', '5.10.262-default', '6.1.192-default',
  '6.12.117-default', '7.3.4-default', '7.3.4-disabled'];
const picked = (count) => settings.slice(0, count).flatMap((name) => ['--run', name]);

async function compare(...args) {
  const { status, stdout, stderr } = await execute(memcgperf, ['compare', ...args]);
  assert.equal(status, 0, stderr);
  return stdout;
}

/** Fields of CSV as RFC 4180 has it, and nothing else. */
function readCsv(text) {
  const rows = [[]];
  let at = 0;

  while (at < text.length) {
    const field = /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\n)/.exec(text.slice(at, at + 10000));
    assert.ok(field, `no CSV at ${JSON.stringify(text.slice(at, at + 40))}`);
    rows.at(-1).push(field[1] === undefined ? field[2] : field[1].replaceAll('""', '"'));
    at += field[0].length;
    if (field[3] === '\n') rows.push([]);
  }
  assert.deepEqual(rows.pop(), [], 'the last line ends');
  const [head, ...body] = rows;
  for (const row of body) assert.equal(row.length, head.length);
  return body.map((row) => Object.fromEntries(head.map((key, i) => [key, row[i]])));
}

/** Tables of GitHub's Markdown: a head, a line of dashes, rows of as many cells. */
function readMarkdown(text) {
  const tables = [];
  const cells = (line) => {
    assert.match(line, /^\|.*\|$/);
    return line.slice(1, -1).split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll(/\\(.)/g, '$1')
      .replaceAll('&lt;', '<').replaceAll('&amp;', '&'));
  };
  const lines = text.split('\n');

  for (let i = 0; i < lines.length; i++) {
    if (!lines[i].startsWith('|')) continue;
    const head = cells(lines[i++]);
    for (const rule of cells(lines[i])) assert.match(rule, /^-+:?$/);
    assert.equal(cells(lines[i++]).length, head.length);
    const rows = [];
    for (; lines[i]?.startsWith('|'); i++) rows.push(cells(lines[i]));
    for (const row of rows) assert.equal(row.length, head.length, row.join('|'));
    tables.push({ head, rows });
  }
  return tables;
}

/** Rows of the text for a mail: benchmark, name, values by column's letter. */
function readText(text) {
  const rows = new Map();
  let letters = [];
  let benchmark = '';

  for (const line of text.split('\n')) {
    if (/^ +A( +[B-I])+$/.test(line)) letters = line.trim().split(/ +/);
    else if (/^ {2}\S[^:]*, (higher|lower) is better$/.test(line)) [benchmark] = line.trim().split(', ');
    const [, name, numbers] = /^ {2}(\S.*?) {2,}(-?[\d.e+-]+(?: .*)?)$/.exec(line) ?? [];
    if (!name || letters.length === 0 || /^(geometric|[A-I]\b)/.test(name)) continue;
    const values = numbers.split(/ +/).filter((word) => /^-?[\d.]+(e[+-]\d+)?$/.test(word));
    letters.forEach((letter, i) => rows.set(`${benchmark} ${name} ${letter}`, Number(values[i])));
  }
  return rows;
}

const centre = ({ n, median, mean }) => Number(n) > 1 ? Number(median) : Number(mean);
const near = (got, wanted, digits, what) =>
  assert.ok(Math.abs(got - wanted) <= Math.abs(wanted) * 10 ** -digits + 1e-12, `${what}: ${got}, wanted ${wanted}`);

let json, csv;
before(async () => {
  json = JSON.parse(await compare('--style', 'json', ...picked(3), archive));
  csv = readCsv(await compare('--style', 'csv', ...picked(3), archive));
});

test('CSV holds what JSON holds, to the last digit', () => {
  const cells = json.groups.flatMap(({ rows }) => rows.flatMap(({ metric, cells: all }) =>
    all.map((cell, i) => ({ metric, cell, column: json.columns[i] })).filter(({ cell }) => cell)));

  assert.equal(csv.length, cells.length);
  cells.forEach(({ metric, cell, column }, i) => {
    const row = csv[i];
    assert.deepEqual([row.benchmark, row.metric, row.unit, row.run], [metric.benchmark, metric.title, metric.unit ?? '', column.name]);
    for (const key of ['n', 'mean', 'median', 'stddev', 'min', 'max', 'delta']) {
      if (cell[key] === undefined) assert.equal(row[key], '', key);
      else near(Number(row[key]), cell[key], 14, `${metric.title} ${key}`);
    }
    assert.equal(row.verdict, cell.verdict?.word ?? '');
  });
});

test('Markdown and text show the medians that CSV holds', async () => {
  const tables = readMarkdown(await compare('--style', 'markdown', ...picked(3), archive));
  const text = readText(await compare('--width', '132', ...picked(3), archive));
  const byMetric = new Map();
  for (const row of csv) {
    const key = `${row.benchmark} ${row.metric}`;
    byMetric.set(key, [...(byMetric.get(key) ?? []), row]);
  }
  let seen = 0;

  assert.equal(tables.length, json.groups.length);
  for (const { head, rows } of tables) {
    const [benchmark] = head[0].split(',');
    assert.deepEqual(head.slice(1), ['A', 'B', 'B/A-1', 'C', 'C/A-1']);
    for (const [name, a, b, , c] of rows.filter(([title]) => title !== '*geometric mean*')) {
      const cells = byMetric.get(`${benchmark} ${name}`) ?? byMetric.get(`${benchmark} ${name.replace(/ s$/, '')}`);
      assert.ok(cells, `${benchmark} ${name}`);
      for (const [i, value] of [a, b, c].entries()) {
        near(Number(value), centre(cells[i]), 3, `${benchmark} ${name}`);
        assert.equal(text.get(`${benchmark} ${name} ${'ABC'[i]}`), Number(value), `${benchmark} ${name} ${'ABC'[i]}`);
        seen++;
      }
    }
  }
  assert.equal(seen, csv.length);
});

test('from two columns to nine, in every style', async () => {
  for (const count of [2, 4, 9]) {
    const all = JSON.parse(await compare('--style', 'json', ...picked(count), archive));
    assert.equal(all.columns.length, count);
    const rows = readCsv(await compare('--style', 'csv', ...picked(count), archive));
    assert.equal(new Set(rows.map(({ run }) => run)).size, count);
    for (const { head } of readMarkdown(await compare('--style', 'markdown', ...picked(count), archive))) {
      assert.equal(head.length, 2 * count);
    }
    const lkp = await compare('--style', 'lkp', ...picked(count), archive);
    assert.equal(/^-.*$/m.exec(lkp)[0].trim().split(' ').length, count);
  }
});

test('a 0-day report that was read is printed as it was', async (t) => {
  const first = await compare('--style', 'lkp', report);
  const again = path.join(scratch(t), 'again.txt');

  writeFileSync(again, first);
  assert.equal(await compare('--style', 'lkp', again), first);
  assert.match(first, /^test machine: 104 threads 2 sockets \(Demo Lake\) with 192G memory$/m);
  assert.match(first, /^parameters:\n\n\tmode: process\n\tnr_task: 100%\n/m);
  assert.match(first, /^commit: \n {2}0a1b2c3d4e \("demo: parent change"\)\n {2}5f6a7b8c9d \("demo: change under test"\)\n/m);
  assert.match(first, /^ {4}412345 {12}-5\.7% {5}389001 ± {2}3% {6}-0\.2% {5}411520 {8}will-it-scale\.per_process_ops$/m);
  assert.match(first, /^ {6}4\.11 ± {2}5% {6}\+1\.9 {8}6\.02 {12}\+0\.1 {8}4\.21 ±223% {2}perf-profile\./m);
});

test('0-day columns of measured runs read back to their means', async (t) => {
  const file = path.join(scratch(t), 'mail.txt');
  const text = await compare('--style', 'lkp', ...picked(9), archive);
  writeFileSync(file, text);
  const { stdout, status } = await execute(memcgperf, ['parse', file]);
  const means = new Map(stdout.trim().split('\n').map((line) => JSON.parse(line))
    .filter(({ statistic }) => statistic === 'mean').map((each) => [`${each.run} ${each.metric}`, each.value]));
  const rows = readCsv(await compare('--style', 'csv', ...picked(9), archive));

  assert.equal(status, 0);
  const count = (row) => rows.filter(({ benchmark, metric }) => benchmark === row.benchmark && metric === row.metric).length;
  const whole = rows.filter((row) => count(row) === 9);

  assert.equal(means.size, whole.length);
  for (const { benchmark, metric, run, mean } of whole) {
    const got = means.get(`${run} ${benchmark}.${metric}`);
    assert.ok(Math.abs(got - mean) <= (mean > 1e8 ? mean * 5e-4 : Math.abs(mean) >= 1000 ? 1 : 0.005 + 1e-9), `${run} ${metric}: ${got}, ${mean}`);
  }
  const [plain] = text.split('\n\n');
  assert.match(plain, /^testcase: forkexec\ntest machine: 1 threads 1 sockets \(.*\) with 2G memory$/);
});

test('a row with a hole is left out of 0-day columns, and that is said', async (t) => {
  const folder = scratch(t);
  const file = path.join(folder, 'results.csv');
  writeFileSync(file, 'kernel,config,benchmark,metric,unit,better,sample,value\n6.1,a,x,one,s,lower,1,1\n6.1,b,x,one,s,lower,1,0\n'
    + '6.1,c,x,one,s,lower,1,2\n6.1,a,x,two,s,lower,1,3\n6.1,b,x,two,s,lower,1,4\n');
  const text = await compare('--style', 'lkp', file);

  assert.match(text, /^ {6}1\.00 {10}-100\.0% {7}0\.00 {10}\+100\.0% {7}2\.00 {8}x\.one$/m);
  assert.match(text, /^1 metric left out, which some column lacks\.$/m);
  assert.doesNotMatch(text, /x\.two/);
});

test('three kernels or more are told as a ladder', async () => {
  const mail = await compare('--benchmark', 'pgbench', ...['v5.8', 'v5.9', 'v5.12-rc6'].flatMap((name) => ['--run', name]),
    path.join(samples, 'mails/mizuma-2021.txt'));
  assert.match(mail, /^ {2}Ladder of pgbench, lower is better: 5\.8 100 \| 5\.9 61\.2 \| 5\.12-rc6 54\.7$/m);

  const text = await compare(...picked(4), archive);
  assert.match(text, /^ {2}Ladder of forkexec, usec, lower is better: 5\.10\.262 100 \|\n {4}6\.1\.192 105\.3\* \| 6\.12\.117 117\.8\* \| 7\.3\.4 133\.6\*$/m);
  assert.match(text, /memcgcat, s, lower is better: 5\.10\.262 100 \| 6\.1\.192 99\.6 \|/, 'below 1 % nothing is decided');
  assert.match(await compare('--style', 'markdown', ...picked(4), archive), /^Ladder of pft, .*: 5\.10\.262 100 \\\| 6\.1\.192 87\.7\\\*/m);
  assert.doesNotMatch(await compare(...picked(2), archive), /Ladder/);
});

test('a sweep has a row for each place in every style', async (t) => {
  const file = path.join(scratch(t), 'sweep.csv');
  const rows = ['a', 'b'].flatMap((config, i) => [16, 1, 4].map((threads) => `6.1,${config},x,ops,ops/s,higher,${threads},1,${threads * (100 - 10 * i)}`));
  writeFileSync(file, ['kernel,config,benchmark,metric,unit,better,threads,sample,value', ...rows, ''].join('\n'));
  const text = await compare(file);
  const places = readCsv(await compare('--style', 'csv', file)).filter(({ baseline }) => baseline === 'yes');
  const [, table] = readMarkdown(await compare('--style', 'markdown', file));

  assert.ok(text.includes(['', '  x ops by threads', '  threads     A     B     B/A-1', '        1   100    90   -10.00%',
    '        4   400   360   -10.00%', '       16  1600  1440   -10.00%', ''].join('\n')), text);
  assert.deepEqual(places.map(({ sweep, axis, at, mean }) => [sweep, axis, at, mean]),
    [['ops', 'threads', '1', '100'], ['ops', 'threads', '4', '400'], ['ops', 'threads', '16', '1600']]);
  assert.deepEqual(table, { head: ['threads', 'A', 'B', 'B/A-1'], rows: [['1', '100', '90', '-10.00%'], ['4', '400', '360', '-10.00%'], ['16', '1600', '1440', '-10.00%']] });
});

test('no other command has the 0-day style', async () => {
  for (const command of ['overhead', 'syscalls', 'latency', 'profile']) {
    const { status, stderr } = await execute(memcgperf, [command, '--style', 'lkp', 'x']);
    assert.equal(status, 2);
    assert.match(stderr, /no style 'lkp'; there are: text, markdown, csv, json/);
  }
});
