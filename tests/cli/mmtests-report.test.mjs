// SPDX-License-Identifier: GPL-2.0-or-later
// The whole report that compare-kernels.sh of mmtests prints, as text and as a page, over trees
// made here. tests/peer holds its tables against mmtests itself.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { gzipSync } from 'node:zlib';
import { random } from '../bench/mmtests_tree.mjs';
import { benchmarks } from '../peer/benchmarks.mjs';
import { activity, monitorFiles, sysstate, timestamp } from '../peer/monitors.mjs';
import { execute, memcgperf, scratch } from '../program.mjs';

const names = ['kernbench', 'aim9'];
const runs = ['6.9.0-vanilla', '6.10.0-nomemcg'];

/** Both runs with one iteration; the second began first and has another command line. */
function makeTree(t) {
  const tree = scratch(t);
  const next = random(3);
  for (const [i, run] of runs.entries()) {
    const place = path.join(tree, run, 'iter-0');
    for (const name of names) {
      const logs = path.join(place, name, 'logs');
      mkdirSync(logs, { recursive: true });
      for (const [file, text] of benchmarks[name].logs(next, 1 + i)) writeFileSync(path.join(logs, file), text);
      for (const [file, bytes] of monitorFiles(next, name, 1)) writeFileSync(path.join(place, file), bytes);
    }
    writeFileSync(path.join(place, 'tests-sysstate.gz'), gzipSync(sysstate(next, names)));
    writeFileSync(path.join(place, 'tests-timestamp'), timestamp(next, names));
    writeFileSync(path.join(place, 'tests-activity'), activity(names, 1000 - i));
    writeFileSync(path.join(place, 'runtime.opts'), 'Runtime options\nRun: make <all>\nRun: make <all>\n');
    writeFileSync(path.join(place, 'dmesg.gz'), gzipSync(
      `[ 0.0] Command line: BOOT_IMAGE=/vmlinuz root=/dev/sda quiet ${i ? 'cgroup_disable=memory' : ''}\n` +
      `${i ? '[ 9.1] WARNING: CPU: 0 PID: 1 at mm/memcontrol.c:1\n' : ''}`));
  }
  return tree;
}

const report = (tree, ...args) =>
  execute(memcgperf, ['compare', '--style', 'mmtests', '-C', tree, ...args]);

/** The names of the first heading of a table, by line. */
const columns = (text) => /^ +(6\.\S+) +(6\.\S+)$/m.exec(text)?.slice(1);

test('the report has differences, options, tables and monitors in order', async (t) => {
  const { stdout, stderr, status } = await report(makeTree(t));
  assert.equal(status, 0, stderr);
  const parts = [/^Test kernel command lines$/m, /^6\.10\.0-nomemcg: +cgroup_disable=memory quiet $/m,
    /^Test 6\.10\.0-nomemcg produced warnings or oops$/m, /^Runtime options\nRun: make <all>\n\nkernbench$/m,
    /^Amean +Elapsed-2 /m, /^Duration User /m, /^Ops Minor Faults /m, /^Ops TTWU Count /m, /^Amean Avg_MHz /m,
    /^Amean page-faults /m, /^Kcache activity$/m, /^aim9$/m, /^Hmean +page_test /m];
  let at = 0;
  for (const part of parts) {
    const found = part.exec(stdout.slice(at));
    assert.ok(found, `${part} after ${stdout.slice(at, at + 200)}`);
    at += found.index;
  }
  assert.deepEqual(columns(stdout), ['6.10.0', '6.9.0']);
});

test('runs are chosen and ordered as asked', async (t) => {
  const tree = makeTree(t);
  const sorted = await report(tree, '--sort-version');
  assert.deepEqual(columns(sorted.stdout), ['6.9.0', '6.10.0']);
  const chosen = await report(tree, '--baseline', runs[0], '--compare', runs[1]);
  assert.deepEqual(columns(chosen.stdout), ['6.9.0', '6.10.0']);
  const words = await execute(memcgperf, ['compare', '--style', 'mmtests', ...runs.map((run) => path.join(tree, run))]);
  assert.equal(words.stdout, chosen.stdout);
  const excluded = await report(tree, '--exclude', runs[1]);
  assert.doesNotMatch(excluded.stdout, /nomemcg/);
  assert.equal((await report(tree, '--compare', runs[1])).status, 2);
  assert.equal((await report(tree, '--exclude', runs.join(','))).status, 3);
});

test('the page needs nothing but itself', async (t) => {
  const tree = makeTree(t);
  const { status, stderr } = await report(tree, '--format', 'html', '--report-title', 'memcg <off>',
    '--output-dir', path.join(tree, 'out'), '--output-file', 'r.html');
  assert.equal(status, 0, stderr);
  const page = readFileSync(path.join(tree, 'out/r.html'), 'utf8');
  assert.match(page, /^<!doctype html>\n<html lang="en">/);
  assert.match(page, /<title>memcg &lt;off&gt;<\/title>/);
  assert.match(page, /Run: make &lt;all&gt;/);
  assert.match(page, /prefers-color-scheme:dark/);
  assert.match(page, /@media print/);
  assert.doesNotMatch(page, /<script|src=|href="http|url\(/);
  assert.equal(page.split('<h2').length - 1, names.length);
});

test('a folder without results is told', async (t) => {
  const { status, stderr } = await report(scratch(t));
  assert.equal(status, 1);
  assert.match(stderr, /no runs of mmtests in it/);
});
