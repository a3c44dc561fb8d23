// SPDX-License-Identifier: GPL-2.0-or-later
// Makes raw logs of mmtests' benchmarks, one for each kind of parser and of table: names of files
// below BENCHMARK/logs and what is in them. next: random numbers in [0, 1); speed: of the run.
import { execFileSync } from 'node:child_process';
import { gzipSync } from 'node:zlib';

const times = (count, make) => Array.from({ length: count }, (_, i) => make(i));
const around = (next, middle) => middle * (0.9 + 0.2 * next());
const xz = (text) => execFileSync('xz', ['-c'], { input: text });
const number = (next, middle, decimals = 2) => around(next, middle).toFixed(decimals);

const time = (next, speed) => `${number(next, 95 * speed)}user ${number(next, 12 * speed)}system ` +
  `1:${number(next, 20).padStart(5, '0')}elapsed 89%CPU (0avgtext+0avgdata 54120maxresident)k\n` +
  '0inputs+1608outputs (0major+13750minor)pagefaults 0swaps\n';

const timed = (factors, count) => (next, speed) =>
  factors.flatMap((factor) => times(count, (i) => [`time-${factor}-${i + 1}`, time(next, speed)]));

const lines = (factors, line) => (next, speed) =>
  factors.flatMap((factor) => times(2, (i) => [`benchlog-${factor}-${i + 1}`, line(next, speed)]));

function schbench(next, speed) {
  const rows = (scale, unit) => [20, 50, 90, 99, 99.9].map((p) =>
    `${p === 99 ? '\t* ' : '\t  '}${p.toFixed(1)}th: ${Math.round(around(next, scale * p * speed))}${unit}\n`).join('');
  return times(4, (i) => `Wakeup Latencies percentiles (usec) runtime ${10 * (i + 1)} (s) (12 total samples)\n${rows(1, '          (43 samples)')}` +
    `Request Latencies percentiles (usec) runtime ${10 * (i + 1)} (s) (12 total samples)\n${rows(100, '      (43 samples)')}` +
    `RPS percentiles (requests) runtime ${10 * (i + 1)} (s) (11 total samples)\n${rows(10, '        (3 samples)')}` +
    `current rps: ${number(next, 900)}\n`).join('') + 'average rps: 901.20\n';
}

const dbench = (next, speed) => [1, 4].flatMap((clients) => [
  [`benchlog-loadfile-${clients}.xz`, xz(times(20, (i) => `   ${i % clients} completed in ${Math.round(around(next, 376 * speed))} ms at time ${380 * (i + 1)} ms\n`).join(''))],
  [`benchlog-tput-${clients}.xz`, xz(times(10, (i) => `   1     10840    ${number(next, 57)} MB/sec  execute   ${i + 1} sec  latency 15.736 ms\n`).join(''))],
  [`benchlog-op-${clients}.xz`, xz(['NTCreateX', 'Close', 'Flush'].map((op) => ` ${op.padEnd(14)} ${1000 + clients} ${number(next, 3, 3)} ${number(next, 30, 3)}\n`).join(''))],
]);

const pgbench = (next, speed) => [1, 4].flatMap((clients) => [
  [`pgbench-${clients}.log`, 'tps = 500.1 (including connections establishing)\n'],
  [`pgbench-transactions-${clients}.log.gz`, gzipSync(times(60, (i) =>
    `${1796068486 + i} ${Math.round(around(next, 500 * clients / speed))} 1 2 3 4\n`).join(''))],
]);

const stressng = (next, speed) => [1, 2].flatMap((threads) => times(2, (i) => [`stressng-${threads}-${i + 1}.log`,
  'stress-ng: info:  [1] dispatching hogs\nstress-ng: metrc: [1] stressor       bogo ops real time  usr time  sys time   bogo ops/s     bogo ops/s\n' +
  'stress-ng: metrc: [1]                           (secs)    (secs)    (secs)   (real time) (usr+sys time)\n' +
  `stress-ng: metrc: [1] mmap  ${Math.round(around(next, 5000))} 10.00 5.00 4.00 ${number(next, 500 / speed)} 555.10\n` +
  'stress-ng: info:  [1] successful run completed in 10.00 secs\n']));

/** Each: its logs, and what its tables are asked for beside the plain one. */
export const benchmarks = {
  kernbench: { logs: timed([2, 4], 3), requests: [['--sub-heading', 'Elapsed']] },
  'hackbench-process-pipes': { logs: (next, speed) => [1, 4].map((groups) => [`hackbench-${groups}`,
    times(6, () => `     Total time: ${number(next, 0.03 * groups * speed, 3)} [sec]\n`).join('')]) },
  stream: { logs: (next, speed) => times(3, (i) => [`benchlog-1-_-${i + 1}`, ['Copy', 'Scale', 'Add', 'Triad'].map((name) =>
    `${`${name}:`.padEnd(16)}${number(next, 12000 / speed, 1)}     0.013104     0.012954     0.013267\n`).join('')]) },
  perfpipe: { logs: lines(['_-_'], (next, speed) => `     Total time: 0.115 [sec]\n\n       ${number(next, 5 * speed, 6)} usecs/op\n         173,456 ops/sec\n`) },
  sysbenchcpu: { logs: lines([1, 3], (next, speed) => `    events per second:  ${number(next, 900 / speed)}\n`) },
  'wis-pf': { logs: (next, speed) => ['page_fault1_processes-2', 'page_fault1_threads-4'].map((name) => [`benchlog-${name}`,
    times(6, () => `min:1 max:2 total:${Math.round(around(next, 1e6 / speed))}\n`).join('')]) },
  aim9: { logs: (next, speed) => times(3, (i) => [`aim9-${i + 1}`, ['page_test', 'brk_test', 'exec_test', 'fork_test'].map((name, k) =>
    `     ${k + 1} ${name}              10.00         20        44.26597           ${number(next, 75252 / speed)} System Allocations/second\n`).join('')]),
  requests: [['--sub-heading', 'page_test']] },
  ebizzy: { logs: (next, speed) => [1, 4].flatMap((threads) => times(2, (i) => [`ebizzy-${threads}-${i + 1}.log`,
    `${Math.round(around(next, 9000 / speed))} records/s ${times(threads, () => Math.round(around(next, 2000))).join(' ')}\nreal 10.00 s\nuser 9.00 s\nsys 1.00 s\n`])) },
  schbench: { logs: (next, speed) => [1, 2].map((workers) => [`schbench-${workers}.log`, schbench(next, speed)]),
    requests: [['--sub-heading', 'RPS'], ['--sub-heading', 'Wakeup-99.0th']] },
  dbench: { logs: dbench, requests: [['--sub-heading', 'tput'], ['--sub-heading', 'op'], ['--sub-heading', 'loadfile']] },
  pgbench: { logs: pgbench },
  stressng: { logs: stressng },
  fsmark: { logs: (next, speed) => [1, 4].map((threads) => [`fsmark-${threads}.log.gz`, gzipSync(
    'FSUse%        Count         Size    Files/sec     App Overhead\n' + times(5, (i) => `     0        ${1000 * (i + 1)}        4096    ${number(next, 4000 / speed, 1)}    ${Math.round(around(next, 12345))}\n`).join(''))]) },
};
