// SPDX-License-Identifier: GPL-2.0-or-later
// Makes what mmtests' monitors leave behind for one test of one iteration: every kind of file, with
// numbers of their own. next: random numbers in [0, 1) (tests/bench/mmtests_tree.mjs).
import { gzipSync } from 'node:zlib';

const START = 1796068486;
const whole = (next, limit) => Math.floor(next() * limit);
const times = (count, make) => Array.from({ length: count }, (_, i) => make(i));

const counters = [
  'nr_free_pages', 'nr_inactive_anon', 'nr_active_anon', 'nr_inactive_file', 'nr_active_file',
  'nr_file_pages', 'nr_anon_pages', 'nr_slab_reclaimable', 'nr_slab_unreclaimable', 'nr_dirty',
  'nr_vmscan_write', 'nr_vmscan_immediate_reclaim', 'numa_hit', 'numa_miss', 'numa_interleave',
  'numa_local', 'pgpgin', 'pgpgout', 'pswpin', 'pswpout', 'pgalloc_dma', 'pgalloc_dma32',
  'pgalloc_normal', 'pgalloc_movable', 'allocstall_dma', 'allocstall_dma32', 'allocstall_normal',
  'allocstall_movable', 'pgfault', 'pgmajfault', 'pgsteal_kswapd', 'pgsteal_direct', 'pgscan_kswapd',
  'pgscan_direct', 'pginodesteal', 'slabs_scanned', 'kswapd_inodesteal', 'numa_pte_updates',
  'numa_huge_pte_updates', 'numa_hint_faults', 'numa_hint_faults_local', 'numa_pages_migrated',
  'pgmigrate_success', 'pgmigrate_fail', 'compact_migrate_scanned', 'compact_free_scanned',
  'compact_isolated', 'compact_stall', 'compact_fail', 'compact_success', 'compact_daemon_wake',
  'compact_daemon_migrate_scanned', 'compact_daemon_free_scanned', 'thp_fault_alloc',
  'thp_fault_fallback', 'thp_collapse_alloc', 'thp_collapse_alloc_failed', 'thp_split_page',
  'thp_split_page_failed',
];

/** Counters that grow by `step` at most from one call to the next; some kernels lack some. */
function vmstat(next) {
  const kept = counters.filter((key) => next() < 0.95 || key === 'pgfault');
  const values = new Map(kept.map((key) => [key, whole(next, 1e6)]));
  return (step) => {
    for (const key of kept) if (next() < 0.8) values.set(key, values.get(key) + whole(next, step));
    return kept.map((key) => `${key} ${values.get(key)}\n`).join('');
  };
}

function schedstat(next, version, grown) {
  const cpus = times(2, (cpu) => `cpu${cpu} 0 0 ${times(15, () => (grown + 1) * 1000 + whole(next, 500) * (grown + 1)).join(' ')}\n` +
    'domain0 3 1 2 3\n');
  return `version ${version}\ntimestamp 4294892\n${cpus.join('')}`;
}

export function sysstate(next, benchmarks) {
  const vm = vmstat(next);
  const version = 15 + whole(next, 4);
  const body = (what, grown) => `file ${what} :: /proc/vmstat\n${vm(100000)}file ${what} :: /proc/zoneinfo\n` +
    `Node 0, zone Normal\n  pages free ${whole(next, 1e6)}\nfile ${what} :: /proc/meminfo\nMemTotal:  16384256 kB\nMemFree: 1 kB\n` +
    `file ${what} :: /proc/schedstat\n${schedstat(next, version, grown)}file ${what} :: /proc/diskstats\n   8 0 sda 1 2 3\n`;
  return `start :: ${START}\nversion :: 1234\narch :: x86_64\n${benchmarks.map((name) =>
    `test begin :: ${name} ${START}\n${body('start', 0)}${body('end', 2)}test end :: ${name} ${START + 9} 0\n` +
    `time :: ${name} ${(2 + next()).toFixed(2)} user ${next().toFixed(2)} system ${(4 + next()).toFixed(2)} elapsed\n`).join('')}`;
}

export function timestamp(next, benchmarks) {
  return `start :: ${START}\n${benchmarks.map((name) => `test begin :: ${name} ${START}\ntest end :: ${name} ${START + 9} 0\n` +
    `time :: ${name} ${(90 * next()).toFixed(2)} user ${(9 * next()).toFixed(2)} system ${(100 * next()).toFixed(2)} elapsed\n`).join('')}` +
    `finish :: ${START + 20}\n`;
}

export function activity(benchmarks, begin) {
  return `${begin} run-mmtests: Start\n${begin} run-mmtests: Iteration 1 start\n${benchmarks.map((name) =>
    `${begin + 1} run-mmtests: test start :: ${name} ${begin + 1}\n${begin + 9} run-mmtests: test end :: ${name} ${begin + 9} 0\n`).join('')}` +
    `${begin + 20} run-mmtests: Iteration 1 end\n${begin + 20} run-mmtests: End\n`;
}

const latencyPrefix = (next, i) => ` ${START + 2 * i}.${1000 + whole(next, 8999)} ${(2.01 * i).toFixed(4).padStart(8)} ${(2 + next() / 100).toFixed(4).padStart(8)} -- `;

function vmstatLog(next) {
  const row = () => `${whole(next, 30)} ${whole(next, 3)} ${whole(next, 100)} ${whole(next, 1e7)} ${whole(next, 1e5)} ${whole(next, 1e6)} ` +
    `${whole(next, 9)} ${whole(next, 9)} ${whole(next, 5000)} ${whole(next, 5000)} ${whole(next, 9000)} ${whole(next, 90000)} ` +
    `${whole(next, 103)} ${whole(next, 60)} ${whole(next, 60)} 0 1`;
  return `${latencyPrefix(next, 0)}procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu-----\n` +
    `${latencyPrefix(next, 0)} r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st\n` +
    times(6, (i) => `${latencyPrefix(next, i)} ${row()}\n`).join('');
}

function iostatLog(next, generation) {
  const headings = [
    'Device:         rrqm/s   wrqm/s     r/s     w/s   rsec/s   wsec/s avgrq-sz avgqu-sz   await  svctm  %util',
    'Device:         rrqm/s   wrqm/s     r/s     w/s    rkB/s    wkB/s avgrq-sz avgqu-sz   await r_await w_await  svctm  %util',
    'Device            r/s     w/s     rkB/s     wkB/s   rrqm/s   wrqm/s  %rrqm  %wrqm r_await w_await aqu-sz rareq-sz wareq-sz  svctm  %util',
  ];
  const columns = [11, 13, 16][generation] - 1;
  const device = (name, busy) => `${name} ${times(columns, () => (busy ? 40 * next() : 0).toFixed(2)).join(' ')}`;
  return times(4, (i) => [headings[generation], device('sda', true), device('sdb', i > 1), device('sdc', false), '']
    .map((line) => `${latencyPrefix(next, i)}${line}\n`).join('')).join('');
}

function perfLog(next) {
  const events = ['cpu-migrations', 'context-switches', 'page-faults', 'LLC-load-misses'];
  const group = (value) => value.toString().replace(/\B(?=(\d{3})+$)/g, ',');
  return times(4, (i) => `time: ${START + 2 * i}\n\n Performance counter stats for 'system wide':\n\n` +
    `${events.map((name) => `     ${group(whole(next, 3e6)).padStart(15)}      ${name}    (75.00%)\n`).join('')}` +
    '   <not supported>      cycles\n            4,010.23 msec cpu-clock                 #    2.000 CPUs utilized\n' +
    '\n       2.012762194 seconds time elapsed\n\n').join('');
}

function turbostatLog(next) {
  const heading = 'Core\tCPU\tAvg_MHz\tBusy%\tBzy_MHz\tPOLL%\tC1%\tC1E%\tC6%\tCPU%c1\tCPU%c6\tPkgWatt\tCorWatt\n';
  const row = (core) => `${core}\t${core}\t${times(11, () => (100 * next()).toFixed(2)).join('\t')}\n`;
  return `turbostat version 17\n${times(3, () => heading + row('-') + row('0') + row('1')).join('')}`;
}

const slabsLog = (next) => times(4, (i) => `time: ${START + 10 * i}\n` +
  `total kmem_cache_alloc ${whole(next, 9e5)} ${whole(next, 90000)}/sec\ntotal kmallocs ${whole(next, 9e5)} ${whole(next, 90000)}/sec\n` +
  `total kmem_cache_frees ${whole(next, 9e5)} ${whole(next, 90000)}/sec\ntotal kfrees ${whole(next, 9e5)} ${whole(next, 90000)}/sec\n`).join('');

const procVmstatLog = (next) => {
  const vm = vmstat(next);
  return times(6, (i) => `time: ${START + 2 * i}\n${vm(10000)}`).join('');
};

const topLog = (next) => times(5, (i) => `time: ${START + 2 * i} ${i % 2 ? 'short' : 'full'}\ntop - 10:00:00 up 1 day\n` +
  '    PID USER      PR  NI    VIRT    RES    SHR S  %CPU  %MEM     TIME+ COMMAND\n' +
  `     97 root      20   0       0      0      0 S  ${(9 * next()).toFixed(1)}   0.0   0:12.34 kswapd0\n` +
  `    100 root      20   0    1000    500      0 R  ${(99 * next()).toFixed(1)}   0.1   1:02.34 perf\n`).join('');

const nodesLog = (next) => times(4, (i) => `time: ${START + 2 * i}\n${times(2, (node) =>
  `Node ${node} MemTotal:       ${8e6} kB\nNode ${node} MemUsed:        ${whole(next, 8e6)} kB\n`).join('')}`).join('');

const latencyLog = (next) => times(40, (i) => `${START + i}.25 ${(1e6 * next() ** 6).toFixed(3)}\n`).join('');

function ftraceLog(next) {
  let clock = 100;
  const event = (task, name, details) => {
    clock += next() / 100;
    return `${task.padStart(24)} [00${whole(next, 2)}] d..1 ${clock.toFixed(6).padStart(14)}: ${name}: ${details}\n`;
  };
  return times(30, (i) => {
    const task = ['kswapd0-97', 'hackbench-4321', 'kcompactd0-99', '<...>-4321'][i % 4];
    return event(task, 'mm_vmscan_direct_reclaim_begin', 'order=0 may_writepage=1 gfp_flags=GFP_KERNEL') +
      event('other-1', 'mm_compaction_begin', 'zone_start=0x1 migrate_pfn=0x2 free_pfn=0x3 zone_end=0x4') +
      event(task, 'mm_vmscan_direct_reclaim_end', `nr_reclaimed=${whole(next, 64)}`) +
      event('other-1', 'mm_compaction_end', 'status=1') +
      event(task, 'writeback_congestion_wait', `usec_timeout=100000 usec_delayed=${whole(next, 100000)}`);
  }).join('');
}

/** Two nodes of two processors each, of which node 0 lists one twice. */
const topology = [[0, 0], [0, 1], [1, 2], [1, 3]].map(([node, cpu]) =>
  `node ${node} socket 0 core ${cpu % 2} thread 0 cpu ${cpu} llc ${2 * node}-${2 * node + 1}\n`).join('');

const mpstatLog = (next) => `time: ${START}\nLinux 6.18.44 (vm) \t12/01/26 \t_x86_64_\t(4 CPU)\n\n${times(5, (i) =>
  `time: ${START + 2 * i}\n04:30:09 AM  CPU    %usr   %nice    %sys %iowait    %irq   %soft  %steal  %guest  %gnice   %idle\n` +
  `${['all', 0, 1, 2, 3].map((cpu) => `04:30:10 AM  ${String(cpu).padStart(3)} ${times(9, () => '   0.00').join(' ')}  ${(100 * next()).toFixed(2)}\n`).join('')}\n`).join('')}`;

/** Names of the files that a benchmark's monitors leave in an iteration, and their contents. */
export function monitorFiles(next, benchmark, generation) {
  const zipped = {
    'proc-vmstat': procVmstatLog(next), vmstat: vmstatLog(next), iostat: iostatLog(next, generation),
    'perf-time-stat': perfLog(next), turbostat: turbostatLog(next), 'kcache-slabs': slabsLog(next),
    top: topLog(next), 'numa-meminfo': nodesLog(next), 'read-latency': latencyLog(next),
    'sync-latency': latencyLog(next), ftrace: ftraceLog(next), mpstat: mpstatLog(next),
  };
  return [...Object.entries(zipped).map(([name, text]) => [`${name}-${benchmark}.gz`, gzipSync(text)]),
    ['cpu-topology-mmtests.txt.gz', gzipSync(topology)]];
}

/** --print-monitor and --sub-heading that the files above answer. */
export const monitorRequests = [
  ['duration'], ['mmtests-vmstat'], ['mmtests-schedstat'], ['perf-time-stat'], ['iostat'], ['iostat', 'sda-await'],
  ['turbostat'], ['turbostat', 'Busy%'], ['kcacheslabs'], ['top'], ['top', 'perf~CPU'], ['top', 'kswapd~TIME'], ['numanodeusage'],
  ['mpstat', 'node-0'], ['mpstat', 'node-1'],
  ['read-latency'], ['write-latency'], ['sync-latency'], ['ftraceallocstall'], ['ftracecompactstall'],
  ['ftracecongestionwaitstall'], ['proc-vmstat'],
  ...['r', 'free', 'cs', 'us', 'sy', 'id', 'ussy', 'totalcpu', 'pfree', 'si'].map((heading) => ['vmstat', heading]),
  ...['pgfault', 'nr_free_pages', 'pgpgtotal', 'mmtests_minor_faults', 'mmtests_direct_scan', 'mmtests_kswapd_scan',
    'mmtests_direct_steal', 'mmtests_kswapd_steal', 'mmtests_direct_efficiency', 'mmtests_kswapd_efficiency',
    'mmtests_hint_faults_remote', 'mmtests_vmscan_write_file', 'mmtests_vmscan_process_pages',
    'mmtests_numa_pte_updates', 'mmtests_total_anon', 'mmtests_total_slab', 'mmtests_ratio_slab_filecache',
    'mmtests_ratio_slab_pagecache', 'numa_hint_faults_local_pct', 'mmtests_normal_minor_faults',
    'mmtests_faults_pct_numa', 'no_such_counter'].map((heading) => ['proc-vmstat', heading]),
];
