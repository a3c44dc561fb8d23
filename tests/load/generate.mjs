// SPDX-License-Identifier: GPL-2.0-or-later
// Fills a database through memcgperf ingest with made-up results that look like years of a lab: 60
// kernels, 5 configs, 4 machines, 300 metrics of 5 benchmarks, 10 samples each; levels that change
// with some kernels, kernels that some machine skipped, and everything again until it is enough.
// The same count gives the same numbers.
//     node tests/load/generate.mjs DATABASE SAMPLES
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { memcgperf } from '../program.mjs';

const KERNELS = 60;
const MACHINES = 4;
const BENCHMARKS = ['pft', 'forkexec', 'kmemops', 'hackbench', 'netperf'];
const METRICS = 60; // of a benchmark
const SAMPLES = 10;
const GAPS = 0.08; // part of kernels that a machine skipped
const STEPS = 0.01; // part of a metric's kernels that change its level
const START = Date.UTC(2021, 0, 1);
const DAY = 86_400_000;
const CONFIGS = [
  { cmdline: 'cgroup_disable=memory', path: '/', factor: 1 },
  { cmdline: '', path: '/', factor: 1.03 },
  { cmdline: '', path: '/bench', factor: 1.12 },
  { cmdline: 'cgroup.memory=nokmem', path: '/bench', factor: 1.05 },
  { cmdline: 'cgroup_disable=memory', path: '/bench', factor: 1.01 },
];

/** Even numbers in [0, 1), always the same for the same words (mulberry32 over FNV-1a). */
function numbers(...words) {
  let state = 2166136261;
  for (const char of words.join(' ')) state = Math.imul(state ^ char.charCodeAt(0), 16777619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** About normal, with a slow one now and then. */
const spread = (next) => (next() + next() + next() - 1.5) * 0.02 + (next() < 0.03 ? 0.08 : 0);

/** The level of a metric on each kernel: it steps now and then. */
function levels(machine, benchmark, metric) {
  const next = numbers('level', machine, benchmark, metric);
  let level = 10 ** (1 + 3 * next());
  return Array.from({ length: KERNELS }, () => {
    if (next() < STEPS) level *= 1 + (next() - 0.4) * 0.2;
    return level;
  });
}

function document({ round, kernel, machine, config, benchmark }, level) {
  const next = numbers('sample', round, kernel, machine, CONFIGS.indexOf(config), benchmark);
  const metrics = Array.from({ length: METRICS }, (_, i) => ({
    name: `usecs-op-${String.fromCharCode(97 + (i % 26))}${i}`, unit: 'usec', better: 'lower',
    samples: Array.from({ length: SAMPLES }, () => +(level[i][kernel] * config.factor * (1 + spread(next))).toPrecision(7)),
  }));
  return JSON.stringify({
    format: 'memcg-results/1',
    run_id: `${benchmark}-${machine}-${kernel}-${CONFIGS.indexOf(config)}-${round}`,
    started: new Date(START + (kernel * 30 + round) * DAY).toISOString(),
    benchmark: { name: benchmark },
    kernel: { release: `${5 + Math.trunc(kernel / 20)}.${kernel % 20}.0`, cmdline: `quiet ${config.cmdline}`, config: { CONFIG_MEMCG: 'y' } },
    machine: { name: `box${machine}`, cpu: `Demo CPU ${3000 + machine}`, cpus: 64 },
    cgroup: { version: 2, path: config.path },
    metrics,
  });
}

/** All runs of a machine's kernel, newest kernels first, so that few samples are the newest. */
function* batches() {
  for (let place = 0; ; place++) {
    const round = Math.trunc(place / KERNELS);
    const kernel = KERNELS - 1 - (place % KERNELS);
    for (let machine = 0; machine < MACHINES; machine++)
      if (numbers('gap', kernel, machine)() >= GAPS) yield { round, kernel, machine };
  }
}

function* documents() {
  const all = Array.from({ length: MACHINES }, (_, machine) => Object.fromEntries(BENCHMARKS.map((benchmark) =>
    [benchmark, Array.from({ length: METRICS }, (_unused, metric) => levels(machine, benchmark, metric))])));
  for (const batch of batches())
    for (const benchmark of BENCHMARKS)
      for (const config of CONFIGS)
        yield document({ ...batch, benchmark, config }, all[batch.machine][benchmark]);
}

/** The database then has at least so many samples, and at most a run of 600 more. */
export function generate(db, samples) {
  const folder = mkdtempSync(path.join(tmpdir(), 'memcgperf-load-'));
  const file = path.join(folder, 'runs.ndjson');
  const LINES = 400; // in an upload
  let lines = [];
  let count = 0;
  const flush = () => {
    if (lines.length === 0) return;
    writeFileSync(file, lines.join('\n'));
    execFileSync(memcgperf, ['ingest', '--db', `sqlite:${db}`, file], { stdio: ['ignore', 'ignore', 'inherit'] });
    lines = [];
  };
  for (const line of documents()) {
    lines.push(line);
    count += METRICS * SAMPLES;
    if (lines.length === LINES) flush();
    if (count >= samples) break;
  }
  flush();
  rmSync(folder, { recursive: true });
  return count;
}

if (process.argv[1] === import.meta.filename) {
  const [db, samples] = process.argv.slice(2);
  if (!(Number(samples) > 0)) {
    console.error('usage: node tests/load/generate.mjs DATABASE SAMPLES');
    process.exit(2);
  }
  console.log(`${generate(db, Number(samples))} samples in ${db}`);
}
