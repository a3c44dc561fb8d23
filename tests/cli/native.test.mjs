// SPDX-License-Identifier: GPL-2.0-or-later
// memcg-results/1 from a file to an answer. The numbers are made up.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { execute, memcgperf, scratch } from '../program.mjs';

/** One run: off by the boot word, or in a child group. */
const run = (id, cmdline, cgroup, samples, more = {}) => ({
  format: 'memcg-results/1',
  run_id: id,
  benchmark: { name: 'forks', params: { threads: 4 } },
  kernel: { release: '6.12.3', cmdline, config: { CONFIG_MEMCG: 'y' } },
  machine: { name: 'box7', cpu: 'Demo CPU 3000', cpus: 4 },
  cgroup: { version: 2, path: cgroup },
  metrics: [{ name: 'usecs-op', unit: 'usec', better: 'lower', samples }],
  ...more,
});
const off = run('ci-1', 'quiet cgroup_disable=memory', '/', [100, 101, 99, 100]);
const child = run('ci-2', 'quiet', '/bench', [110, 111, 109, 110]);

function database(t) {
  const folder = scratch(t);
  const db = `sqlite:${path.join(folder, 'results.db')}`;
  const ingest = async (name, text, ...args) => {
    const file = path.join(folder, name);
    writeFileSync(file, text);
    return execute(memcgperf, ['ingest', '--db', db, ...args, file]);
  };
  return { db, ingest };
}

test('two runs on one kernel give the cost', async (t) => {
  const { db, ingest } = database(t);
  const stored = await ingest('both.ndjson', `${JSON.stringify(off)}\n${JSON.stringify(child)}\n`);
  assert.equal(stored.status, 0, stored.stderr);
  assert.match(stored.stdout, /ci-1: new, 4 samples\n.*ci-2: new, 4 samples\n/);

  const result = await execute(memcgperf, ['overhead', '--db', db, '--style', 'json']);
  assert.equal(result.status, 0, result.stderr);
  const all = JSON.parse(result.stdout);
  assert.equal(all.cells.length, 1);
  const [cell] = all.cells;
  assert.equal(all.kernels[cell.kernel].name, '6.12.3');
  assert.equal(all.lines[cell.line].label, 'child');
  assert.ok(Math.abs(cell.cost - 0.1) < 1e-9, `${cell.cost}`);
  assert.ok(cell.lo < 0.1 && cell.hi > 0.1);
});

test('the same id again stores nothing, whatever it holds', async (t) => {
  const { ingest } = database(t);
  const first = await ingest('a.json', JSON.stringify(off));
  const again = await ingest('b.json', JSON.stringify({ ...off, started: '2026-01-18T03:12:44Z' }));

  assert.match(first.stdout, /^(\w+) {2}ci-1: new/);
  assert.equal(again.stdout.replace('known', 'new'), first.stdout);
});

test('a run that failed is kept, and told', async (t) => {
  const { ingest } = database(t);
  const failed = await ingest('a.json',
    JSON.stringify({ ...off, metrics: undefined, error: 'no memory' }));

  assert.equal(failed.status, 0, failed.stderr);
  assert.match(failed.stdout, /ci-1: new, 1 other value\n/);
  assert.match(failed.stderr, /a\.json:1: run ci-1 failed: no memory/);
});

test('nothing of a broken file is stored', async (t) => {
  const { ingest } = database(t);
  const whole = `${JSON.stringify(off)}\n`;
  const broken = await ingest('a.ndjson', `${whole}${whole.slice(0, 90)}\n`);

  assert.equal(broken.status, 1);
  assert.equal(broken.stdout, '');
  assert.match(broken.stderr, /^[^\n]*nothing of it is stored: no JSON: [^\n]*\n$/);
});

test('small formats are stored with the kernel that is said', async (t) => {
  const { ingest } = database(t);
  const small = JSON.stringify({ pft: { latency: { value: 5 } } });
  const refused = await ingest('a.json', small);
  const stored = await ingest('a.json', small, '--kernel', '6.12.3');

  assert.equal(refused.status, 1);
  assert.match(refused.stderr, /kernel is missing.*--kernel/);
  assert.equal(stored.status, 0, stored.stderr);
});

test('benchmarks that one file has of the same system stand beside each other', async (t) => {
  const { db, ingest } = database(t);
  const started = '2026-01-18T03:12:44Z';
  const names = ['forks', 'faults', 'pipes'];
  const stored = await ingest('all.ndjson', names.map((name) =>
    JSON.stringify({ ...off, run_id: name, started, benchmark: { name } })).join('\n'));
  assert.equal(stored.status, 0, stored.stderr);
  const added = await ingest('on.ndjson', names.map((name) =>
    JSON.stringify({ ...child, run_id: `${name}-on`, started, benchmark: { name } })).join('\n'));
  assert.equal(added.status, 0, added.stderr);

  const { stdout } = await execute(memcgperf, ['overhead', '--db', db, '--style', 'json']);
  assert.deepEqual(JSON.parse(stdout).metrics.map(({ benchmark }) => benchmark).sort(), [...names].sort());
});
