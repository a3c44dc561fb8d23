// SPDX-License-Identifier: GPL-2.0-or-later
// Logs of every kind of benchmark that mmtests has, small and always the same: what a run leaves in
// BENCHMARK/logs. Shapes are those that the programs print; numbers are made up.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { random } from '../bench/mmtests_tree.mjs';

const lines = (...list) => list.flat().join('\n') + '\n';
const times = (next) => lines(
  `${(next() * 90).toFixed(2)}user ${(next() * 9).toFixed(2)}system ` +
  `${next() < 0.2 ? '1:' : ''}0${Math.floor(next() * 10)}:${(10 + next() * 49).toFixed(2)}elapsed ` +
  `${Math.floor(next() * 99)}%CPU (0avgtext+0avgdata 21504maxresident)k`,
  '0inputs+184outputs (0major+13750minor)pagefaults 0swaps');
const range = (n) => Array.from({ length: n }, (_, i) => i + 1);
const files = (factors, count, name, text) => Object.fromEntries(factors.flatMap((a) =>
  range(count).map((i) => [name(a, i), text(a, i)])));
const timed = (...factors) => (next) => files(factors, 11, (a, i) => `time-${a}-${i}`, () => times(next));
const line = (factors, text) => (next) => files(factors, 3, (a, i) => `benchlog-${a}-_-${i}`,
  () => lines(text(next), 'other 1 2 3', text(next)));
const fixed = (next, digits = 2, scale = 1000) => (next() * scale).toFixed(digits);

const dbench = (next) => ({
  ...files([1, 2, 16], 1, (a) => `benchlog-loadfile-${a}`, () => lines(range(12).map((i) =>
    `   0 completed in ${Math.floor(next() * 900)} ms at time ${i * 333 + Math.floor(next() * 50)} ms`))),
  ...files([1, 2, 16], 1, (a) => `benchlog-tput-${a}`, (a) => lines(range(9).map((i) =>
    `   ${a}     10840    ${fixed(next)} MB/sec  execute   ${i} sec  latency ${fixed(next, 3)} ms`))),
  ...files([1, 2, 16], 1, (a) => `benchlog-op-${a}`, () => lines(['NTCreateX', 'Close', 'ReadX'].map((op) =>
    ` ${op}     ${Math.floor(next() * 1e5)}     ${fixed(next, 3, 1)}     ${fixed(next, 3, 9)}`))),
});

const dbenchOld = (prefix) => (next) => ({
  ...files([1, 2, 16], 1, (a) => `${prefix}-loadfile-${a}.log`, () => lines(range(12).map((i) =>
    `   0 completed in ${Math.floor(next() * 900)} ms at time ${i * 333} ms`), '  0 completed in 4294967000 ms at time 9 ms')),
  ...files([1, 2, 16], 1, (a) => `${prefix}-execute-${a}.log`, (a) => lines(range(9).map((i) =>
    `   ${a}     10840    ${fixed(next)} MB/sec  execute   ${i} sec  latency ${fixed(next, 3)} ms`),
  ' Operation      Count    AvgLat    MaxLat', ' ----------------------------------------',
  ['NTCreateX', 'Close', 'ReadX'].map((op) =>
    ` ${op}     ${Math.floor(next() * 1e5)}     ${fixed(next, 3, 1)}     ${fixed(next, 3, 9)}`))),
});

const schbench = (next) => files([1, 2, 16], 1, (a) => `schbench-${a}.log`, () => lines(range(4).flatMap((i) => [
  `Wakeup Latencies percentiles (usec) runtime ${i * 10} (s) (${300 + i} total samples)`,
  ...percentiles(next), 
  `Request Latencies percentiles (usec) runtime ${i * 10} (s) (300 total samples)`, ...percentiles(next),
  `RPS percentiles (requests) runtime ${i * 10} (s) (3 total samples)`,
  `\t  20.0th: ${Math.floor(next() * 99)}          (1 samples)`, `\t* 50.0th: ${Math.floor(next() * 99)}        (1 samples)`,
  `\t  90.0th: ${Math.floor(next() * 99)}        (0 samples)`, '\t  min=173, max=190',
  i === 4 ? 'average rps: 12.3' : `current rps: ${fixed(next)}`])));
const percentiles = (next) => [
  `\t  50.0th: ${Math.floor(next() * 99)}         (69 samples)`, `\t  90.0th: ${Math.floor(next() * 999)}       (148 samples)`,
  `\t* 99.0th: ${Math.floor(next() * 9999)}       (32 samples)`, `\t  99.9th: ${Math.floor(next() * 9999)}      (0 samples)`,
  '\t  min=1, max=10018'];

const netperf = (protocol, row) => (next) => ({
  protocols: `${protocol}\n`,
  ...files([64, 1024, 256], 11, (a, i) => `${protocol}-${a}.${i}`, (a) => lines(
    'MIGRATED TCP STREAM TEST from 0.0.0.0', 'Recv   Send    Send', '', row(next, a))),
});

const thp = (next) => files([1, 4, 16], 1, (a) => `threads-${a}.log`, (a) => lines('start', range(20).map((i) =>
  `fault ${i} ${a === 4 || next() < 0.5 ? 'base' : 'huge'} ${Math.floor(next() * 9000)} x ${Math.floor(next() * 3)}`)));

const futex = (next) => ({
  workloads: 'hash\n',
  ...files([1, 4, 16], 1, (a) => `hash-${a}.log`, () => lines(
    range(3).map((i) => `[thread  ${i}] futexes: 0x55 ... 0x66 [ ${Math.floor(next() * 1e6)} ops/sec ]`),
    'Run summary: 4 threads, each operating on 1024 shared futexes for 10 secs.',
    range(3).map((i) => `[thread  ${i}] futexes: 0x55 ... 0x66 [ ${Math.floor(next() * 1e6)} ops/sec ]`))),
});
const wake = (next) => ({
  workloads: 'wake-parallel requeue\n',
  ...files([1, 4, 16], 1, (a) => `wake-parallel-${a}.log`, () => lines(range(3).map((i) =>
    `[Run ${i}]: Avg per-thread latency (waking 1/4 threads) in ${fixed(next, 4, 1)} ms (+-10%)`))),
  ...files([1, 4, 16], 1, (a) => `requeue-${a}.log`, () => lines(range(3).map((i) =>
    `[Run ${i}]: Requeued 4 of 4 threads in ${fixed(next, 4, 1)} ms`))),
});

const sysbench = (text) => (next) => files([1, 4, 16], 11, (a, i) => `sysbench-raw-${a}-${i}`, () => lines('x', text(next)));
const perfpipe = (next) => `      ${fixed(next, 6, 9)} usecs/op`;
const ebizzy = (next) => files([1, 2, 16], 3, (a, i) => `ebizzy-${a}-${i}.log`, (a) => lines(
  `${Math.floor(next() * 1e6)} records/s ${range(a).map(() => Math.floor(next() * 1e4)).join(' ')}`, 'real 30.00 s'));
const pgbench = (next) => ({
  ...files([1, 4, 16], 1, (a) => `pgbench-${a}.log`, () => lines(`tps = ${fixed(next)} (including connections establishing)`)),
  ...files([1, 4, 16], 1, (a) => `pgbench-transactions-${a}.log`, (a) => lines(range(a === 16 ? 5 : 40).map((i) =>
    `${1796068500 + i} ${Math.floor(next() * (next() < 0.2 ? 9 : 900))} 1 2 3 4`))),
  ...timed(1, 4, 16)(next),
  ...files([1, 4, 16], 1, (a) => `time-${a}`, () => times(next)),
  ...files([1, 4, 16], 1, (a) => `load-${a}.time`, () => times(next)),
});
const redis = (next) => files([1, 16, 4], 3, (a, i) => `redis-${a}-${i}.log`, () => lines(
  '"test","rps","avg_latency_ms","min_latency_ms","p50_latency_ms","p95_latency_ms","p99_latency_ms","max_latency_ms"',
  ['SET', 'GET', 'MSET (10 keys)', 'PING_INLINE'].map((op) =>
    [op, fixed(next, 2, 2e5), ...range(6).map(() => fixed(next, 3, 2))].map((x) => `"${x}"`).join(','))));
const stress = (next) => files([1, 4], 3, (a, i) => `stressng-${a}-${i}.log`, () => lines(
  'stress-ng: info:  [123] dispatching hogs', 'stress-ng: metrc: [123] stressor       bogo ops real time  usr time  sys time   bogo ops/s',
  'stress-ng: metrc: [123]                           (secs)    (secs)    (secs)   (real time)',
  ['fork', 'vm'].map((s) => `stress-ng: metrc: [123] ${s}              ${Math.floor(next() * 1e5)}     10.00      2.79     16.61      ${fixed(next)}`),
  'stress-ng: info:  [123] successful run completed in 10.01s'));
const simoop = (next) => ({ 'simoop.log': lines('Warmup complete (1s)', range(4).flatMap((i) => [
  `Run time: ${i * 60} seconds`, ...['Read', 'Write', 'Allocation', 'Other'].map((op) =>
    `${op} latency usec: (p50: 1,${100 + i}) (p95: ${Math.floor(next() * 9999)}) (p99: 12,345) (max: 1,234,567)`),
  `work rate = ${fixed(next)}/sec (avg 12.30/sec) (p50: 1)`, 'alloc stall rate = 0.00/sec', `alloc stall rate = ${fixed(next)}/sec`]),
'Final stats:') });
const wis = (next) => files(['page_fault1_processes', 'page_fault1_threads', 'brk1_threads'], 3,
  (a, i) => `benchlog-${a}-${i * 2}`, () => lines(range(5).map(() => `min:1 max:2 total:${Math.floor(next() * 1e6)}`)));
const kernbench = (next) => files([2, 16, 4], 11, (a, i) => `kernbench-${a}-${i}.time`, () => times(next));
const pft = (next) => files([1, 16, 4], 1, (a) => `pft-${a}.log`, (a) => lines('clipping nr_tests to nr_cpus_allowed [2]', '',
  range(10).map(() => `   0 ${String(a).padStart(4)}   1     0.00s     ${fixed(next)}s     ${fixed(next)}s ${fixed(next, 3, 1e6)} ${fixed(next, 3, 1e6)}`)));
const pagealloc = (next) => ({
  ...Object.fromEntries([0, 1, 2].map((o) => [`alloc-${o}`, ''])),
  'pagealloc.log': lines([0, 1, 2].flatMap((o) => [1, 2, 16].flatMap((b) => range(6).map(() =>
    `order ${o} batchsize ${b} alloc ${Math.floor(next() * 999)} free ${Math.floor(next() * 999)}`)))),
});

/** Names as -b takes them; the revision that reads the logs; -a; a maker of {file: text}. */
const head = {
  kernbench: timed(2, 16, 4), gitsource: timed('_'), 'nas-mpi-bt': timed('bt.C', 'cg.C'), trunc: timed('trunc', 'fault'),
  xfsrepair: timed('fsmark', 'xfsrepair'), stockfish: timed(1, 4, 16), usemem: timed(1, 2, 16),
  pedsort: line([1, 16, 4], (next) => `a b ${fixed(next)} jobs/hour/core`), perfpipe: line(['_'], perfpipe),
  perfsyscall: line(['_'], perfpipe), 'sembench-futex': line([1, 16, 4], (next) => `run time 30 seconds ${Math.floor(next() * 1e6)} worker burns per second`),
  sqlite: line(['_'], (next) => `execute 12 trans in ${fixed(next)}`), sysbenchcpu: line([1, 16, 4], (next) => `  events per second: ${fixed(next)}`),
  sysbenchmutex: line([1, 16, 4], (next) => `   95th percentile:   ${fixed(next)}`), 'wis-pf': wis,
  xsbench: line([1, 16, 4], () => 'Lookups/s:   1,234,567'),
  'hackbench-process-pipes': (next) => files([1, 16, 4], 1, (a) => `hackbench-${a}`, () => lines(range(5).map(() => `     Total time: ${fixed(next, 3, 2)} [sec]`))),
  stream: line([1, 16, 4], (next) => ['Copy', 'Scale', 'Add', 'Triad'].map((op) => `${op}:   ${fixed(next)}   0.1 0.2`).join('\n')),
  aim9: (next) => files([1], 11, (a, i) => `aim9-${i}`, () => lines('x', ['page_test', 'brk_test', 'exec_test'].map((t, k) =>
    `     ${k} ${t}              0.45         20        44.26597           ${fixed(next)} System Allocations`))),
  apachebench: (next) => files([1, 16, 4], 3, (a, i) => `apachebench-${a}-${i}.log`, () => lines(
    `Time per request:       ${fixed(next, 3)} [ms] (mean)`, 'Time per request:       1.0 [ms] (mean, across all)')),
  blogbench: (next) => files([1], 11, (a, i) => `blogbench-${i}.log`, () => lines('Final score for writes:          53', `Final score for reads :      ${Math.floor(next() * 1e5)}`)),
  bonniepp: (next) => ({ 'bonnie-detail': lines(range(30).map((i) => `${['pc', 'wr', 'rw', 'gc', 'zz', 'sr'][i % 6]} ${Math.floor(next() * 1e4)}`)),
    bonnie: lines('format_version,x', '1.98,1.98,host,1,1796068486,4G,,8192,5,' + range(41).map((i) => (i % 7 ? Math.floor(next() * 900) : '+++++')).join(',')) }),
  dbench, tbench: dbench, easywave: (next) => ({ ...files([1, 16, 4], 3, (a, i) => `benchlog-${a}-${i}`, () => lines('a b c d elapsed: 1', `a b c d elapsed: ${fixed(next)}`)), ...timed(1, 4)(next) }),
  ebizzy, fio: (next) => ({ 'fio.log': lines(range(2).map((w) => ['3', 'fio-3', `job${w}`, ...range(100).map((i) => (w === 2 && i === 44 ? 0 : Math.floor(next() * 1e5)))].join(';'))),
    'fio_lat.1.log': lines(range(20).map((i) => `${i * 10}, ${Math.floor(next() * 1e4)}, ${i % 3}, 4096`)) }),
  coremark: (next) => files([1], 3, (a, i) => `coremark-${i}.log`, () => lines('Parallel PThreads : 4', `CoreMark 1.0 : ${fixed(next)} / GCC / 4:PThreads`)),
  fsmark: (next) => files([1, 16, 4], 1, (a) => `fsmark-${a}.log`, () => lines('FSUse%        Count         Size    Files/sec     App Overhead',
    range(6).map((i) => `     ${i}        ${i * 1000}         4096      ${fixed(next, 1)}          123456`))),
  'futexbench-hash': futex, 'futexbench-wake-parallel': wake,
  'iperf3-ipv4-tcp': (next) => ({ protocols: 'tcp\n', ...files(['64-0-1', '1024-0-2'], 3, (a, i) => `tcp-${a}.${i}`, (a) => lines('- - -', 'Test Complete. Summary Results:',
    range(Number(a.slice(-1))).flatMap((s) => [`[  ${s}]   0.00-10.00  sec  1.10 GBytes   ${fixed(next, 0)} Mbits/sec    0             sender`,
      `[  ${s}]   0.00-10.04  sec  1.09 GBytes   ${fixed(next, 0)} Mbits/sec                  receiver`]))) }),
  libmicro: (next) => files(['getpid', 'read', 'commands'], 1, (a) => `${a}.log`, (a) => (a === 'commands' ? 'x\n' : lines('# mean of 95%      1', ).replace('1\n', `${fixed(next, 5, 1)}\n`))),
  ltp: () => ({ 'benchlog-math': 'x\n', 'runltp-math': lines('tag=abs01 stime=1 dur=0 exit=exited stat=0 core=no', 'tag=atof01 stime=1 dur=0 exit=exited stat=32 core=no', 'tag=bad stime=1 dur=0 exit=signaled stat=6 core=no'),
    'benchlog-numa': lines('Summary:', 'passed   10', 'failed   2', 'broken   0', 'skipped  1', 'warnings 3') }),
  'netperf-ipv4-tcp': netperf('TCP_STREAM', (next, a) => ` 131072  16384    ${a}    10.00    ${fixed(next)}   `),
  'netperf-ipv4-udp': netperf('UDP_STREAM', (next, a) => { const sent = 1000 + next() * 10; return `212992      ${a}   10.00      123      0    ${sent.toFixed(2)}\n212992           10.00      122           ${(sent - 5).toFixed(2)}`; }),
  'netperf-ipv6-udp-rr': netperf('UDP_RR', (next) => `212992 212992 1 1 10.00 ${fixed(next)}`),
  perffutexwake: line([1, 16, 4], (next) => `[Run 1]: Wokeup 4 of 4 threads in ${fixed(next, 4, 1)} ms`),
  perfnuma: (next) => files(['1x3-converge', '16x4-NUMA', '2x4-STREAM_converge'], 3, (a, i) => `${a}-${i}.log`, () => lines(
    ` 2x4-x,     ${fixed(next, 3)}, secs,           NUMA-convergence-latency`, ` x,     ${fixed(next, 3)}, GB/sec,         thread-speed`, ` x,     ${fixed(next, 3)}, GB/sec,         total-speed`)),
  pgbench, pistress: () => ({ 'pistress-1.log': 'x\n', 'pistress-1.status': '0\n', 'pistress-4.log': 'x\n' }),
  pmqtest: (next) => ({ 'pmqtest.log': lines(range(4).map((i) => `#${i} -> #${i + 1}, Min    ${i}, Cur    2, Avg    ${Math.floor(next() * 9)}, Max   ${Math.floor(next() * 99)}`)) }),
  redis, 'redis-memtier': (next) => files([1, 16, 4], 3, (a, i) => `benchlog-${a}-${i}`, () => lines('Sets 1 2 3 4 5', `Totals     ${fixed(next)}         0.00     ${fixed(next)}      ${fixed(next, 5, 9)}     ${fixed(next)} `)),
  rtmigration: (next) => ({ 'rtmigration.log': lines('Iter:       0       1       2', range(5).map((i) => `   ${i}:   ${range(3).map(() => Math.floor(next() * 999)).join('   ')}`),
    'Parent pid: 123', ' Task 0 (prio 2) (pid 124):', '  Max: 4 us', ' Task 1 (prio 3) (pid 125):', ' Task 2 (prio 4) (pid 126):') }),
  schbench, siege: (next) => files([1, 16, 4], 3, (a, i) => `siege-${a}-${i}.log`, () => lines(`Transaction rate:\t     ${fixed(next)} trans/sec`)),
  simoop, 'specjbb2015': (next) => ({ 'default/specjbb2015.log': lines('jbb2015.result.metric.max-jOPS = 12345', 'jbb2015.result.metric.critical-jOPS = 4321',
    [10000, 25000, 50000, 75000, 100000].map((n) => `jbb2015.result.SLA-${n}-jOPS = ${Math.floor(next() * 9999)}`)) }),
  specjbb: (next) => ({ 'base/SPECjbbSingleJVM/SPECjbb.001.txt': lines('SPEC scores', '  Warehouses   Thrput', range(12).map((w) => `   ${w > 2 ? '*' : ' '} ${w}  ${Math.floor(next() * 99999)}`), ' ', 'rest 1 2') }),
  sstartup: (next) => Object.fromEntries(['xterm', 'lowriter'].flatMap((j) => ['0r0w-seq', '5r5w-seq', '10r0w-seq'].map((p) =>
    [`results/replayed_${j}_startup/repetition0/bfq-${p}-single_times.txt`, lines(range(4).map(() => `  ${fixed(next, 2, 9)}`))]))),
  stressng: stress, stutterp: (next) => files([1, 16, 4], 1, (a) => `mmap-latency-${a}.log`, () => lines(range(9).map((i) => `${i % 4} ${Math.floor(next() * 1e7)}`))),
  sysbench: (next) => ({ ...sysbench((n) => `    transactions:                        123456 (${fixed(n)} per sec.)`)(next), ...timed(1, 4)(next) }),
  sysjitter: (next) => ({ 'sysjitter.log': lines('core_i: 0 1 2', 'threshold(ns): 200 200 200', ['int_n:', 'int_n_per_sec:', 'int_min(ns):', 'int_99(ns):', 'int_total(%):'].map((m) =>
    `${m} ${range(3).map(() => fixed(next, 3, 99)).join(' ')}`)) }),
  thpchallenge: thp, unixbenchd: (next) => ({ 'commands.log': '/x/pgms/context1 10\n', 'unixbenchd.log': lines(range(4).map(() => `COUNT|${Math.floor(next() * 1e6)}|1|lps`)) }),
  xfstests: () => ({ 'xfstests-default.log': lines('FSTYP -- xfs', 'generic/001 4s ... [20:00:00] [20:00:04] 4s', 'generic/002 [20:00:00] [20:00:01] [failed, exit status 1]',
    'xfs/003 [20:00:00] [20:00:01] [not run]  no', 'generic/004 12s ... [20:00:00] [20:00:01] - output mismatch') }),
  saladfork: (next) => ({ 'saladfork-0.log': lines('#', range(12).map((i) => `00${i % 4}   00${Math.floor(next() * 4)}   ${fixed(next, 3)}`)) }),
};
const alts = { pgbench: ['exectime'], sysbench: ['exectime'], easywave: ['exectime'], bonniepp: ['tput'], fio: ['latency'], simoop: ['rates'], thpchallenge: ['counts', 'locality'] };

const year2025 = {
  kernbench, autonumabench: (next) => files(['NUMA01', 'NUMA02'], 3, (a, i) => `autonumabench-${a}-${i}.time`, () => times(next)),
  pft, pagealloc, hpagealloc: (next) => ({ 'hpagealloc.log': lines(range(9).map(() => `a b c d ${fixed(next)}`)) }),
  gitsource: (next) => ({ time: range(4).map(() => times(next)).join('') }),
  'hackbench-thread-sockets': (next) => files([1, 16, 4], 11, (a, i) => `hackbench-${a}-${i}`, () => lines(`     Total time: ${fixed(next, 3, 2)} [sec]`)),
  aim9: head.aim9, ebizzy, pgbench, sysbench: sysbench((n) => `    transactions:                        123456 (${fixed(n)} per sec.)`),
  sysbenchcpu: sysbench((n) => `    events per second: ${fixed(n)}`), sysbenchmutex: sysbench((n) => `         avg:     ${fixed(n)}`),
  sysbenchthread: sysbench((n) => `         95th percentile:     ${fixed(n)}`), dbench4: dbenchOld('dbench'), tbench4: dbenchOld('tbench'),
  'netperf-ipv4-tcp': head['netperf-ipv4-tcp'],
  'netperf-ipv4-udp': netperf('UDP_STREAM', (next, a) => `212992      ${a}   10.00      123      0    ${(1000 + next() * 10).toFixed(2)}\n212992           10.00      122           ${(next() < 0.3 ? 500 : 990).toFixed(2)}`),
  'sockperf-tcp-throughput': (next) => files([64, 1024, 256], 3, (a, i) => `tcp-${a}-max-${i}.stdout`, () => lines(`sockperf: Summary: BandWidth is 12.3 MBps (${fixed(next, 3)} Mbps)`)),
  'sockperf-udp-under-load': (next) => files(['64-10000', '1024-50000', '64-50000'], 1, (a) => `udp-${a}-1.log`, () => lines('packet, sendTime(sec), rcvTime(sec)', range(9).map((i) => `${i}, ${(i + 0.1).toFixed(9)}, ${(i + 0.1 + next() / 1e4).toFixed(9)}`))),
  redis, 'redis-memtier': (next) => files([1, 16, 4], 3, (a, i) => `redis-memtier-${a}-${i}.log`, () => lines(`Totals     ${fixed(next)}         0.00     ${fixed(next)}      ${fixed(next)}`)),
  stream: (next) => files([1], 3, (a, i) => `stream-${i}.log`, () => lines('Number of Threads counted = 4', ['Copy', 'Scale', 'Add', 'Triad'].map((op) => `${op}:   ${fixed(next)}   0.1 0.2`))),
  stutterp: head.stutterp, thpcompact: thp, thpchallenge: thp, fsmark: head.fsmark,
  usemem: (next) => files([1, 16, 4], 3, (a, i) => `usemem-${a}-${i}`, () => times(next)),
  'wis-pf': (next) => ({ workloads: 'brk1,page_fault1\n', models: 'processes,threads\n',
    ...Object.fromEntries(['brk1', 'page_fault1'].flatMap((w) => ['processes', 'threads'].flatMap((m) => [1, 2, 16].map((t) =>
      [`wis-${w}-${m}-${t}.log`, lines('warmup', range(4).map(() => `min:1 max:2 total:${Math.floor(next() * 1e6)}`))])))) }),
  'unixbench-pipe': (next) => ({ workloads: 'pipe\n', ...files([1, 16, 4], 3, (a, i) => `pipe-${a}-${i}.log`, () => lines('Pipe Throughput   123 lps (10.0 s, 1 samples)', `Pipe Throughput                               12440.0    ${fixed(next)}    123.4`)) }),
  vmscale: (next) => ({ cases: lines('anon-cow', 'lru-shm'), 'anon-cow.time': times(next), 'lru-shm.time': times(next), 'anon-cow.log': '\n', 'lru-shm.log': '\n' }),
  reaim: (next) => files(['alltests', 'fserver'], 1, (a) => `workfile.${a}/reaim.csv`, () => lines('Num Forked,Parent Time,JPM,JPMC', range(4).map((i) => `${i * 2},1.0,${fixed(next)},9`))),
  schbench, perffutexwake: (next) => files([1, 16, 4], 1, (a) => `perffutexwake-${a}.log`, () => lines(range(4).map((i) => `[Run ${i}]: Wokeup 4 of 4 threads in ${fixed(next, 4, 1)} ms`))),
  perfpipe: (next) => files([1], 3, (a, i) => `pipe-${i}.log`, () => lines('', perfpipe(next))),
  'sembench-sem': (next) => ({ workloads: 'sem\n', ...files([1, 16, 4], 1, (a) => `sem-${a}.log`, () => lines(`run time 30 seconds ${Math.floor(next() * 1e6)} worker burns per second`)) }),
  'nas-mpi-cg': (next) => ({ ...files(['cg.C', 'bt.C'], 3, (a, i) => `${a}.log.${i}`, () => lines('x', ` Time in seconds =                  ${fixed(next)}`)), ...files(['cg.C', 'bt.C'], 3, (a, i) => `time-${a}.${i}`, () => times(next)) }),
  kvmstart: (next) => files([1, 16, 4], 3, (a, i) => `memhog-${a}.${i}.time`, () => times(next)),
  trunc: (next) => ({ ...files([1], 3, (a, i) => `trunc-${i}.time`, () => times(next)), ...files([1], 3, (a, i) => `fault-${i}.time`, () => times(next)) }),
  xfsrepair: (next) => files(['fsmark', 'xfsrepair'], 3, (a, i) => `time.${a}.${i}`, () => times(next)),
  stockfish: (next) => ({ ...files([1, 16, 4], 3, (a, i) => `stockfish-${a}-${i}`, () => lines(`info nodes ${Math.floor(next() * 1e9)} time ${1 + Math.floor(next() * 9999)}`)), ...timed(1, 16, 4)(next) }),
  coremark: head.coremark, blogbench: head.blogbench, stressng: stress, 'futexbench-hash': futex,
  pedsort: (next) => files([1, 16, 4], 3, (a, i) => `pedsort-${a}-${i}.log`, () => lines(`4i 5o throughput: ${fixed(next)} jobs/hour/core`)),
  sqlite: (next) => ({ 'sqlite.log': lines('warmup 1 x 2', range(5).map((i) => `execute ${i} x ${fixed(next)}`)) }),
  parallelio: (next) => ({ 'workload-durations.log': lines('memcachetest 0 1 2', 'memcachetest 1 1 2'), 'io-durations.log': lines('1 107374182 1 12.5'),
    ...files([0, 1], 2, (a, i) => `memcachetest-${a}-${i}/logs/mmtests.log`, () => lines(`ops/sec: ${Math.floor(next() * 1e5)}`)),
    ...files([0, 1], 2, (a, i) => `vmstat-memcachetest-${a}-${i}.log`, () => lines('start: 1', 'pgfault 100', 'pgmajfault 10', 'pswpin 5', 'pswpout 7', 'end: 2', `pgfault ${200 + Math.floor(next() * 99)}`, 'pgmajfault 12', 'pswpin 15', 'pswpout 17')) }),
  perfnuma: head.perfnuma, tlbflush: (next) => files([1, 16], 1, (a) => `tlbflush-${a}.log`, () => lines(range(4).map(() => `munmap use 1ns, cost ${Math.floor(next() * 999)}ns`))),
};
Object.assign(year2025, {
  hpcc: (next) => files([1], 3, (a, i) => `time-${i}`, () => times(next)), aom: (next) => files([1, 16, 4], 1, (a) => `time-${a}`, () => times(next)),
  parsec: (next) => files([1], 3, (a, i) => `time.${i}`, () => times(next)),
  salmon: (next) => ({ 'scaling-parameters': '4 4\n', ...files([1], 3, (a, i) => `salmon-time.${i}`, () => times(next)) }),
  openfoam: (next) => ({ 'scaling-parameters': '4 4 4\n', ...files([1], 3, (a, i) => `openfoam-time.${i}`, () => times(next)) }),
  specfem3d: (next) => files(['mesh', 'solve'], 1, (a) => `specfem3d-time.${a}`, () => times(next)),
  wrf: (next) => files(['a', 'b'], 1, (a) => `wrf-time.${a}`, () => times(next)),
  xfsio: (next) => files(['read', 'write'], 2, (a, i) => `${a}-time.${i}`, () => times(next)),
  siege: head.siege, libmicro: head.libmicro, mutilate: (next) => files([1, 16, 4], 3, (a, i) => `mutilate-${a}-${i}.log`, () => lines(`Total QPS = ${fixed(next)} (1 / 2s)`)),
  phpbench: (next) => files([1], 3, (a, i) => `phpbench-${i}.log`, () => lines(`Score : ${Math.floor(next() * 1e6)}`)),
  'lkp-pbzip2': (next) => files([1, 16, 4], 3, (a, i) => `lkp-${a}-${i}.log`, () => lines(`throughput: ${fixed(next)}`)),
  rtmigration: head.rtmigration, specjbb: head.specjbb, fio: head.fio,
});
const alts2025 = { fio: ['latency'], pft: ['time'], ebizzy: ['thread', 'range'], pgbench: ['exectime', 'loadtime', 'stalls'], dbench4: ['latency', 'tput', 'opslatency'], tbench4: ['opslatency'],
  thpcompact: ['counts', 'locality'], thpchallenge: ['counts'], fsmark: ['overhead'], 'nas-mpi-cg': ['time'], trunc: ['fault'], stockfish: ['time'], parallelio: ['io', 'swap'] };

/** All reports: revision, benchmark (-b), alt (-a). */
export const reports = [['head', head, alts], ['2025', year2025, alts2025]].flatMap(([revision, kinds, others]) =>
  Object.keys(kinds).flatMap((benchmark) => ['', ...(others[benchmark] ?? [])].map((alt) => ({ revision, benchmark, alt }))));

// The peer reads these only as they are packed by mmtests.
const gzipped = /(^|\/)((fsmark|coremark|mmap-latency|threads|perffutexwake|saladfork|pgbench-transactions|dbench-\w+|tbench-\w+)-.*\.log|stockfish-.*|numactl\.txt)$/;
const xzipped = /(^|\/)benchlog-(loadfile|tput|op)-\d+$/;

function write(file, text) {
  mkdirSync(path.dirname(file), { recursive: true });
  if (xzipped.test(file))
    writeFileSync(`${file}.xz`, execFileSync('xz', ['-0c'], { input: text }));
  else if (gzipped.test(file))
    writeFileSync(`${file}.gz`, gzipSync(text));
  else
    writeFileSync(file, text);
}

/** Fills one iteration's folder; each kind has random numbers of its own. */
function fill(at, kinds, seed) {
  write(path.join(at, 'numactl.txt'), 'node 0 cpus: 0 1\nnode 1 cpus: 2 3\n');
  for (const [k, [benchmark, make]] of Object.entries(kinds).entries())
    for (const [name, text] of Object.entries(make(random(seed + k))))
      write(path.join(at, benchmark, 'logs', name), text);
}

/** Makes root/REVISION/RUN/iter-N with all kinds, and returns the names of the runs. */
export function makeTree(root, runs = ['6.18-vanilla', '6.18-series'], iterations = 2) {
  for (const [revision, kinds] of [['head', head], ['2025', year2025]])
    for (const [r, run] of runs.entries())
      for (let i = 0; i < iterations; i++)
        fill(path.join(root, revision, run, `iter-${i}`), kinds, 1000 * r + 100 * i);
  return runs;
}

if (process.argv[1] === import.meta.filename)
  makeTree(process.argv[2]);
