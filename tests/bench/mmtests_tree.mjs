// SPDX-License-Identifier: GPL-2.0-or-later
// Makes mmtests result trees of any size, always the same ones: runs that differ a little, with
// pft, hackbench and kernbench in the shape that run-mmtests.sh leaves them in.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** A generator of numbers in [0, 1) that gives the same ones everywhere. */
export function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const pad = (value, width, decimals) => value.toFixed(decimals).padStart(width);

/** Around a middle, with noise and now and then an outlier. */
function measure(next, middle) {
  const outlier = next() < 0.02 ? 1.5 : 1;
  return middle * outlier * (1 + 0.05 * (next() - 0.5));
}

function pft(next, clients, speed) {
  const rows = Array.from({ length: 10 }, () => {
    const rate = measure(next, 700000 / speed);
    const system = 20000 * clients / rate;
    return `   0 ${pad(clients, 4, 0)}   1 ${pad(0, 8, 2)}s ${pad(system, 8, 2)}s ${pad(system / clients, 8, 2)}s ` +
      `${rate.toFixed(3)} ${(rate * clients).toFixed(3)}`;
  });
  return `\n${rows.join('\n')}\n`;
}

function hackbench(next, groups, speed) {
  return Array.from({ length: 10 }, () =>
    "# Running 'sched/messaging' benchmark:\n# 20 sender and receiver processes per group\n" +
    `# ${groups} groups == ${groups * 40} processes run\n\n` +
    `     Total time: ${measure(next, 0.03 * groups * speed).toFixed(3)} [sec]\n`).join('');
}

function kernbench(next, jobs, speed) {
  const elapsed = measure(next, 120 * speed / jobs);
  const clock = `${Math.floor(elapsed / 60)}:${(elapsed % 60).toFixed(2).padStart(5, '0')}`;
  return `${measure(next, 95 * speed).toFixed(2)}user ${measure(next, 12 * speed).toFixed(2)}system ` +
    `${clock}elapsed 89%CPU (0avgtext+0avgdata 54120maxresident)k\n` +
    '0inputs+1608outputs (0major+13750minor)pagefaults 0swaps\n';
}

/** Files of one iteration of a benchmark: name and content. */
const benchmarks = {
  pft: (next, speed) => [1, 2, 4].map((n) => [`pft-${n}.log`, pft(next, n, speed)]),
  'hackbench-process-pipes': (next, speed) =>
    [1, 2, 3, 4].map((n) => [`hackbench-${n}`, hackbench(next, n, speed)]),
  kernbench: (next, speed) => [2, 4].flatMap((jobs) =>
    [1, 2, 3].map((i) => [`time-${jobs}-${i}`, kernbench(next, jobs, speed)])),
};

export const names = Object.keys(benchmarks);
export const runName = (run) => `6.${run + 1}.0-vanilla`;

function activity(benchmark) {
  return '1796068486 run-mmtests: Start\n1796068487 run-mmtests: Iteration 1 start\n' +
    `1796068488 run-mmtests: test start :: ${benchmark} 1796068488\n` +
    `1796068498 run-mmtests: test end :: ${benchmark} 1796068498 0\n` +
    '1796068499 run-mmtests: Iteration 1 end\n1796068499 run-mmtests: End\n';
}

function timestamp(benchmark) {
  return `start :: 1796068486\ntest begin :: ${benchmark} 1796068488\n` +
    `test end :: ${benchmark} 1796068498 0\n` +
    `time :: ${benchmark} 9.90 user 1.20 system 10.84 elapsed\nfinish :: 1796068499\n`;
}

/** Writes folder/RUN/iter-N/BENCHMARK/logs/... for so many runs and iterations. */
export function writeTree(folder, benchmark, runs, iterations) {
  const next = random(runs);

  for (let run = 0; run < runs; run++) {
    for (let iteration = 0; iteration < iterations; iteration++) {
      const place = path.join(folder, runName(run), `iter-${iteration}`);
      const logs = path.join(place, benchmark, 'logs');

      mkdirSync(logs, { recursive: true });
      writeFileSync(path.join(place, 'tests-activity'), activity(benchmark));
      writeFileSync(path.join(place, 'tests-timestamp'), timestamp(benchmark));
      writeFileSync(path.join(place, 'kernel.version'),
        `Linux bench 6.${run + 1}.0 #1 SMP PREEMPT_DYNAMIC x86_64 GNU/Linux\n`);
      for (const [name, text] of benchmarks[benchmark](next, 1 + 0.01 * run)) {
        writeFileSync(path.join(logs, name), text);
      }
    }
  }
}
