// SPDX-License-Identifier: GPL-2.0-or-later
// Result trees of lkp-tests: two commits side by side, from a folder, an archive and single files.
// The numbers are made up.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { execute, memcgperf, scratch } from '../program.mjs';

const commits = ['0a1b2c3d4e5f60718293a4b5c6d7e8f901234567', '5f6a7b8c9d0e1f2a3b4c5d6e7f8091a2b3c4d5e6'];
const group = (commit) => path.join('demo-bench/2-process/box-a1/debian-12/demo-config/gcc-12', commit);

function tree(t) {
  const folder = scratch(t);
  commits.forEach((commit, i) => [0, 1, 2].forEach((run) => {
    const root = path.join(folder, 'result', group(commit), `${run}`);
    mkdirSync(root, { recursive: true });
    writeFileSync(path.join(root, 'stats.json'), JSON.stringify({ 'demo-bench.throughput': 1000 - 100 * i + run }));
    writeFileSync(path.join(root, 'job.yaml'), `kernel_cmdline: cgroup_disable=${i ? 'cpu' : 'memory'}\nnr_cpu: 104\n`);
  }));
  return folder;
}

const ingest = async (db, input) => {
  const { status, stdout, stderr } = await execute(memcgperf, ['ingest', '--db', `sqlite:${db}`, input]);
  assert.equal(status, 0, stderr);
  return stdout;
};

test('a folder, a tar of it and a deeper folder give the same numbers', async (t) => {
  const folder = tree(t);
  const tar = path.join(folder, 'out.tar');
  execFileSync('tar', ['-cf', tar, '-C', folder, 'result']);
  const table = async (...inputs) => {
    const { status, stdout, stderr } = await execute(memcgperf, ['compare', '--style', 'json', ...inputs]);
    assert.equal(status, 0, stderr);
    return JSON.parse(stdout);
  };
  const whole = await table(path.join(folder, 'result'));

  assert.deepEqual(whole.columns.map(({ name }) => name), commits.map((commit) => group(commit).slice(0, -28)));
  assert.deepEqual(whole.columns.map(({ transcribed, machine, kernel }) => [transcribed, machine, kernel]),
    commits.map((commit) => [false, 'box-a1', commit]));
  assert.deepEqual(whole.groups[0].rows[0].cells.map(({ samples }) => samples), [[1000, 1001, 1002], [900, 901, 902]]);
  assert.equal(whole.columns[0].config.mode, 'boot-off');
  assert.match(whole.columns[0].config.variant, /^2-process demo-config gcc-12$/);
  assert.deepEqual((await table(tar)).groups, whole.groups);
  assert.deepEqual((await table(...commits.map((commit) => path.join(folder, 'result', group(commit))))).groups, whole.groups);

  const db = path.join(folder, 'results.db');
  const first = await ingest(db, path.join(folder, 'result'));
  assert.equal(await ingest(db, tar), first.replaceAll(': new', ': known'));
});

test('two commits are the columns of a 0-day report', async (t) => {
  const { stdout } = await execute(memcgperf, ['compare', '--style', 'lkp', path.join(tree(t), 'result')]);

  assert.match(stdout, new RegExp(`^commit: ${commits[1]}\ntestcase: demo-bench\ncompiler: gcc-12\n`));
  assert.match(stdout, /^compiler\/kconfig\/params\/rootfs\/tbox_group\/testcase:\n {2}gcc-12\/demo-config\/2-process\/debian-12\/box-a1\/demo-bench\n/m);
  assert.match(stdout, /^0a1b2c3d4e5f6071 5f6a7b8c9d0e1f2a3b4c5d6e7f8 \n/m);
  assert.match(stdout, /^ {6}1001 {11}-10\.0% {5}901\.00 {8}demo-bench\.throughput$/m);
});

test('a file that breaks off gives what stands before it, and says so', async (t) => {
  const folder = tree(t);
  writeFileSync(path.join(folder, 'result', group(commits[0]), '1/stats.json'), '{"demo-bench.throughput": 10');
  const { status, stdout } = await execute(memcgperf, ['parse', path.join(folder, 'result')]);

  assert.equal(status, 1);
  assert.equal(stdout.match(/"type":"sample"/g).length, 5);
  assert.match(stdout, /"type":"diagnostic".*1\/stats\.json/);
});
