// SPDX-License-Identifier: GPL-2.0-or-later
// compare --style mmtests: the tables that mmtests' own compare-mmtests.pl printed, byte by byte,
// and what is told of words and runs that are wrong.
import assert from 'node:assert/strict';
import { cpSync, readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { execute, memcgperf, root, scratch } from '../program.mjs';

const cases = path.join(root, 'tests/golden/mmtests-tables');
const styles = { HEAD: 'mmtests', R2025: 'mmtests-2025', R2015: 'mmtests-2015' };
const command = /^\[(\w+)\] MMTESTS\/bin\/compare-mmtests\.pl (.*)\n +> (expected-\S+) +\(exit 0\)/gm;

const compare = (cwd, style, ...args) =>
  execute(memcgperf, ['compare', '--style', style, ...args], { cwd });

/** What the README of a case says was run at a revision that we have: words and file. */
function commands(folder) {
  const text = readFileSync(path.join(folder, 'README'), 'utf8');
  return [...text.matchAll(command)]
    .filter(([, revision]) => revision in styles)
    .map(([, revision, words, file]) => ({ style: styles[revision], words: words.split(' '), file }));
}

for (const name of readdirSync(cases)) {
  const folder = path.join(cases, name);
  if (!statSync(folder).isDirectory()) continue;
  test(`tables of ${name}`, async () => {
    for (const { style, words, file } of commands(folder)) {
      const { status, stdout, stderr } = await compare(folder, style, ...words);
      assert.equal(status, 0, `${file}: ${stderr}`);
      assert.equal(stdout, readFileSync(path.join(folder, file), 'utf8'), file);
    }
  });
}

const odd = path.join(cases, 'missing-and-odd-data');
const words = ['-d', 'logs', '-b', 'hackbench-process-pipes'];

test('a run that is not there is told beside the table', async () => {
  const { status, stdout, stderr } =
    await compare(odd, 'mmtests', ...words, '-n', '6.0-base,no-such-run,6.1-new');
  assert.equal(status, 0);
  assert.equal(stdout, readFileSync(path.join(odd, 'expected-compare-no-such-run.txt'), 'utf8'));
  assert.match(stderr, /^memcgperf: warning: no-such-run: .+\n$/);
});

test('what is exported is read again, as the same table', async (t) => {
  const folder = scratch(t);
  cpSync(path.join(cases, 'significance/logs'), path.join(folder, 'logs'), { recursive: true });
  const first = await compare(folder, 'mmtests', ...words, '-n', '6.1-changed,6.0-base',
    '--sub-heading', 'time-[1-9]$', '--json-export');
  assert.equal(first.status, 0, first.stderr);
  const second = await compare(folder, 'mmtests',
    '--from-json', 'logs/hackbench-process-pipes.json.zst', '--sub-heading', 'time-[1-9]$');
  assert.equal(second.status, 0, second.stderr);
  assert.equal(second.stdout, first.stdout);
});

test('an archive of runs is as good as their folder', async (t) => {
  const folder = scratch(t);
  const expected = readFileSync(path.join(odd, 'expected-compare.txt'), 'utf8');
  const args = words.slice(2).concat('-n', '6.0-base,6.1-new');
  for (const [name, ...pack] of [
    ['results.tar.xz', 'tar', '-cJf', path.join(folder, 'results.tar.xz'), '-C', odd, 'logs'],
    ['results.zip', 'zip', '-qr', path.join(folder, 'results.zip'), 'logs'],
  ]) {
    const packed = await execute(pack[0], pack.slice(1), { cwd: odd });
    assert.equal(packed.status, 0, packed.stderr);
    const temporary = scratch(t);
    const { status, stdout, stderr } = await execute('env',
      [`TMPDIR=${temporary}`, memcgperf, 'compare', '--style', 'mmtests', '-d', name, ...args], { cwd: folder });
    assert.equal(status, 0, stderr);
    assert.equal(stdout, expected, name);
    assert.deepEqual(readdirSync(temporary), [], 'nothing is left of it');
  }
});

test('an archive that is none, or holds no runs or two folders of them, has one line', async (t) => {
  const folder = scratch(t);
  for (const place of ['a', 'b']) cpSync(path.join(odd, 'logs'), path.join(folder, 'two', place), { recursive: true });
  const pack = async (...args) => assert.equal((await execute('tar', args, { cwd: folder })).status, 0);
  await pack('-czf', 'two.tgz', 'two');
  await pack('-cf', 'none.tar', '-C', odd, 'README');
  for (const [args, status, line] of [
    [['-d', 'two.tgz'], 1, /^memcgperf: two\.tgz: more than one folder of it holds runs/],
    [['-d', 'none.tar'], 3, /^memcgperf: none\.tar: no folder of it holds runs/],
    [['-d', 'two.tgz', '--json-export'], 2, /--json-export writes into the folder/],
  ]) {
    const result = await compare(folder, 'mmtests', ...args, ...words.slice(2), '-n', '6.0-base');
    assert.equal(result.status, status, result.stderr);
    assert.match(result.stderr, line);
    assert.equal(result.stderr.trim().split('\n').length, 1, result.stderr);
  }
});

test('wrong words have one line each', async () => {
  const runs = ['-n', '6.0-base'];
  for (const [args, status, line] of [
    [['-b', 'pft', ...runs], 2, /name the folder of runs with -d/],
    [['-d', 'nowhere', '-b', 'pft', ...runs], 3, /^memcgperf: nowhere: no such folder or archive\n$/],
    [['-d', 'logs', '-b', 'nonesuch', ...runs], 3, /mmtests of 2026-06 has no report 'nonesuch'/],
    [[...words, ...runs, '--print-monitor', 'moon'], 3, /no monitor 'moon'/],
    [[...words, ...runs, '--sub-heading', 'nothing'], 1, /has nothing under 'nothing'/],
    [[...words, ...runs, '--colour'], 2, /unknown option '--colour' of compare-mmtests.pl/],
    [['--from-json', 'README'], 1, /^memcgperf: README: line 1: /],
  ]) {
    const result = await compare(odd, 'mmtests', ...args);
    assert.equal(result.status, status, args.join(' '));
    assert.equal(result.stdout, '');
    assert.match(result.stderr, line);
    assert.equal(result.stderr.trim().split('\n').length, 1, result.stderr);
  }
});
