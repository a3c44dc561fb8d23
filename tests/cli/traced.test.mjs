// SPDX-License-Identifier: GPL-2.0-or-later
// What BPF tools saw, side by side: latency, allocs, and what stands beside their numbers.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { execute, memcgperf, samples, scratch } from '../program.mjs';

const trace = path.join(samples, 'bpf/sendto-child.txt');
const mail = path.join(samples, 'mails/mizuma-2021.txt');

async function run(...args) {
  const result = await execute(memcgperf, args);
  assert.equal(result.status, 0, result.stderr);
  return result.stdout;
}

test('percentiles are ranges that hold those of the single calls', async () => {
  const { histograms } = JSON.parse(await run('latency', '--style', 'json', trace));
  const { cells: [cell] } = histograms.find(({ metric }) => metric.name === '@ns');
  assert.equal(cell.total, 600);
  // nearest-rank percentiles of the 600 lines that the same trace printed
  for (const [name, exact] of [['p50', 852], ['p90', 884], ['p99', 1056]]) {
    const [lo, hi] = cell.percentiles[name];
    assert.ok(lo <= exact && exact < hi, `${name}: ${lo} to ${hi}`);
  }
});

test('the map of 2021: accounted allocations, their waste, and frees', async () => {
  const { runs: [{ total }], rows } = JSON.parse(await run('allocs', '--style', 'json', mail));
  assert.equal(total.frees, 1_400_560);
  assert.equal(total.accounted, 1_400_046);
  assert.deepEqual(rows[0], { comm: 'pgbench', bytes_req: 216, bytes_alloc: 256,
    gfp_flags: 'GFP_KERNEL_ACCOUNT', accounted: true, counts: [1_400_046] });
  assert.match(await run('allocs', '--ops', '700023', mail), /pgbench {2}a .* 2\.0000\n/);
});

test('lost events and full maps stand beside the numbers', async (t) => {
  const [lossy, whole] = ['lossy.txt', 'whole.txt'].map((name) => path.join(scratch(t), name));
  const rows = (count) => `@us:\n[2, 4)   ${count} |@@@@|\n\n@calls: ${count}\n`;
  writeFileSync(lossy, `Attaching 1 probe...\nLost 12 events\nMap full; can't update element\n${rows(5)}`);
  writeFileSync(whole, `Attaching 1 probe...\n${rows(7)}`);
  assert.match(await run('compare', lossy, whole), /Spoiled: A events lost in tracing: 12 or more, and a map/);
  assert.match(await run('latency', lossy, whole), / {2}A lost 12 events or more/);
  assert.doesNotMatch(await run('latency', whole), /lost/);
});

test('losses of all files are added up, and what tracing cost is told with its share', async (t) => {
  const folder = scratch(t);
  const write = (name, text) => writeFileSync(path.join(folder, name), text);
  const program = (id, type) => ({ id, type, name: 'probe', tag: `a${id}`, run_time_ns: 60_000_000, run_cnt: 600_000 });
  write('one.txt', 'Attaching 1 probe...\nLost 12 events\n@us:\n[2, 4)   5 |@@@@|\n');
  write('two.txt', 'Attaching 1 probe...\nLost 30 events\n@calls: 7\n');
  write('stat.txt', "\n Performance counter stats for 'x':\n\n    70      page-faults\n\n       2.0 seconds time elapsed\n");
  // what filters packets is no tracing
  write('programs.json', JSON.stringify([{ ...program(7, 'tracepoint'), recursion_misses: 3 }, program(8, 'cgroup_skb')]));
  const { runs: [{ lost_events: lost, tracing }] } = JSON.parse(await run('latency', '--style', 'json', folder));
  assert.equal(lost, 45);
  assert.deepEqual(tracing, { time_ns: 6e7, events: 6e5, elapsed_s: 2 });
  const cost = /cost A 100 ns an event, 600000 events, 60\.0 ms in all, 3\.00 %\s+of one CPU for 2\.00 s\./;
  assert.match(await run('latency', folder), cost);
  assert.match(await run('compare', folder, folder), /Cost of tracing: 100 ns an event, 600000 events/);
  const { columns: [column] } = JSON.parse(await run('compare', '--style', 'json', folder, folder));
  assert.deepEqual(column.tracing, tracing);
  // a reading before: what came in between counts
  write('before.json', JSON.stringify([{ ...program(7, 'tracepoint'), run_time_ns: 20_000_000, run_cnt: 100_000 }]));
  const both = JSON.parse(await run('latency', '--style', 'json', folder)).runs[0].tracing;
  assert.deepEqual(both, { time_ns: 4e7, events: 5e5, elapsed_s: 2 });
});

test('the last printing stands, from a file and from the store', async (t) => {
  const folder = scratch(t);
  const file = path.join(folder, 'prints.txt');
  const db = `sqlite:${path.join(folder, 'traced.db')}`;
  writeFileSync(file, `Attaching 1 probe...
10:00:01
@alloc[gone, 8, 16, 3264]: 5
@alloc[task, 8, 16, 3264]: 7
@us:
[2, 4)   1 |@@|

10:00:02
@alloc[task, 8, 16, 3264]: 9
@us:
[2, 4)   1 |@@|
[4, 8)   2 |@@@@|
`);
  await run('ingest', '--db', db, file);
  const ask = async (...args) => JSON.parse(await run(...args, '--style', 'json'));
  for (const from of [[file], ['--db', db, 'prints.txt']]) {
    const { rows } = await ask('allocs', ...from);
    assert.deepEqual(rows.map(({ comm, counts }) => [comm, ...counts]), [['task', 9]]);
    const [{ cells: [{ total, prints }] }] = (await ask('latency', ...from)).histograms;
    assert.deepEqual([total, prints], [3, 1]);
    const [{ cells: [merged] }] = (await ask('latency', '--merge', ...from)).histograms;
    assert.deepEqual([merged.total, merged.prints], [4, 2]);
  }
});

test('a profile of a trace tells what its run lost', async (t) => {
  const file = path.join(scratch(t), 'sites.txt');
  writeFileSync(file, 'Attaching 1 probe...\nLost 12 events\n\n@site[\n    charge+10\n    alloc+20\n]: 7\n');
  assert.match(await run('profile', file), /Events lost in recording the run: 12 or more\./);
  assert.match(await run('profile', '--before', file, file), /lost in recording\s+the\s+run\s+before:\s+12 [^]*run\s+after:\s+12 /);
});

test('two texts of one recording do not lose its samples twice', async (t) => {
  const folder = scratch(t);
  for (const command of ['pft', 'dd'])
    writeFileSync(path.join(folder, command), '# To display the perf.data header info, please use --header/--header-only options.\n' +
      "#\n#\n# Total Lost Samples: 8\n#\n# Samples: 617  of event 'cpu-clock'\n# Event count (approx.): 411607487\n#\n" +
      `# Overhead       Samples  Command\n# ........  ............  .......\n#\n   100.00%           617  ${command}\n`);
  const { columns: [column] } = JSON.parse(await run('compare', '--style', 'json', folder, folder));
  assert.equal(column.lost_events, 8);
});

test('what cannot be asked is said', async () => {
  for (const [args, status, text] of [
    [['latency'], 2, /name a file/],
    [['latency', '--metric', '@none', trace], 3, /no histogram '@none'/],
    [['allocs', trace], 3, /no map '@alloc'/],
    [['allocs', '--ops', '0', mail], 2, /above 0/],
    [['allocs', '--ops', '1,2', mail], 1, /2 numbers for 1 runs/],
    [['allocs', '--map-keys', 'comm', mail], 1, /bytes_req and bytes_alloc/],
  ]) {
    const result = await execute(memcgperf, args);
    assert.equal(result.status, status, result.stderr);
    assert.match(result.stderr, text);
    assert.equal(result.stdout, '');
  }
});
